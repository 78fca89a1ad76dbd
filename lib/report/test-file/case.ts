// One failure as the body of a test, or why it cannot be one.
import type { Circumstance } from '../../judge/result/finding.js';
import type { RecordedExchange } from '../../judge/result/report.js';
import { withItsAnimal } from './animal.js';
import type { Check, Failed } from './check.js';
import { checkOf, whyNoCheck } from './checks.js';
import { newEntriesCase } from './new-entries.js';
import { isWritten, sendings, type Written } from './requests.js';

export interface Body {
  readonly lines: readonly string[];
  readonly maySkip: boolean;
  readonly isLong: boolean;
}

export function bodyOf(failed: Failed): Written<Body> {
  const { rule, failure, facts } = failed;
  const { exchanges, confirmed } = failure;
  if (confirmed.held < confirmed.of) return { why: 'it shows only now and then' };
  const needed = failure.finding?.circumstance && whatItNeeds[failure.finding.circumstance];
  if (needed) return { why: `it shows ${needed}` };
  const newEntries = newEntriesCase(rule, failure, facts);
  if (newEntries) return written(failed, newEntries.exchanges, newEntries.check);
  if (areAtOnce(exchanges)) return { why: 'it takes several requests at once' };
  return written(failed, withItsAnimal(failed));
}

/** What no test can bring about that sends one case by itself. */
const whatItNeeds: Readonly<Partial<Record<Circumstance, string>>> = {
  'several requests under way': 'only while several requests are under way',
  'another animal added': 'only once another animal was added',
};

function written(
  { rule, failure, report, facts }: Failed,
  exchanges: readonly RecordedExchange[],
  own?: Check,
): Written<Body> {
  const sent = sendings(exchanges, report.target);
  if (!isWritten(sent)) return sent;
  const last = sent.at(-1);
  if (!last) return { why: 'no request shows it' };
  const check = own ?? checkOf({ rule, failure, sent, last, facts });
  if (!check) return { why: whyNoCheck(rule) };
  const brought = exchanges.length > failure.exchanges.length ? [aboutAnimal] : [];
  const { before = [], expects } = check;
  const lines = [...before, ...brought, ...sent.flatMap((one) => one.lines), ...expects];
  return {
    lines: lines.map((line) => withoutUnused(line, lines)),
    maySkip: expects.some((line) => /\bskip\(\)/.test(line)),
    isLong: before.some((line) => line.startsWith('await stock(')),
  };
}

const aboutAnimal =
  '// An animal like the one in the recorded case, as far as the report shows it.';

/** A response that is never read gets no name, because strict compilers refuse unused variables. */
function withoutUnused(line: string, lines: readonly string[]): string {
  const [declared, name] = /^const (answer\d*) = /.exec(line) ?? [];
  const isUsed = lines.some((other) => other !== line && new RegExp(`\\b${name}\\b`).test(other));
  return declared === undefined || isUsed ? line : line.slice(declared.length);
}

/** A write went out before another request had its answer, or the other way round. Reads may as well go one by one. */
const areAtOnce = (exchanges: readonly RecordedExchange[]): boolean =>
  exchanges.some((one, at) =>
    exchanges
      .slice(at + 1)
      .some(
        (later) =>
          later.startedMs < one.startedMs + one.durationMs - 1 &&
          [one, later].some(({ request }) => request.method !== 'GET'),
      ),
  );
