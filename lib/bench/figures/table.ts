// Formats the figures as a Markdown table with the same lines in the same order each time.
import { chainLabel, type Row } from '../growth.js';
import type { Spread } from '../measure.js';
import type { Rates, Results } from './results.js';

/** The median, and the least and the greatest value: "1.24 (1.19–1.31)". */
function spread({ median, least, greatest }: Spread, digits: number): string {
  return Number.isNaN(median)
    ? 'not measured'
    : `${number(median, digits)} (${number(least, digits)}–${number(greatest, digits)})`;
}

export function number(value: number, digits: number): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

const seconds = ({ median, least, greatest }: Spread): Spread => ({
  median: median / 1000,
  least: least / 1000,
  greatest: greatest / 1000,
});

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  row(...heads),
  row(...heads.map((_, index) => (index === 0 ? '---' : '---:'))),
  ...rows.map((cells) => row(...cells)),
];

const [begin, end] = [
  '<!-- figures: written by `npm run bench -- --save` -->',
  '<!-- end of figures -->',
];

/** Replaces the figures of the page by these. */
export function withFigures(page: string, figures: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error(`.github/speed.md holds no place for the figures: ${begin} … ${end}`);
  return `${page.slice(0, from)}${begin}\n\n${figures}\n${page.slice(to)}`;
}

export function markdownOf(results: Results): string {
  const { machine, at, rates, start, growth } = results;
  const rate = ({
    label,
    exchanges,
    perSecond,
    cpuMicros,
    cpuToBare,
    speedToBare,
  }: Rates): readonly string[] => [
    label,
    number(exchanges, 0),
    number(perSecond.kit.median, 0),
    spread(speedToBare, 2),
    number(cpuMicros.kit.median, 0),
    spread(cpuToBare, 2),
  ];
  const grown = ({
    label,
    exchanges,
    remaining,
    wallMs,
    toFirst,
    peakMb,
    verdict,
  }: Row): readonly string[] => [
    label,
    number(exchanges, 0),
    number(remaining, 0),
    spread(seconds(wallMs), 2),
    spread(toFirst, 2),
    `${number(peakMb.greatest, 0)} MB`,
    verdict,
  ];
  const heads = (what: string): readonly string[] => [
    what,
    'exchanges',
    'animals left',
    'seconds',
    'times the first',
    'peak memory',
    'verdict',
  ];
  const [slow, chain] = [
    growth.latency.at(-2),
    growth.latency.find(({ label }) => label === chainLabel()),
  ];
  return [
    `Measured ${at.slice(0, 10)} with Node ${machine.node.slice(1)} on ${machine.cores} cores of ${machine.processor}, at a load of ${machine.loadBefore} to ${machine.loadAfter} of other work. Each figure is the median of several repetitions,`,
    'with the least and the greatest in brackets; each ratio is of two measurements side by side. The server is a process of its own.',
    '',
    ...detectionOf(results.detection),
    '**An exchange.** *Bare* is undici’s `request`, `JSON.parse` and ajv as it comes, for the same requests over as many connections. *A whole run* is all rules at the reference server, in a process of its own, as the command makes it,',
    'which lets Node’s compiler wait; so is the loop beside it, with Node as it is. *The engine alone* is two rules again and again in one process, where everything is compiled that will be.',
    '',
    ...table(
      ['', 'exchanges', 'a second', 'speed, bare = 1', 'µs of CPU each', 'CPU, bare = 1'],
      rates.map(rate),
    ),
    '',
    '**The command.** All of `npm start` (without npm itself): the reference server is started, tested with every rule and reported on.',
    '',
    ...table(
      ['', 'seconds', 'times an empty vitest run', 'times an empty `node -e 0`'],
      [
        [
          'first result printed',
          spread(seconds(start.firstResultMs), 2),
          spread(start.firstResultToVitest, 2),
          '',
        ],
        [
          'whole command',
          spread(seconds(start.kitMs), 2),
          spread(start.kitToVitest, 2),
          spread(start.kitToEmpty, 1),
        ],
        ['an empty vitest run', spread(seconds(start.vitestMs), 2), '1', ''],
        ['an empty `node -e 0`', spread(seconds(start.emptyMs), 2), '', '1'],
      ],
    ),
    '',
    `It takes ${number(start.peakMb.greatest, 0)} MB at most, the server that it tests included. The runs below are each made by a fresh process, whose start is not counted.`,
    '',
    '**Growth.**',
    '',
    ...table(heads('effort'), growth.effort.map(grown)),
    '',
    ...table(heads('animals in the store'), growth.store.map(grown)),
    '',
    ...table(heads('latency of every answer'), growth.latency.map(grown)),
    '',
    'Whatever a target sends in place of its lists, the memory that a run takes stays below 300 MB:',
    '',
    ...table(heads('every list holds'), growth.lists.map(grown)),
    '',
    '**What a target bears.** The run beside the shortest time in which the target itself can answer so many requests, where requests need not wait for one another.',
    '',
    ...table(
      ['target', 'exchanges', 'seconds', 'at least', 'times'],
      results.widths.map(({ label, exchanges, seconds: took, leastSeconds }) => [
        label,
        number(exchanges, 0),
        number(took, 1),
        number(leastSeconds, 1),
        number(took / leastSeconds, 2),
      ]),
    ),
    '',
    ...slowestOf(results.slowest),
    ...(slow && chain
      ? [
          `At 50 ms a run takes ${number((slow.wallMs.median - chain.wallMs.median) / 1000, 1)} s more than the requests in it that have to wait for one another.`,
          '',
        ]
      : []),
  ].join('\n');
}

function detectionOf(detection: Results['detection']): readonly string[] {
  if (detection === null) return [];
  const percent = (share: number): string => `${number(share * 100, 1)} %`;
  return [
    `**Detection.** Of ${number(detection.faults, 0)} servers of the proof that break the contract, so many make a run say so. *Held out*: each half is looked for with an order that was learned from the other half.`,
    'Most faults of the proof are narrow on purpose: a single case shows them, and one in twenty only shows now and then, or after hundreds of requests.',
    '',
    ...table(
      ['requests, at most', 'sent', 'found', 'found, held out'],
      detection.points.map(({ budget, requests, share, heldOut }) => [
        budget === null ? 'all' : number(budget, 0),
        number(requests, 0),
        percent(share),
        percent(heldOut),
      ]),
    ),
    '',
  ];
}

function slowestOf(slowest: Results['slowest']): readonly string[] {
  if (slowest === null) return [];
  const { correctSeconds, of, faults } = slowest;
  return [
    `**Broken servers.** The slowest ten of ${number(of, 0)} faults; the correct server takes ${number(correctSeconds, 1)} s.`,
    '',
    ...table(
      ['fault', 'exchanges', 'seconds'],
      faults.map(({ fault, exchanges, seconds: took }) => [
        `\`${fault}\``,
        number(exchanges, 0),
        number(took, 1),
      ]),
    ),
    '',
  ];
}
