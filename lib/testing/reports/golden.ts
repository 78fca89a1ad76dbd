// A page as a file that people can read and compare: one element per line, without style and script, which have their
// own tests. Test support only.

export const pageInLines = (page: string): string =>
  page
    .replace(/(<(?:style|script)\b[^>]*>)[^]*?(<\/(?:style|script)>)/g, '$1…$2')
    .replace(/('|&#39;)sha256-[^'&]+\1/g, '$1sha256-…$1')
    .replace(/></g, '>\n<')
    .replace(/ (?=<(?:p|div|li|dl|dt|dd|section|details|summary|h\d)\b)/g, '\n');
