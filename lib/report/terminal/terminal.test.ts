// What a person sees on a terminal, in a narrow window, in a pipe, and from a hostile target; the rest is in golden files.
import { describe, expect, test } from 'vitest';
import type { Failure, RecordedExchange, Report, RuleResult } from '../../judge/result/report.js';
import {
  cleanReport,
  context,
  failingReport,
  manyFailures,
} from '../../testing/reports/fixture.js';
import { base, body, exchange, failure } from '../../testing/reports/fixture-parts.js';
import { hostileReport } from '../../testing/reports/fixture-hostile.js';
import { renderInterrupted } from './interrupted.js';
import { columns, wrap } from './lines.js';
import { renderProgress, renderResults, renderRuleLine } from './terminal.js';

const plain = { colour: false, width: 100 };
const verbose = { ...plain, verbose: true };
const commands = /^ {4}(?:curl|(?:npx )?animal-store-conformance) /;
const escape = String.fromCharCode(27);
const withoutColours = (text: string): string =>
  text.replace(new RegExp(`${escape}\\[[\\d;]*m`, 'g'), '');

/** A report whose failures are changed. */
function changed(change: (failure: Failure) => Failure): Report {
  const report = failingReport();
  const rules = report.rules.map((rule) => ({ ...rule, failures: rule.failures.map(change) }));
  return { ...report, rules };
}

describe('results on a terminal', () => {
  test('names the page on reading a report where there is something to fix, but not when quiet', () => {
    const guided = { ...context, guide: 'spec/guide/reading-a-report.md' };
    const named = /^How to read this: spec\/guide\/reading-a-report\.md$/gm;
    expect(renderResults(failingReport(), guided, plain).match(named)).toHaveLength(1);
    expect(renderResults(failingReport(), guided, { ...plain, quiet: true })).not.toMatch(named);
    expect(renderResults(cleanReport(), guided, plain)).not.toMatch(named);
    expect(renderResults(failingReport(), context, plain)).not.toContain('How to read this');
  });

  test('say why a partial run left rules out, most of them first', () => {
    const report = cleanReport();
    const reasons = ['needs writes', 'needs writes', 'needs writes', 'outside the budget'];
    const rules = report.rules.map((rule, at): RuleResult => {
      const reason = reasons[at];
      return reason === undefined || rule.kind === 'open'
        ? rule
        : { ...rule, outcome: 'untested', reason };
    });
    const said = 'Untested: 3 rules: needs writes; 3 more: see the report.';
    const partial: Report = { ...report, rules, verdict: 'no-violation-found' };
    expect(renderResults(partial, context, plain)).toContain(said);
    expect(renderResults({ ...partial, verdict: 'conformant' }, context, plain)).not.toContain(
      'Untested:',
    );
  });

  test.each([
    ['node server.js', 'node server.js &'],
    ['npm ci && npm start', '(npm ci && npm start) &'],
  ])('say how to start a candidate that has ended, for its curl lines: %s', (command, line) => {
    const report = failingReport();
    const baseUrl = 'http://127.0.0.1:31999/v1';
    const quickstart = ['--quickstart', 'http://127.0.0.1:$PORT/quickstart'];
    const said = 'To use the curl lines: export ANIMAL_STORE_API_KEY=fake-key PORT=31999; ';
    for (const before of [[], quickstart]) {
      const target = { ...report.target, baseUrl, again: [...before, '--start', command] };
      expect(renderResults({ ...report, target }, context, plain)).toContain(`${said}${line}\n`);
    }
    expect(renderResults(report, context, plain)).not.toContain('To use the curl lines');
  });

  test('with a key in which they can change what they change in the key of the run', () => {
    const curl = `curl '${base}' -H "Authorization: Bearer $(printf %s "$ANIMAL_STORE_API_KEY" | sed 's/./_/19')"`;
    const [rule, ...others] = failingReport().rules;
    const rules = [{ ...rule!, failures: [failure({ curl })] }, ...others];
    const target = { ...failingReport().target, again: ['--start', 'node server.js'] };
    const said = renderResults({ ...failingReport(), rules, target }, context, plain);
    expect(/ANIMAL_STORE_API_KEY=(\S+) PORT/.exec(said)?.[1]).toHaveLength('fake-'.length + 32);
  });

  test('says that a body was empty, where one belongs to the request', () => {
    const [rule, ...others] = failingReport().rules;
    const saying = (sketch: Parameters<typeof exchange>[0]): string => {
      const failures = [failure({ exchanges: [exchange(sketch)] })];
      const rules = [{ ...rule!, failures }, ...others];
      return renderResults({ ...failingReport(), rules }, context, plain);
    };
    const empty = '(an empty body)';
    expect(saying({ method: 'POST' })).toContain(empty);
    expect(saying({ method: 'POST', send: '' })).toContain(empty);
    expect(saying({ method: 'POST', send: '{}' })).not.toContain(empty);
    expect(saying({ method: 'GET' })).not.toContain(empty);
  });

  test('says that the quickstart was not tested, where its rules were to be', () => {
    const said = 'The quickstart (messages) was not tested: add --quickstart URL';
    const report = cleanReport();
    const profiles = { ...report.profiles, quickstart: 'conformant' as const };
    const rules = report.rules.filter(({ profile }) => profile === 'catalogue');
    expect(renderResults(report, context, plain)).toContain(said);
    expect(renderResults({ ...report, profiles }, context, plain)).not.toContain(said);
    // And nothing stands in its place: the verdict is right below the counts.
    expect(renderResults({ ...report, profiles }, context, plain)).toMatch(/created\n\n✓ /);
    expect(renderResults({ ...report, rules }, context, plain)).not.toContain(said);
  });

  test('says what passed in a dozen lines, the page above the verdict, and nothing twice', () => {
    const page = { shown: 'reports/staging/report.html' };
    const lines = renderResults(cleanReport(), context, { ...plain, page })
      .trimEnd()
      .split('\n');
    expect(lines.length).toBeLessThan(12);
    expect(lines).toContain('Report: reports/staging/report.html');
    expect(lines.at(-2)).toBe('Report: reports/staging/report.html');
    expect(lines.filter((line) => /\bpassed\b/.test(line))).toHaveLength(1);
  });

  test('links the page where a terminal can open it, and nothing else', () => {
    const page = { shown: 'r/report.html', address: 'file:///tmp/r/report.html' };
    const link = `${escape}]8;;file:///tmp/r/report.html${escape}\\r/report.html${escape}]8;;${escape}\\`;
    const shown = (how: object): string =>
      renderResults(hostileReport(), context, { ...plain, ...how });
    expect(shown({ page, colour: true })).toContain(`Report: ${link}\n`);
    expect(shown({ page, colour: true }).split(`${escape}]8`)).toHaveLength(3);
    expect(shown({ page })).toContain('Report: r/report.html\n');
    const odd = { shown: 'r', address: `file:///r${escape}]0;title` };
    expect(shown({ page: odd, colour: true })).not.toContain(`${escape}]`);
  });

  test('has a line for each warning, cut to the window, and no heading', () => {
    const report = failingReport();
    const rules = report.rules.filter(
      ({ kind, outcome }) => kind === 'implied' || outcome === 'passed',
    );
    const warned = { ...report, rules, verdict: 'conformant' as const };
    const text = renderResults(warned, context, { ...plain, width: 60 });
    const lines = text.split('\n').filter((line) => line.includes('warning  '));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^! warning {2}add-animal\.odd-names: .*…$/);
    expect(text).toContain('\nMore about a warning: npx animal-store-conformance explain ');
    expect(columns(lines[0] ?? '')).toBeLessThanOrEqual(60);
    expect(text).not.toContain('What failed');
    const piped = renderResults(warned, context, { ...plain, width: 60, whole: true });
    expect(piped).toMatch(/^! warning {2}add-animal\.odd-names: [^\n]*[^…]$/m);
  });

  test('says requests that look alike once, with their number', () => {
    const report = changed((failure) => {
      const [first] = failure.exchanges;
      return first === undefined
        ? failure
        : { ...failure, exchanges: [first, first, first, first, ...failure.exchanges] };
    });
    const text = renderResults(report, context, plain);
    expect(text).toMatch(
      /^ {2}before it {2}POST https:\S+ \{[^]+?\} → 201\s+Created \(4 times\)$/m,
    );
  });

  test('says how long a command is that fills the screen', () => {
    const report = changed((failure) => ({ ...failure, curl: `curl -d ${'a'.repeat(2000)} x` }));
    const text = renderResults(report, context, plain);
    expect(text).toContain('    curl … (2,010 bytes: see report.json)\n');
    expect(text).not.toContain('aaaa');
  });

  /** With the last request of each failure changed. */
  const sending = (curl: string | null, request: Partial<RecordedExchange['request']>): string =>
    renderResults(
      changed((failure) => ({
        ...failure,
        curl,
        exchanges: failure.exchanges.map((one) => ({
          ...one,
          request: { ...one.request, ...request },
        })),
      })),
      context,
      plain,
    );

  test.each([
    ['{"name":"Zoë"}', 'Transfer-Encoding', true],
    ['{"name":"Zoe"}', 'Transfer-Encoding', false],
    ['{"name":"Zoë"}', 'X-Other', false],
  ])('says that curl does not split a body as the kit does: %s, %s', (text, header, is) => {
    const remark =
      '\n    curl sends this body in one piece; `replay` splits it within a character\n';
    const said = sending('curl x', { headers: [[header, 'chunked']], body: body(text) });
    expect(said.includes(`    curl x${remark}`)).toBe(is);
  });

  test('says why there is no curl line where the body is too long for one', () => {
    const said = (size: number): string =>
      sending(null, { body: body('{"name": "a', { size, truncated: true }) });
    expect(said(200_085)).toMatch(
      /\n {4}no curl line: the body of 200\.1 kB is too long for one\n {4}animal-store-\S+ replay /,
    );
    expect(said(20)).not.toContain('no curl line');
  });

  test.each([32, 40, 60, 80, 100, 200])(
    'keeps to %i columns, but for commands, which are there to be copied',
    (width) => {
      for (const report of [failingReport(), hostileReport()]) {
        for (const line of renderResults(report, context, { colour: false, width }).split('\n')) {
          if (!commands.test(line)) expect(columns(line)).toBeLessThanOrEqual(Math.max(32, width));
        }
      }
    },
  );

  test('has colours only when asked, and the same words with and without', () => {
    const text = renderResults(failingReport(), context, verbose);
    expect(text).not.toContain('\u001b');
    const coloured = renderResults(failingReport(), context, { ...verbose, colour: true });
    expect(coloured).toContain('\u001b[31m✗ failed');
    expect(withoutColours(coloured)).toBe(text);
  });

  test('is never steered by a target', () => {
    for (const colour of [true, false]) {
      const text = renderResults(hostileReport(), context, { colour, width: 90 });
      expect(withoutColours(text).replaceAll('\n', ' ')).not.toMatch(
        /\p{Cc}|\p{Bidi_Control}|\p{Cs}|[\u200b\u2028\u2029\ufeff]/u,
      );
      expect(text).not.toMatch(/^\s*::/m);
      expect(text).not.toMatch(/##(?:\[|vso\[)/);
    }
  });

  test.each<[string, (at: number) => Partial<RuleResult>]>([
    [
      'The candidate was gone from request 212 on.',
      () => ({ reason: 'The candidate was gone from request 212 on.' }),
    ],
    [
      'the run ended early',
      (cases) => {
        const values = { undecided: 1, cases };
        const why = { what: 'undecided', values, why: { what: 'interrupted' } } as const;
        return { reason: `In ${cases}.`, why };
      },
    ],
  ])('says the same reason for many rules once: %s', (reason, of) => {
    const report = failingReport();
    const rules = report.rules.map((rule, at): RuleResult => ({
      ...rule,
      outcome: 'cantTell',
      failures: [],
      ...of(at),
    }));
    const text = renderResults({ ...report, rules }, context, plain).replace(/\n +/g, ' ');
    expect(text).toContain(`? undecided  30 rules and 4 observations: ${reason}`);
    expect(text.split(reason)).toHaveLength(2);
  });

  test('stays readable when nearly everything fails', () => {
    const text = renderResults(manyFailures(), context, plain);
    expect(text).toMatch(/^and \d+ more causes$/m);
    expect(text.split('\n').length).toBeLessThan(80);
  });
});

test.each([60, 100])('an interrupted run has a few lines, %i columns wide', (width) => {
  for (const report of [cleanReport(), manyFailures()]) {
    const text = renderInterrupted(report, { colour: false, width });
    const lines = text.trimEnd().split('\n');
    // With the three lines around them a dozen.
    expect(lines.length).toBeLessThanOrEqual(9);
    for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(width);
  }
  expect(renderInterrupted(cleanReport(), { colour: false, width })).not.toContain('✗');
});

describe('the live line', () => {
  test('never exceeds the window', () => {
    const state = {
      done: 31,
      total: 80,
      exchanges: 1200,
      running: ['add-animal.keeps-name', 'list-animals.limits-accepted', 'sequences.model'],
    };
    for (const width of [20, 40, 80, 120])
      expect(columns(renderProgress(state, { width }))).toBeLessThan(Math.max(21, width));
    expect(renderProgress(state, { width: 120 })).toContain(
      '31 of 80 rules and observations, 1,200 requests',
    );
    for (const [expected, sent] of [
      [2480, '1,200 of about 2,480 requests'],
      [1190, '1,200 requests'],
    ] as const)
      expect(renderProgress({ ...state, expected, running: [] }, { width: 120, inLog: true })).toBe(
        `31 of 80 rules and observations, ${sent}`,
      );
  });

  test('names the cause of a failed rule beside it', () => {
    const failed = failingReport().rules.find((rule) => rule.id === 'add-animal.missing-name');
    if (failed === undefined) throw new Error('the fixture has no such rule');
    expect(renderRuleLine(failed, plain)).toMatch(
      /^ {2}✗ failed +add-animal\.missing-name +An animal without a name was added\.$/,
    );
  });
});

describe('wrapping', () => {
  test('counts East Asian characters and emoji as two columns, marks as none', () => {
    expect([columns('猫犬'), columns('🐈'), columns('e\u0301'), columns('abc')]).toEqual([
      4, 2, 1, 3,
    ]);
  });

  test('breaks inside a word only when the word is longer than a line', () => {
    const lines = wrap([{ text: 'one two 猫猫猫猫猫猫猫猫 three' }], 10).map((line) =>
      line
        .map((span) => span.text)
        .join('')
        .trimEnd(),
    );
    expect(lines).toEqual(['one two', '猫猫猫猫猫', '猫猫猫', 'three']);
  });
});
