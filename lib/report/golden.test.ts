// Every word and every measure that a report shows, to the letter: a golden file for each. A change of what users see shows as
// a difference of files, for people to look at; `npx vitest run --project kit lib/report/golden.test.ts -u` accepts it.
import { describe, expect, test } from 'vitest';
import type { Report } from '../judge/result/report.js';
import {
  cleanReport,
  context,
  crashReport,
  exchange,
  failingReport,
  manyFailures,
  warnedReport,
} from '../testing/reports/fixture.js';
import { failure } from '../testing/reports/fixture-parts.js';
import { knownReport } from '../testing/reports/fixture-known.js';
import { trendAfter } from '../testing/reports/fixture-trend.js';
import { pageInLines } from '../testing/reports/golden.js';
import { githubAnnotations, renderResults, reportFiles } from './index.js';
import { renderInterrupted } from './terminal/interrupted.js';

/** A few samples show how one is shown. */
const short = (report: Report): Report => ({ ...report, samples: report.samples.slice(0, 3) });

/** A run that somebody bounded, slowed down and ended, of a target that sends what is no text. */
function oddReport(): Report {
  const report = failingReport();
  const sent = { text: 'AP8=', encoding: 'base64', size: 2, truncated: false } as const;
  return {
    ...report,
    target: { ...report.target, quickstartBaseUrl: 'https://quickstart.example' },
    profiles: { catalogue: 'inconclusive', quickstart: 'no-violation-found' },
    verdict: 'inconclusive',
    run: {
      ...report.run,
      scope: {
        full: false,
        readOnly: true,
        only: ['list-animals', 'add-animal'],
        exclude: ['list-animals.order'],
        shard: { index: 2, of: 4 },
        fewKeys: true,
        budget: { maxRequests: 1200, maxWrites: 1, withinSeconds: 90 },
      },
      effort: 'quick',
      throttled: 3,
      created: report.run.created.slice(0, 1),
      interrupted: true,
      warnings: [
        'The certificate of the target was not checked.',
        'The clock of the target is late.',
      ],
    },
    rules: report.rules.map((rule) => {
      if (rule.id === 'list-animals.nothing-matches')
        return { ...rule, because: 'full lists' as const };
      return rule.id === 'list-animals.unknown-status'
        ? { ...rule, outcome: 'failed', failures: [{ ...failure(), id: 'f-0099' }] }
        : rule;
    }),
    samples: [
      exchange({ number: 1, answer: sent }),
      exchange({ number: 2, answer: { ...sent, size: 70_000, truncated: true } }),
      exchange({ number: 3, answer: { ...sent, encoding: 'utf-8', size: 1500, truncated: true } }),
      exchange({ number: 4, noAnswer: { kind: 'reset', message: 'the connection was closed' } }),
      { ...exchange({ number: 5, method: 'POST', send: '{}', status: 302 }), resent: 2 },
    ],
  };
}

const reports: Readonly<Record<string, Report>> = {
  clean: short(cleanReport()),
  failing: short(failingReport()),
  crash: short(crashReport()),
  known: short(knownReport()),
  odd: oddReport(),
};
const width = 100;

/** Formats that differ little between reports are kept only for the reports with the most content. */
const ofFailingAlone = new Set([
  'report.json',
  'ctrf.json',
  'exchanges.har',
  'failures.http',
  'earl.jsonld',
  'results.sarif',
]);

/** The contract clause by clause and all below it is enough once. */
const shownOf = (name: string, page: string): string =>
  name === 'failing' ? page : page.slice(0, page.indexOf('<section id="contract"'));

describe.each(Object.entries(reports))('%s, to the letter', (name, report) => {
  const files = reportFiles(report, context).filter(
    (file) =>
      name === 'failing' ||
      (name === 'odd' && file.name === 'exchanges.har') ||
      !ofFailingAlone.has(file.name),
  );
  test.each(files.map((file) => [file.name, file.text] as const))('%s', async (file, text) => {
    const legible = file === 'report.html' ? pageInLines(shownOf(name, text)) : text;
    await expect(legible).toMatchFileSnapshot(`golden/${name}/${file}.txt`);
  });

  test.each([
    ['terminal', {}],
    ['terminal-quiet', { quiet: true }],
    ['terminal-verbose', { verbose: true }],
  ])('%s', async (file, how) => {
    const text = renderResults(report, context, { colour: false, width, ...how });
    await expect(text).toMatchFileSnapshot(`golden/${name}/${file}.txt`);
  });

  test('annotations', async () => {
    const text = githubAnnotations(report, context);
    await expect(text).toMatchFileSnapshot(`golden/${name}/annotations.txt`);
  });
});

test('of very many failures the first are told, and how many more there are', async () => {
  const report = short(manyFailures(60));
  const files = reportFiles(report, context).filter(({ name }) => name === 'summary.md');
  await expect(files[0]?.text).toMatchFileSnapshot('golden/many/summary.md.txt');
  const how = { colour: false, width };
  const annotations = githubAnnotations(report, context);
  await expect(annotations).toMatchFileSnapshot('golden/many/annotations.txt');
  await expect(renderInterrupted(report, how)).toMatchFileSnapshot(
    'golden/many/terminal-interrupted.txt',
  );
});

test('several causes, and what each broke besides', async () => {
  const report = manyFailures(30);
  const failing = report.rules.filter(({ failures }) => failures.length > 0);
  const like = ['off-by-one', 'no-limit'].map((fault) => ({ fault, sentence: `Has ${fault}.` }));
  let from = 0;
  const causes = [12, 2, 1, 3, 2, failing.length].map((size, at) => {
    const rules = failing.slice(from, (from += size));
    const failures = rules.flatMap((rule) => rule.failures.map(({ id }) => id));
    return { rules: rules.map(({ id }) => id), failures, like: at === 0 ? like : [] };
  });
  const grouped = short({ ...report, causes });
  const to = (name: string): string => `golden/causes/${name}.txt`;
  for (const [name, how] of Object.entries({ terminal: {}, verbose: { verbose: true } }))
    await expect(
      renderResults(grouped, context, { colour: false, width, ...how }),
    ).toMatchFileSnapshot(to(name));
  await expect(githubAnnotations(grouped, context)).toMatchFileSnapshot(to('annotations'));
  const files = new Map(reportFiles(grouped, context).map(({ name, text }) => [name, text]));
  await expect(files.get('summary.md')).toMatchFileSnapshot(to('summary.md'));
  const [section] =
    /<section id="failures"[^]*?(?=<section id="contract")/.exec(files.get('report.html') ?? '') ??
    [];
  const heads = section?.match(
    /<nav class="causes"[^]*?<\/nav>|<summary[^]*?<\/summary>|<p class="like">[^]*?<\/p>|<h4>.*?<\/h4>/g,
  );
  await expect(pageInLines((heads ?? []).join('\n'))).toMatchFileSnapshot(to('heads.html'));
});

test('the terminal in colours, and in a narrow window', async () => {
  const report = reports['failing']!;
  const coloured = renderResults(report, context, { colour: true, width });
  const legible = coloured.replaceAll(String.fromCharCode(27), '␛');
  await expect(legible).toMatchFileSnapshot('golden/failing/terminal-colours.txt');
  const narrow = renderResults(report, context, { colour: false, width: 40 });
  await expect(narrow).toMatchFileSnapshot('golden/failing/terminal-narrow.txt');
});

test('the last runs, where there are any', async () => {
  const report = reports['failing']!;
  const nights = [cleanReport(), knownReport(), warnedReport(), cleanReport()];
  const withTrend = { ...context, trend: trendAfter(report, nights) };
  const files = new Map(reportFiles(report, withTrend).map(({ name, text }) => [name, text]));
  const [section] =
    /<section id="trend"[^]*?<\/section>/.exec(files.get('report.html') ?? '') ?? [];
  await expect(pageInLines(section ?? '')).toMatchFileSnapshot('golden/trend/section.html.txt');
  expect(files.get('report.html')).toContain('<a href="#trend">The last 5 runs</a>');
  const [head] = (files.get('summary.md') ?? '').split('| Clause');
  await expect(head).toMatchFileSnapshot('golden/trend/summary-head.md.txt');
  const said = renderResults(report, withTrend, { colour: false, width }).replaceAll('\n', ' ');
  expect(said).toContain(
    'Since the last green run (2026-11-04): 5 rules began to fail (list-animals.limit-is-maximum, add-animal.keeps-category, add-animal.missing-name and 2 more), 1 new warning (add-animal.odd-names).',
  );
  // The files for programs depend on the report alone.
  for (const { name, text } of reportFiles(report, context))
    if (name !== 'report.html' && name !== 'summary.md') expect(files.get(name)).toBe(text);
});
