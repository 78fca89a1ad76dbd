// The lines of a report that its reader will paste into a shell. A report file may come from anybody, so each must be a
// line that a run writes: curl at the address that was tested, with the key as the only thing taken from the reader's
// environment, and `replay` for that very failure. It judges the form of a line alone.
import type { Report } from '../result/report.js';

/** Finds a line to run that no run of the kit writes, and returns its place: "/rules/3/failures/0/curl". */
export function strangeLine(report: Report): string | undefined {
  const origins = originsOf(report);
  const isCurl = (line: string | null): boolean => line === null || isCurlLine(line, origins);
  for (const [at, { failures }] of report.rules.entries())
    for (const [number, { id, curl, replay }] of failures.entries()) {
      const place = `/rules/${at}/failures/${number}`;
      if (!isCurl(curl)) return `${place}/curl`;
      if (!isReplayLine(replay, id)) return `${place}/replay`;
    }
  for (const [at, { suspects }] of (report.run.outages ?? []).entries())
    for (const [number, { curl }] of suspects.entries())
      if (!isCurl(curl)) return `/run/outages/${at}/suspects/${number}/curl`;
  return undefined;
}

function originsOf({ target }: Report): ReadonlySet<string> {
  const addresses = [target.baseUrl, target.quickstartBaseUrl];
  return new Set(
    addresses.flatMap((address) =>
      address !== null && URL.canParse(address) ? [new URL(address).origin] : [],
    ),
  );
}

/** One word of a line: as it is written, and the text at its start that no shell changes. */
interface Word {
  readonly written: string;
  readonly start: string;
  /** Whether that start is the whole word. */
  readonly isLiteral: boolean;
}

const key = 'ANIMAL_STORE_(?:QUICKSTART_)?API_KEY';
const format = `'[^']*'(?:\\\\''[^']*')*`;
/** A character that these programs put into the key, but none that would end the quotes or the expression around it. */
const safe = '[\\w .:=+,~^@#%-]';
const digits = '\\d{1,4}';
/** All expressions that the kit makes of the key. */
const filters = [
  `tr '(?:a-z' 'A-Z|A-Z' 'a-z|a-zA-Z' 'A-Za-z)'`,
  `tr -cd 'A-Za-z0-9'`,
  `sed 'y/-\\._/_--/'`,
  `awk '\\{for\\(i=length\\(\\$0\\);i>0;i--\\)printf "%s",substr\\(\\$0,i,1\\)\\}'`,
  `awk '\\{c=substr\\(\\$0,${digits},1\\);print substr\\(\\$0,1,${digits}\\) \\(c==toupper\\(c\\)\\?tolower\\(c\\):toupper\\(c\\)\\) substr\\(\\$0,${digits}\\)\\}'`,
  `sed 's/\\^\\\\\\(\\.\\\\\\{${digits}\\\\\\}\\\\\\)\\\\\\(\\.\\\\\\)\\\\\\(\\.\\\\\\)/\\\\1\\\\3\\\\2/'`,
  `sed 's/\\./(?:&?${safe})?/${digits}'`,
].join('|');
const ofKey = `\\$${key}\\b|\\$\\{${key}(?:[%#]\\?+)?\\}`;
const expansion = [
  ofKey,
  `\\$\\(printf %s "\\$${key}" \\| (?:${filters})\\)`,
  `\\$\\(printf %02x "'\\$${key}"\\)`,
  `\\$\\(printf '%s' "[\\w:.@ -]*(?:${ofKey})[\\w:.@ -]*" \\| base64 \\| tr -d '\\\\n'\\)`,
  `\\$\\(printf '%0\\d{4,6}d' 0 \\| tr 0 [a-zA-Z1-9]\\)`,
].join('|');
/** Bytes that a terminal cannot show. */
const bytes = `\\$\\(printf ${format}\\)`;
const plain = '[^"\\\\$`!]*';
const part = new RegExp(
  `'([^']*)'|\\\\(')|"(${plain})((?:(?:${expansion}|${bytes})${plain})*)"|([\\w@%+=:,./-]+)`,
  'y',
);

/** The words of a line, or nothing where it holds anything else: a variable, a command, a redirection. */
function wordsIn(line: string): readonly Word[] | undefined {
  const words: Word[] = [];
  let at = 0;
  while (at < line.length) {
    const from = at;
    let start = '';
    let isLiteral = true;
    for (; at < line.length && line[at] !== ' '; at = part.lastIndex) {
      part.lastIndex = at;
      const found = part.exec(line);
      if (found === null) return undefined;
      const [, single, quote, opening, further, bare] = found;
      if (isLiteral) start += single ?? quote ?? opening ?? bare ?? '';
      if (further !== undefined && further !== '') isLiteral = false;
    }
    words.push({ written: line.slice(from, at), start, isLiteral });
    at += 1;
  }
  return words;
}

/** An address of this scheme would make curl load a module to read a certificate. */
const isPath = ({ start, isLiteral }: Word): boolean => isLiteral && !/^pkcs11:/i.test(start);
/** An @ at the beginning names a file, and what the shell puts there could be one. */
const isData = ({ start, written, isLiteral: isAll }: Word): boolean =>
  start === '' ? isAll || beginsWithRun.test(written) : !start.startsWith('@');
const beginsWithRun = /^"\$\(printf '%0\d{4,6}d' 0 \| tr 0 [a-zA-Z1-9]\)/;

/** Flags of curl, with what may follow them. */
const curlFlags: Readonly<Record<string, ((value: Word) => boolean) | null>> = {
  '-sS': null,
  '-i': null,
  '-g': null,
  '--head': null,
  '--path-as-is': null,
  '--compressed': null,
  '--insecure': null,
  '--next': null,
  '-X': ({ written }) => /^[A-Z]+$/.test(written),
  '-H': ({ start }) => /^[\w-]+[:;]/.test(start),
  '--data-binary': isData,
  '--cacert': isPath,
  '--cert': isPath,
  '--key': isPath,
};

const printfPipe = new RegExp(`^printf ${format}(?: "(?:${expansion})")* \\| `);

function isCurlLine(line: string, origins: ReadonlySet<string>): boolean {
  const [pipe = ''] = printfPipe.exec(line) ?? [];
  const words = wordsIn(line.slice(pipe.length));
  if (words === undefined || words[0]?.written !== 'curl') return false;
  for (let at = 1; at < words.length; at += 1) {
    const { written, start } = words[at] as Word;
    if (start.startsWith('-')) {
      const next = curlFlags[written];
      if (next === undefined) return false;
      if (next === null) continue;
      at += 1;
      const value = words[at];
      const isPiped = pipe !== '' && written === '--data-binary' && value?.written === '@-';
      if (value === undefined || !(isPiped || next(value))) return false;
    } else if (!isAtTarget(start, origins)) return false;
    else if (!isTakenAsItIs(words, at) && hasBrackets(written)) return false;
  }
  return true;
}

/** Brackets in an address make one request many, unless a flag makes curl take them as they are. */
const isTakenAsItIs = (words: readonly Word[], at: number): boolean =>
  words.slice(Math.max(0, at - 2), at).some(({ written }) => written === '-g');
const allExpansions = new RegExp(expansion, 'g');
/** A placeholder for a form of the key contains spaces, so it is no range. */
const withoutMasked = (address: string): string =>
  address.replace(/\[[^[\]{}]*\]/g, (inBrackets) => (inBrackets.includes(' ') ? '' : inBrackets));
/** Matches the brackets of an IPv6 address, which curl does not expand. */
const ofHost = /^(['"]?https?:\/\/)\[[\da-f:.]+\]/i;
const hasBrackets = (address: string): boolean =>
  /[[\]{}]|\$\(/.test(withoutMasked(address.replace(ofHost, '$1').replaceAll(allExpansions, '')));

function isAtTarget(address: string, origins: ReadonlySet<string>): boolean {
  const [, origin] = /^(https?:\/\/[^/?#\\@]+)\//.exec(address) ?? [];
  return origin !== undefined && origins.has(origin);
}

const replayOf = (id: string): string => `npx animal-store-conformance replay ${id}`;

/** The line without the words that lead to the target: in a report of others, the reader must type these. */
export function withoutWays(report: Report): Report {
  const { again: _again, ...target } = report.target;
  return {
    ...report,
    target,
    rules: report.rules.map((rule) => ({
      ...rule,
      failures: rule.failures.map((failure) => ({ ...failure, replay: replayOf(failure.id) })),
    })),
  };
}

function isReplayLine(line: string, id: string): boolean {
  if (!/^\w[\w-]{0,40}$/.test(id)) return false;
  // The first versions of the kit wrote the command without npx.
  const inFull = line.startsWith('npx ') ? line : `npx ${line}`;
  if (inFull === replayOf(id)) return true;
  const isReplay = inFull.startsWith(`${replayOf(id)} `) && !inFull.includes('$A');
  return isReplay && wordsIn(inFull) !== undefined;
}
