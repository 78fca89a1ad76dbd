#!/usr/bin/env node
// `npm run mutants`: judges honest servers in popular frameworks, each with one small mechanical change, in the same
// way as any server. A surviving change either affects nothing that a client sees, or the kit misses it: each survivor
// is read and named.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../contract/files.js';
import { join } from 'node:path';
import { frameworks, isThere, type Framework } from '../foreign/frameworks.js';
import { killsFile } from './kills.js';
import { judged, type Effort, type Ending } from './judged.js';
import { mutationsOf, type Mutation } from './mutate.js';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    effort: { type: 'string', default: 'standard' },
    id: { type: 'string' },
    of: { type: 'string' },
    learn: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

interface Mutant {
  readonly framework: Framework;
  readonly file: string;
  readonly mutation: Mutation;
}

interface Judged extends Mutant {
  readonly ending: Ending;
}

const sources = [
  ['Express', 'server.js'],
  ['FastAPI', 'server.py'],
  ['Flask', 'server.py'],
  ['Litestar', 'server.py'],
  ['Django REST framework', 'server.py'],
] as const;

/** Survivors that were read, and that break nothing in the contract or change nothing at all. */
const named = JSON.parse(
  readFileSync(join(packageRoot(), 'lib/proof/mutants/survivors.json'), 'utf8'),
) as Readonly<Record<string, string>>;

const reasonFor = ({ framework, mutation }: Mutant): string | undefined =>
  named[`${framework.name} ${mutation.id}`];

function everyMutant(): readonly Mutant[] {
  const wanted = sources.filter(([name]) => values.of === undefined || name === values.of);
  return wanted.flatMap(([name, file]) => {
    const framework = frameworks.find((one) => one.name === name);
    if (!framework || !isThere(framework)) {
      console.error(`${name} is not there: npm run foreign`);
      return [];
    }
    const source = readFileSync(join(framework.folder, file), 'utf8');
    return mutationsOf(source).map((mutation) => ({ framework, file, mutation }));
  });
}

/** The order depends on the seed only. */
function sampleOf(all: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  const rank = ({ mutation: { id } }: Mutant): number =>
    Math.imul(Number.parseInt(id, 16) ^ seed, 0x9e37_79b1) >>> 0;
  return [...all].sort((one, other) => rank(one) - rank(other)).slice(0, count);
}

async function judgeAll(mutants: readonly Mutant[], effort: Effort): Promise<readonly Judged[]> {
  const waiting = [...mutants];
  const done: Judged[] = [];
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const ending = await judged(mutant.framework, mutant.file, mutant.mutation, effort);
      done.push({ ...mutant, ending });
      console.error(line({ ...mutant, ending }));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return done;
}

const line = ({ framework, mutation, ending }: Judged): string =>
  [
    mutation.id,
    ending.what.padEnd(11),
    framework.name.padEnd(8),
    `${mutation.line}: ${mutation.before} => ${mutation.after}`,
    ending.says,
  ].join('  ');

function summary(all: readonly Judged[]): string {
  const started = all.filter(({ ending }) => ending.what !== 'stillborn');
  const of = (what: Ending['what']): number =>
    started.filter(({ ending }) => ending.what === what).length;
  const survivors = started.filter(({ ending }) => ending.what === 'survived');
  const isNamed = (one: Judged): boolean => reasonFor(one) !== undefined;
  const within = (requests: number): string => {
    const isShown = ({ ending: { shownBy } }: Judged): boolean =>
      shownBy.some(({ after }) => after <= requests);
    const found = started.filter(isShown).length;
    return `${requests}: ${((100 * found) / of('killed')).toFixed(1)} %`;
  };
  return [
    `${started.length} mutants started: ${of('killed')} killed, ${of('undecided')} undecided, ${survivors.length} survived (${survivors.filter(isNamed).length} of them named as equivalent or legal).`,
    `Of the killed, shown by so many requests: ${[50, 100, 194, 300].map(within).join(', ')}.`,
    ...survivors.map((one) => `${line(one)}\n    ${reasonFor(one) ?? 'NOT NAMED: read it'}`),
  ].join('\n');
}

/** A mutant that more cases show than this teaches nothing about any of them. */
const mostCases = 100;

/** Records which cases showed each mutant, for `npm run order` to learn from. */
function learnFrom(all: readonly Judged[]): void {
  const rows = all
    .filter(({ ending: { what, shownBy } }) => what === 'killed' && shownBy.length <= mostCases)
    .map(({ framework, mutation, ending: { shownBy } }) => {
      const names: Record<string, string[]> = {};
      for (const { experiment, name } of shownBy) (names[experiment] ??= []).push(name);
      return `  ${JSON.stringify(`${framework.name} ${mutation.id}`)}: ${JSON.stringify(names)}`;
    });
  writeFileSync(killsFile, `{\n${rows.sort().join(',\n')}\n}\n`);
}

if (values.help) {
  console.log(`npm run mutants -- [--count 60] [--seed 1] [--effort standard|quick] [--of FRAMEWORK] [--id ID] [--learn]

  Needs the servers of \`npm run foreign\`. Exits with 1 where a mutant survives that lib/proof/mutants/survivors.json
  does not name. With --learn, which cases show each mutant goes to lib/proof/mutants/kills.json, from which
  \`npm run order\` learns.`);
} else {
  const all = everyMutant();
  const chosen = values.id
    ? all.filter(({ mutation }) => mutation.id === values.id)
    : sampleOf(all, Number(values.count), Number(values.seed));
  const done = await judgeAll(chosen, values.effort === 'quick' ? 'quick' : 'standard');
  console.log(summary(done));
  if (values.learn) learnFrom(done);
  const isMissed = (one: Judged): boolean =>
    one.ending.what === 'survived' && reasonFor(one) === undefined;
  process.exitCode = done.some(isMissed) ? 1 : 0;
}
