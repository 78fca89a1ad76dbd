// `plan`, and what a run says beforehand: about what is sent then, and nothing is sent for it.
import { describe, expect, test } from 'vitest';
import { allRules } from '../../../../suites/index.js';
import type { Effort, Report } from '../../../judge/result/report.js';
import { dryRun, type Plan } from '../../../in-memory/dry-run.js';
import { atServer } from '../../../testing/at-server.js';
import { command, inFolder } from '../../../testing/io.js';
import { aboutSo, wholeRuns } from '../../runs/cost.js';

async function planned(...argv: readonly string[]): Promise<Plan> {
  const { code, out, err } = await command(['plan', '--json', ...argv], {
    environment: { ANIMAL_STORE_PRODUCTION_URL: 'https://animals.invalid/v1' },
  });
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Plan;
}

/** What is left of a budget is less than the next case costs. */
const largestCase = 6;

describe('plan', () => {
  test('shows each rule with its requests and writes, and the sums', async () => {
    const { code, out } = await command(['plan'], {});
    expect(code).toBe(0);
    for (const { id } of allRules)
      expect(out).toMatch(new RegExp(`^ {2}${id} +[\\d,]+ +([\\d,]+|-)( |$)`, 'm'));
    const inOneLine = out.replaceAll('\n', ' ');
    expect(inOneLine).toMatch(
      /^reference, full, standard effort: about [\d,]+ requests, [\d,]+ of them writes; up to about \d+ animals will remain, more if rules fail\. Rehearsed on an empty store: nothing was sent\. /,
    );
    const brief = (await command(['plan', '--quiet'], {})).out;
    expect(out.startsWith(brief)).toBe(true);
    expect(inOneLine).toContain(
      'Rules share requests, so the rows below add up to more than the total.',
    );
    expect(brief.replaceAll('\n', ' ')).toMatch(/^reference, full[^]+ fewer adds\. $/);
  });

  test('calls a scope full only where no budget cuts it', async () => {
    const scopes = ['--max-requests 900 --max-writes 50', '--max-writes 5000'];
    const plans = await Promise.all(
      scopes.map((flags) => command(['plan', '--quiet', ...flags.split(' ')], {})),
    );
    expect(plans.map(({ out }) => out.split(', standard')[0])).toEqual([
      'reference, at most 900 requests and 50 writes',
      'reference, full',
    ]);
  });

  test('says of a store that it has not seen nothing but that', async () => {
    const plan = await planned('reference', '--read-only');
    const notes = plan.rules.flatMap(({ note }) => note ?? []);
    expect(notes).toContain('the rehearsal lacked the animals for it');
    expect(notes.filter((note) => /store has no|too few|fewer/.test(note))).toEqual([]);
    expect(plan.animals).toBe(0);
  });

  test('rehearses what is only read on a store with enough animals', async () => {
    const plan = await planned('production');
    expect(plan.writes).toBe(0);
    expect(plan.rules.find(({ id }) => id === 'add-animal.answers-201')).toMatchObject({
      requests: 0,
      writes: 0,
      note: 'testing this needs requests that write, and this run is read-only',
    });
    const allowed = ['production', '--allow-writes', '--effort', 'quick'];
    expect((await planned(...allowed)).writes).toBeGreaterThan(100);
    const notes = plan.rules.flatMap(({ note }) => note ?? []);
    expect(notes.filter((note) => /store has no|too few|fewer/.test(note))).toEqual([]);
    const environment = { ANIMAL_STORE_PRODUCTION_URL: 'https://animals.invalid/v1' };
    const { out } = await command(['plan', 'production', '--quiet'], { environment });
    expect(out.replaceAll('\n', ' ')).toMatch(
      / Rehearsed on a store of 400 animals: nothing was sent\. A smaller store gets fewer requests\. $/,
    );
    await atServer({ animals: 300 }, async ({ url, run }) => {
      const { requests } = await planned(url, '--read-only');
      const { out: json } = await run(url, '--read-only', '--json', '--seed', '8');
      expect((JSON.parse(json) as Report).run.exchanges).toEqual(near(requests));
    });
  });

  test('sends nothing, and needs no key', () =>
    atServer([], async ({ url, quickstartUrl, asked }) => {
      const where = [url, '--quickstart', quickstartUrl];
      expect(await planned(...where, '--effort', 'quick')).toMatchObject({ target: url });
      expect(asked).toEqual([]);
    }));

  test('foretells what a run then sends', async () => {
    await inFolder(async (folder) => {
      for (const flags of [
        ['--effort', 'quick'],
        ['--only', 'authentication.*,4.2'],
      ]) {
        const plan = await planned('--seed', '8', ...flags);
        const { out } = await command(['--json', '--seed', '8', ...flags], { folder });
        const { run } = JSON.parse(out) as Report;
        expect([run.exchanges, run.writes, run.created.length]).toEqual([
          near(plan.requests),
          near(plan.writes),
          near(plan.animals),
        ]);
      }
    });
  });

  test('says what a budget cuts off', async () => {
    const plan = await planned('--max-writes', '50');
    expect(plan.writes).toBeLessThanOrEqual(50);
    expect(plan.writes).toBeGreaterThan(50 - largestCase);
    const noteOf = (rule: string) => plan.rules.find(({ id }) => id === rule)?.note;
    const outside = 'outside the budget (--max-writes 50)';
    expect(noteOf('add-animal.keeps-category')).toContain(outside);
    // Those that only read judge this one.
    expect(noteOf('list-animals.as-created')).toMatch(
      /^\d+ cases were skipped: outside the budget/,
    );
    expect(noteOf('list-animals.never-above-100')).toBe('the rehearsal lacked the animals for it');
    const { out } = await command(['plan', '--max-requests', '300'], {});
    expect(out).toMatch(/^ {2}\S+ +\d+ +\S+ {2}untested: cut off by --max-requests$/m);
    expect(out).toMatch(/^\d+ rules and \d+ observations untested: cut off by --max-requests$/m);
    expect(out.replaceAll('\n', ' ')).toContain('at most 300 requests');
  });

  test('of quick effort is some 200 requests, and adds no more animals than it judges', async () => {
    const quick = await planned('https://animals.invalid/v1', '--effort', 'quick');
    expect(quick.requests).toBeLessThan(260);
    // These figures are close to those of a plan, as a test below shows.
    const { standard, thorough } = wholeRuns;
    for (const kind of ['catalogue', 'catalogue and quickstart'] as const)
      expect(thorough[kind].requests).toBeGreaterThan(standard[kind].requests * 1.5);
  });

  test('refuses what `run` refuses', async () => {
    expect(await command(['plan', 'stagin'], {})).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean staging?'),
    });
    expect(await command(['plan', '--only', 'no-such.rule'], {})).toMatchObject({ code: 2 });
  });
});

const near = (foretold: number): unknown =>
  expect.toSatisfy(
    (actual: number) => Math.abs(actual - foretold) <= 3 + foretold * 0.05,
    `about ${foretold}`,
  );

describe('what a run says beforehand', () => {
  test.each(['quick', 'standard', 'thorough'] as const)(
    'is near to what `plan` finds out: %s effort',
    async (effort: Effort) => {
      const whole = {
        rules: allRules,
        effort,
        seed: 1,
        asOf: '2026-01-01',
        categoryIds: [],
        strict: false,
      };
      const scope = { full: true, readOnly: false, only: [], shard: null };
      const found = {
        'read-only': await dryRun({
          ...whole,
          scope: { ...scope, full: false, readOnly: true },
          quickstart: false,
        }),
        catalogue: await dryRun({ ...whole, scope, quickstart: false }),
        'catalogue and quickstart': await dryRun({ ...whole, scope, quickstart: true }),
      };
      for (const [kind, { requests, writes, animals }] of Object.entries(found)) {
        const said = wholeRuns[effort][kind as keyof typeof found];
        const isNear = (one: number, other: number): boolean =>
          Math.abs(one - other) <= 0.03 * other;
        expect(
          isNear(said.requests, requests) &&
            isNear(said.writes, writes) &&
            isNear(said.animals, animals),
          `${effort}, ${kind}: ${requests} requests, ${writes} writes, ${animals} animals (lib/cli/runs/cost.ts says ${said.requests}, ${said.writes} and ${said.animals})`,
        ).toBe(true);
      }
    },
  );

  test('counts few wrong keys as few', async () => {
    await inFolder(async (folder) => {
      const gently = ['--read-only', '--wrong-keys', 'few'];
      const { out } = await command(['plan', '--json', ...gently], { folder });
      const { requests } = JSON.parse(out) as { readonly requests: number };
      const { err } = await command(gently, { folder });
      expect(err).toContain(
        `about ${Math.round(requests / 10) * 10} requests, none of them writes`,
      );
    });
  });

  test('is one line, for people only', async () => {
    await inFolder(async (folder) => {
      const { err } = await command(['--only', 'version'], { folder });
      expect(err).toMatch(/^reference: about \d+ requests?, none of them writes\.\n/);
      expect((await command(['--only', 'version', '--quiet'], { folder })).err).toBe(
        'Reports: reports/reference\n',
      );
      expect((await command(['--only', 'version', '--json'], { folder })).err).not.toContain(
        'about',
      );
    });
  });

  test('says what is cut off', () => {
    const limits = (maxRequests: number, maxWrites: number) => ({
      limits: { maxRequests, maxWrites },
    });
    const whole = { requests: 2463, writes: 914, animals: 534 };
    expect(aboutSo(whole, { limits: {} })).toBe(
      'about 2,460 requests, 910 of them writes; up to about 530 animals will remain, more if rules fail',
    );
    expect(aboutSo({ requests: 1, writes: 1, animals: 1 }, { limits: {} })).toBe(
      'about 1 request, 1 of them a write; up to about 1 animal will remain, more if rules fail',
    );
    expect(aboutSo({ requests: 9, writes: 4, animals: 0 }, { limits: {} })).toBe(
      'about 9 requests, 4 of them writes; no animals will remain',
    );
    expect(aboutSo({ ...whole, writes: 0, animals: 0 }, limits(5000, 0))).toBe(
      'about 2,460 requests, none of them writes',
    );
    expect(aboutSo(whole, limits(500, 101))).toBe(
      'at most 500 requests (--max-requests), at most 101 of them writes (--max-writes); at most 101 animals will remain; the rest is untested',
    );
    expect(aboutSo({ ...whole, animals: 185 }, { limits: { maxWrites: 185 } })).toBe(
      'about 2,460 requests, at most 185 of them writes (--max-writes); at most 185 animals will remain; the rest is untested',
    );
    // How many of so few are writes depends on what is sent first.
    expect(aboutSo(whole, { limits: { maxRequests: 900 } })).toBe(
      'at most 900 requests (--max-requests); up to about 530 animals will remain, more if rules fail; the rest is untested',
    );
    expect(aboutSo(whole, { limits: { maxRequests: 2000 } })).toBe(
      'at most 2,000 requests (--max-requests), up to 910 of them writes; up to about 530 animals will remain, more if rules fail; the rest is untested',
    );
    expect(aboutSo({ ...whole, writes: 0, animals: 0 }, { limits: { maxRequests: 500 } })).toBe(
      'at most 500 requests (--max-requests), none of them writes; the rest is untested',
    );
  });
});
