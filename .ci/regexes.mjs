// Looks for regular expressions that a hostile text makes slow: what takes a minute for a megabyte is a hang. Usage:
// node .ci/regexes.mjs FOLDER, where recheck is installed in FOLDER.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';

const { check } = createRequire(join(process.argv[2], 'package.json'))('recheck');

/** Those that read only what the kit itself wrote, or a text that was cut before. */
const harmless = new Map([
  [String.raw`/\B(?=(\d{3})+$)/g`, 'a number has few digits'],
  [String.raw`/\{(.*?)\}/g`, 'the paths of the contract'],
  [String.raw`/\/\*\*.*?\*\//g`, 'the source of our own helpers'],
  [String.raw`/ Copy it to [^]*?\n(?!#)/`, 'our own template'],
  [String.raw`/^(.*?)(([a-zA-Z1-9])\3{999,})(.*)$/s`, 'keys that the kit makes'],
  [
    String.raw`/^\s*at .*?([^\s()]+:(?:line )?\d+(?::\d+)?)\)?$|^\s+(\S+\.go:\d+)\b/`,
    'lines of a stack trace, which are cut',
  ],
]);

/** The seed makes the search for slow texts the same each time. */
const limits = { timeout: 60_000, randomSeed: 1 };

const notInProduct = /\.test\.ts$|\.d\.ts$|^lib\/(?:testing|bench|proof|reference)\//;
const files = execFileSync('git', ['ls-files', 'lib', 'suites'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !notInProduct.test(file));

/** All nodes of a syntax tree. */
function* nodesIn(node) {
  if (typeof node !== 'object' || node === null) return;
  yield node;
  for (const child of Object.values(node)) yield* nodesIn(child);
}

const found = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  return [...nodesIn(parseSync(file, text).program)]
    .filter(({ type, regex }) => type === 'Literal' && regex)
    .map(({ regex, raw, start }) => ({
      ...regex,
      raw,
      place: `${file}:${text.slice(0, start).split('\n').length}`,
    }));
});
/** What was found by trying, on a busy machine now and then by mistake, is tried here with longer and longer texts. */
function takesLong(pattern, flags, { pumps, suffix, base }) {
  for (let repeat = base; ; repeat *= 2) {
    const text =
      pumps.map((one) => one.prefix + one.pump.repeat(repeat + one.bias)).join('') + suffix;
    const before = process.cpuUsage();
    text.replace(new RegExp(pattern, flags), '');
    if (process.cpuUsage(before).user > 500_000) return true;
    if (text.length > 500_000) return false;
  }
}

const slow = [];
const undecided = [];
for (const { pattern, flags, raw, place } of found) {
  if (harmless.has(raw)) continue;
  const { status, checker, complexity, attack } = await check(pattern, flags, limits);
  // A busy machine may not get through all of them in time, which says nothing against any.
  if (status === 'unknown') undecided.push(`${place} ${raw}`);
  if (status === 'vulnerable' && (checker !== 'fuzz' || takesLong(pattern, flags, attack)))
    slow.push(`${place} ${raw}: ${complexity.summary}, at ${attack.pattern}`);
}
const unused = [...harmless.keys()].filter((raw) => !found.some((one) => one.raw === raw));
const lines = [
  `${found.length} regular expressions, of which ${harmless.size} may be slow, as they read no hostile text.`,
  ...undecided.map((line) => `not decided in time: ${line}`),
  ...slow.map((line) => `slow: ${line}`),
  ...unused.map((raw) => `no longer there: ${raw}`),
];
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = slow.length + unused.length > 0 ? 1 : 0;
