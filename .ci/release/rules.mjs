// The rules of released versions, and what the next one may do to them: an id is never used for anything else,
// never gets stricter, and says when it came, was mended or went.
import { createHash } from 'node:crypto';
import { parse } from 'yaml';

const severity = { open: 0, implied: 1, stated: 2 };

/** `stated 1f3b09ac`: enough to see that a kind or a statement is another one. */
function stampOf({ kind, statement }) {
  const digest = createHash('sha256').update(statement).digest('hex');
  return `${kind} ${digest.slice(0, 8)}`;
}

/** A preview of 0.3.0 has the rules of 0.3.0. */
const releaseOf = (version) => version.replace(/-.*$/, '');

/** Nobody has said which version comes next: the one that is written down, or the next that may have new rules. */
function comingAfter(own, released) {
  if (!released.includes(own)) return own;
  const [major, minor] = own.split('.').map(Number);
  return `${major}.${minor + 1}.0`;
}

function isLater(one, other) {
  const [first, second] = [one, other].map((version) => version.split('.').map(Number));
  const at = first.findIndex((number, index) => number !== second[index]);
  return at >= 0 && first[at] > second[at];
}

/** By id, the last version that recorded it, and as what. */
function lastRecorded(record) {
  return new Map(
    Object.entries(record).flatMap(([version, stamps]) =>
      Object.entries(stamps).map(([id, stamp]) => [id, { version, stamp }]),
    ),
  );
}

/** `released`: the dated versions of the changelog; `own`: of package.json; `version`: about to be released, if any is. */
export function problemsOfRules({ text, record, released, version, own }) {
  const { rules, retired } = parse(text);
  const known = lastRecorded(record);
  const next = version === undefined ? undefined : releaseOf(version);
  const coming = next ?? comingAfter(releaseOf(own), released);
  const isTaken = (one) =>
    next === undefined
      ? released.includes(one) || released.some((past) => isLater(past, one))
      : one !== next;
  const gone = new Map(retired.map((row) => [row.id, row]));
  const problems = [];
  for (const [id, { version: last }] of known)
    if (!gone.has(id) && !rules.some((rule) => rule.id === id))
      problems.push(
        `${id} was released in ${last} and is gone: bring it back, or list it under \`retired\`.`,
      );
  for (const row of retired) problems.push(...ofRetired(row, known.get(row.id), released, next));
  for (const rule of rules) {
    const last = known.get(rule.id);
    problems.push(
      ...(last === undefined
        ? ofNew(rule, next, coming, isTaken)
        : ofOld(rule, last, next, coming)),
    );
  }
  return problems.map((problem) => `spec/rules.yaml: ${problem}`);
}

const mayRetire = (next) => /^(?:0\.\d+|\d+\.0)\.0$/.test(next);

function ofRetired({ id, in: version }, last, released, next) {
  if (last === undefined) return [`${id} was never released: remove it from \`retired\`.`];
  if (!isLater(version, last.version))
    return [`${id} is retired in ${version}, but was released in ${last.version}.`];
  if (next !== undefined && version !== next && !released.includes(version))
    return [`${id} says retired in ${version}: this release is ${next}.`];
  if (version === next && !mayRetire(next))
    return [`${id} is retired, which only a major version does (before 1.0.0, a minor one).`];
  return [];
}

function ofNew({ id, since }, next, coming, isTaken) {
  if (since === undefined)
    return [`${id} is new: say since which version it is there (since: ${coming}).`];
  if (!isTaken(since))
    return next === undefined || next.endsWith('.0')
      ? []
      : [`${id} is new, and ${next} is a patch, which adds no rules: release a minor version.`];
  return [
    next === undefined
      ? `${id} is new, but says since ${since}, which is released: name the next version (since: ${coming}).`
      : `${id} is new, but says since ${since}: this release is ${next}.`,
  ];
}

function ofOld(rule, { version, stamp }, next, coming) {
  const { id, kind, changed = {} } = rule;
  const [before] = stamp.split(' ');
  if (severity[kind] > severity[before])
    return [
      `${id} was ${before} in ${version} and is ${kind} now: a stricter rule needs an id of its own.`,
    ];
  const notes = Object.keys(changed).filter((one) => isLater(one, version));
  const wrong = next === undefined ? undefined : notes.find((one) => one !== next);
  if (wrong !== undefined) return [`${id} says changed in ${wrong}: this release is ${next}.`];
  return stamp === stampOf(rule) || notes.length > 0
    ? []
    : [
        `${id} says something else than in ${version}: note it (changed: { ${coming}: "..." }), or give what means something else an id of its own.`,
      ];
}

/** The record with the rules that a version brings or changes; a preview releases none. */
export function recordOf(text, record, version) {
  if (version !== releaseOf(version)) return record;
  const known = lastRecorded(record);
  const { rules } = parse(text);
  const mended = new Set(rules.filter(({ changed }) => changed?.[version]).map(({ id }) => id));
  const news = rules
    .map((rule) => [rule.id, stampOf(rule)])
    .filter(([id, stamp]) => known.get(id)?.stamp !== stamp || mended.has(id));
  const stamps = { ...record[version], ...Object.fromEntries(news) };
  return Object.keys(stamps).length === 0 ? record : { ...record, [version]: stamps };
}
