// What a person sees on a terminal, in a narrow window, in a pipe, and from a hostile target.
import { describe, expect, test } from 'vitest';
import type { Failure, Report, RuleResult } from '../../judge/result/report.js';
import {
  cleanReport,
  context,
  failingReport,
  manyFailures,
} from '../../testing/reports/fixture.js';
import { base, failure } from '../../testing/reports/fixture-parts.js';
import { hostileReport } from '../../testing/reports/fixture-hostile.js';
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
  test('ends with the verdict, in glyph and word', () => {
    expect(renderResults(cleanReport(), context, plain)).toMatch(
      /\n✓ 2\d of 30 rules passed[^\n]* conformant[^\n]*\n$/,
    );
    expect(renderResults(failingReport(), context, plain)).toMatch(
      /\n✗ 18 of 30[^\n]* not conformant\.\n$/,
    );
  });

  test('names the page on reading a report where there is something to fix, but not when quiet', () => {
    const guided = { ...context, guide: 'spec/guide/reading-a-report.md' };
    const named = /^How to read this: spec\/guide\/reading-a-report\.md$/gm;
    expect(renderResults(failingReport(), guided, plain).match(named)).toHaveLength(1);
    expect(renderResults(failingReport(), guided, { ...plain, quiet: true })).not.toMatch(named);
    expect(renderResults(cleanReport(), guided, plain)).not.toMatch(named);
    expect(renderResults(failingReport(), context, plain)).not.toContain('How to read this');
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

  test('shows a failure in a dozen lines, without the headers that every request has', () => {
    const text = renderResults(failingReport(), context, plain);
    const blocks = text.split(/^(?=[✗!] )/m).filter((part) => part.includes('cause '));
    expect(blocks).toHaveLength(3);
    for (const block of blocks) expect(block.trimEnd().split('\n').length).toBeLessThanOrEqual(17);
    expect(text).not.toMatch(/│ (?:accept|connection|user-agent|date|x-request-id)/i);
    const verbose = renderResults(failingReport(), context, { ...plain, verbose: true });
    expect(verbose).toMatch(/│ accept: application\/json/);
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

  test('shows every rule under its clause, with glyph and word, when verbose', () => {
    const text = renderResults(failingReport(), context, verbose);
    for (const rule of failingReport().rules)
      expect(text).toMatch(
        new RegExp(
          `^  [✓✗!?–·i] (?:passed|failed|warning|undecided|inapplicable|untested|observed) +${rule.id.replace('.', '\\.')}`,
          'm',
        ),
      );
    expect(text.indexOf('4.1 List animals')).toBeLessThan(text.indexOf('4.2 Add an animal'));
  });

  test('puts a failure into one block: cause, clause, difference, request, answer, commands', () => {
    const text = renderResults(failingReport(), context, plain);
    const block = text.slice(
      text.indexOf('add-animal.keeps-category  cause'),
      text.indexOf('replay f-0002') + 13,
    );
    for (const part of [
      'another last digit',
      '2 Resources and their fields',
      'beyond 2^53',
      ', 31 of 100 cases\n',
      'POST https://animals.example/v1/pets',
      '201 Created',
      '9007199254740992',
      'curl -sS -X POST',
      'replay f-0002',
    ])
      expect(block).toContain(part);
    expect(block).toMatch(/expected {3}\{"name".*\n +\^+\n +actual/);
  });

  test('says how long a command is that fills the screen', () => {
    const report = changed((failure) => ({ ...failure, curl: `curl -d ${'a'.repeat(2000)} x` }));
    const text = renderResults(report, context, plain);
    expect(text).toContain('    curl … (2,010 bytes: see report.json)\n');
    expect(text).not.toContain('aaaa');
  });

  test('says that curl does not split a body as the kit does', () => {
    const said = (text: string, header: string): string =>
      renderResults(
        changed((failure) => ({
          ...failure,
          curl: 'curl x',
          exchanges: failure.exchanges.map((one) => ({
            ...one,
            request: {
              ...one.request,
              headers: [[header, 'chunked'] as const],
              body: { text, encoding: 'utf-8' as const, size: 9, truncated: false },
            },
          })),
        })),
        context,
        plain,
      );
    const remark =
      '\n    curl sends this body in one piece; `replay` splits it within a character\n';
    expect(said('{"name":"Zoë"}', 'Transfer-Encoding')).toContain(`    curl x${remark}`);
    expect(said('{"name":"Zoe"}', 'Transfer-Encoding')).not.toContain(remark);
    expect(said('{"name":"Zoë"}', 'X-Other')).not.toContain(remark);
  });

  test('says why there is no curl line where the body is too long for one', () => {
    const said = (size: number): string => {
      const report = changed((failure) => ({
        ...failure,
        curl: null,
        exchanges: failure.exchanges.map((one) => ({
          ...one,
          request: {
            ...one.request,
            body: { text: '{"name": "a', encoding: 'utf-8' as const, size, truncated: true },
          },
        })),
      }));
      return renderResults(report, context, plain);
    };
    expect(said(200_085)).toMatch(
      /\n {4}no curl line: the body of 200\.1 kB is too long for one\n {4}animal-store-\S+ replay /,
    );
    expect(said(20)).not.toContain('no curl line');
  });

  test('puts stated failures before warnings and steady ones before intermittent ones', () => {
    const text = renderResults(failingReport(), context, verbose);
    const places = [
      'failed  add-animal.missing-name  cause ',
      'failed  authentication.every-request  cause ',
      '! warning  add-animal.odd-names',
    ].map((start) => text.indexOf(start));
    expect(places.every((place) => place > 0)).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
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

  test('says one defect once, with what it broke besides beneath it', () => {
    const report = failingReport();
    const failed = report.rules.filter(({ failures }) => failures.length > 0).slice(0, 3);
    const [first, ...also] = failed as [RuleResult, ...RuleResult[]];
    const causes = [
      {
        rules: failed.map(({ id }) => id),
        failures: failed.flatMap(({ failures }) => failures.map(({ id }) => id)),
        like: [{ fault: 'limit-off-by-one', sentence: 'Compares a limit with < instead of <=.' }],
      },
    ];
    const text = renderResults({ ...report, causes }, context, plain);
    expect(text.match(/failed {2}[a-z-]+\.[a-z-]+(?=$| {2}\d)/gm)).toEqual([`failed  ${first.id}`]);
    expect(text).toMatch(
      /looks like +a server that compares a limit with < instead of <=\. \(`reference --fault\s+limit-off-by-one`\)/,
    );
    for (const { id } of also) expect(text).toMatch(new RegExp(`also fails|^ +${id}`, 'm'));
    expect(text).toMatch(new RegExp(`also fails +${also[0]?.id ?? ''}`));
  });

  test('says the same reason for many rules once', () => {
    const report = failingReport();
    const reason = 'The candidate was gone from request 212 on.';
    const rules = report.rules.map((rule) => ({
      ...rule,
      outcome: 'cantTell' as const,
      failures: [],
      reason,
    }));
    const text = renderResults({ ...report, rules }, context, plain);
    expect(text.match(/The candidate was gone/g)).toHaveLength(1);
    expect(text).toMatch(
      /\? undecided {2}30 rules and 4 observations: The candidate was gone from request 212 on\./,
    );
  });

  test('says a reason once for rules with other counts', () => {
    const report = failingReport();
    const rules = report.rules.map((rule, at) => {
      const values = { undecided: 1, cases: at };
      const why = { what: 'undecided', values, why: { what: 'interrupted' } };
      return { ...rule, outcome: 'cantTell' as const, failures: [], reason: `In ${at}.`, why };
    });
    const text = renderResults({ ...report, rules }, context, plain);
    expect(text).toMatch(/\? undecided {2}30 rules and 4 observations: the run was interrupted\n/);
  });

  test('is brief when quiet: what failed, and the verdict', () => {
    const lines = renderResults(failingReport(), context, { ...plain, quiet: true })
      .trimEnd()
      .split('\n');
    expect(lines.filter((line) => /^[✗!] /.test(line))).toHaveLength(7);
    expect(renderResults(cleanReport(), context, { ...plain, quiet: true })).toMatch(/^✓ 26 of 30/);
  });

  test('stays readable when nearly everything fails', () => {
    const text = renderResults(manyFailures(), context, plain);
    expect(text).toMatch(/^and \d+ more causes$/m);
    expect(text.split('\n').length).toBeLessThan(80);
  });
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
