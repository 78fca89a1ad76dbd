// A page as a file that people can read and compare: an element to a line, without its style and its script, which have
// tests of their own. Test support only.

export const pageInLines = (page: string): string =>
  page
    .replace(/(<(?:style|script)\b[^>]*>)[^]*?(<\/(?:style|script)>)/g, '$1…$2')
    .replace(/'sha256-[^']+'/g, "'sha256-…'")
    .replace(/></g, '>\n<')
    .replace(/ (?=<(?:p|div|li|dl|dt|dd|section|details|summary|h\d)\b)/g, '\n');
