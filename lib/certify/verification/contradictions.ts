// Finds contradictions inside a report: compares what it says about the whole run with everything else it says about
// its scope, counts, times and remaining animals, and with what no certified run can have.
import { noQuickstart } from '../../judge/evidence/needs.js';
import { byDates } from '../../judge/health/clock-difference.js';
import { hasReason, saysItsReason } from '../../judge/result/reasons.js';
import type { Ledger } from '../../contract/ledger.js';
import { runMark, testimonyOf } from '../../contract/values/testimony.js';
import type { Failure, Report } from '../../judge/result/report.js';
import { isFull } from '../../judge/result/scope.js';
import { sentences } from '../../judge/result/sentences.js';
import {
  bothReadings,
  inWords,
  longestFact,
  wellFormed,
} from '../../judge/result/finding-in-words.js';
import { scopeText } from '../../judge/result/verdict.js';
import { createdBy } from '../../judge/rules/expect.js';
import { rememberedText } from '../../judge/result/remembered.js';
import { isMasked } from '../../judge/recorded-cases/draw.js';
import { answeredIn } from '../../judge/recorded-cases/cassette.js';
import { jsonText } from '../../report/text/inert.js';
import { isBaseAddress, isUnchecked, namesHeaders } from '../certificate/practice.js';
import { allExchanges, distinct } from './exchange-checks.js';
import { latencyContradictions } from './latency-checks.js';
import { problem, type Problem, some, those } from './problems.js';

const names: readonly string[] = ['reference', 'production', 'staging'];
/** The clock is read twice when a run begins. */
const slackMs = 200;
const aDayMs = 86_400_000;

export function contradictionsIn(report: Report, ledger: Ledger): readonly Problem[] {
  return [
    ...nameContradictions(report),
    ...scopeContradictions(report),
    ...ruleContradictions(report, ledger),
    ...countContradictions(report),
    ...latencyContradictions(report),
    ...dateContradictions(report),
    ...headerContradictions(report),
    ...createdContradictions(report, ledger),
    ...causeContradictions(report),
  ].map(contradiction);
}

const contradiction = (message: string): Problem => problem('contradiction', message);

function nameContradictions({ target }: Report): readonly string[] {
  const { name, baseUrl, quickstartBaseUrl } = target;
  const isOther = !names.includes(name) && name !== baseUrl;
  return [
    ...(isOther ? [`The target is called ${name}, but its address is ${baseUrl}.`] : []),
    ...[baseUrl, quickstartBaseUrl].flatMap((address) =>
      address === null || isBaseAddress(address)
        ? []
        : [`${JSON.stringify(address)} is not an address as the kit writes it.`],
    ),
  ];
}

function scopeContradictions({ run: { scope, effort } }: Report): readonly string[] {
  if (!scope.full || isFull(scope, effort)) return [];
  return [`The scope is said to be full, but it is cut: ${scopeText({ ...scope, full: false })}.`];
}

/** Finds options that `certify` does not accept. */
export function uncertifiedProblems({ run, target, counts, rules }: Report): readonly Problem[] {
  const known = rules.some(({ failures }) =>
    failures.some((one) => one.known !== undefined || one.wasKnown !== undefined),
  );
  const unchecked = run.warnings.find(isUnchecked);
  return those([
    run.baseline !== undefined &&
      `The run had a baseline (${run.baseline.file}), but a certified run has none.`,
    run.baseline === undefined &&
      (known || counts.known !== undefined) &&
      'Failures are called known, but the run had no baseline that knows any.',
    unchecked !== undefined &&
      `The run is to certify a server, but whose server answered is not known: "${unchecked}"`,
    target.again !== undefined &&
      'The run has started a candidate, but a certified run starts none.',
    run.outages !== undefined &&
      'The target stopped answering during the run, but a certified run needs all responses.',
  ]).map(contradiction);
}

/** Finds a clock that differs widely from the target's without the warning that a run gives. */
function dateContradictions(report: Report): readonly string[] {
  const { startedAt, warnings } = report.run;
  const began = Date.parse(startedAt);
  const dates = allExchanges(report).flatMap(({ response }) => {
    const [, value = ''] = response?.headers.find(([name]) => name.toLowerCase() === 'date') ?? [];
    const date = Date.parse(value);
    return Number.isNaN(date) ? [] : [date];
  });
  const nearest = dates.toSorted((a, b) => Math.abs(a - began) - Math.abs(b - began))[0];
  if (nearest === undefined || Math.abs(nearest - began) < aDayMs) return [];
  if (warnings.some((one) => one.startsWith(byDates))) return [];
  return [
    `The run is said to have begun on ${startedAt.slice(0, 10)}, but the responses are dated ${new Date(nearest).toISOString().slice(0, 10)}.`,
  ];
}

/** A run may send these with every request by itself. */
const ofTheKit = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'content-type',
  'user-agent',
]);

/** A server may be right only for requests with a header of the vendor's, of which a run warns. */
function headerContradictions(report: Report): readonly string[] {
  const [first, ...others] = allExchanges(report).map(
    ({ request }) => new Set(request.headers.map(([name]) => name.toLowerCase())),
  );
  const added = [...(first ?? [])].filter(
    (name) => !ofTheKit.has(name) && others.every((names) => names.has(name)),
  );
  const isTold = added.length === 0 || report.run.warnings.some(namesHeaders);
  return isTold
    ? []
    : [`Every recorded request bears the header ${added.join(', ')}, but no warning says so.`];
}

function ruleContradictions(report: Report, ledger: Ledger): readonly string[] {
  const readings = new Map(ledger.rules.map((row) => [row.id as string, bothReadings(row)]));
  const { rules, run, target, witnesses } = report;
  return rules.flatMap((rule) => {
    const { id, outcome, profile, kind, evidence, failures, because, reason } = rule;
    const cases = (witnesses?.experiments ?? [])
      .flatMap((one) => one.cases)
      .filter((one) => one.rules.includes(id));
    const isLeftOut = profile === 'quickstart' && target.quickstartBaseUrl === null;
    const complaints = those([
      outcome === 'untested' &&
        run.scope.full &&
        !isLeftOut &&
        kind !== 'open' &&
        because === undefined &&
        `is untested, but the run is said to be a full one`,
      outcome !== 'untested' && isLeftOut && `is ${outcome}, but the run had no quickstart address`,
      isLeftOut &&
        !hasReason(rule, noQuickstart) &&
        `could not be tested without a quickstart address, but gives another reason: ${reason}`,
      outcome === 'failed' &&
        reason !== null &&
        `failed, but gives a reason why it could not be judged: ${reason}`,
      !saysItsReason(rule) && 'gives a reason whose words say something else than its values',
      because !== undefined &&
        (outcome === 'passed' || outcome === 'failed') &&
        `is ${outcome}, but the store is said to be in the way (${because})`,
      evidence.cases > evidence.exchanges &&
        `has ${evidence.cases} cases, but only ${evidence.exchanges} requests for them`,
      evidence.cases < cases.length &&
        `has ${evidence.cases} cases, but ${cases.length} of them are recorded`,
      witnesses !== undefined &&
        rule.durationMs > run.durationMs + slackMs &&
        `took ${rule.durationMs} ms, but the run only ${run.durationMs} ms`,
      failures.some((one) => one.confirmed.held > one.confirmed.of) &&
        'failed more often than it was tried',
      failures.some((one) => one.cases.failed > one.cases.of || one.cases.failed < 1) &&
        'has a failure of more cases than there are, or of none',
      failures.some(
        ({ cause, headline }) =>
          headline !== undefined && `${headline}${readings.get(id) ?? ''}` !== cause,
      ) && 'has a failure whose headline is not its cause without the readings',
      failures.some(({ sent, exchanges }) => sent !== undefined && sent <= exchanges.length) &&
        'has a failure that shows more requests than it sent',
      failures.some(differsFromFinding) &&
        'has a failure whose words say something else than its finding',
      failures.some(({ id: of, replay }) => !`${replay} `.startsWith(`${replayCommand} ${of} `)) &&
        'has a failure whose replay is of another one',
    ]);
    return complaints.map((one) => `${id} ${one}.`);
  });
}

/** A long fact is cut in the finding alone, and a sentence that this kit does not have says nothing. */
function differsFromFinding({ finding, expected, actual }: Failure): boolean {
  if (
    finding === undefined ||
    (finding.kind === 'other' && !Object.hasOwn(sentences, finding.what))
  )
    return false;
  const facts = Object.values({ ...finding, ...finding.values });
  if (facts.some((fact) => String(fact).length >= longestFact)) return false;
  const words = inWords(finding);
  return words.expected !== wellFormed(expected) || words.actual !== wellFormed(actual);
}

const replayCommand = 'npx animal-store-conformance replay';

/** Finds totals of requests that are lower than what the recorded exchanges add up to, resent ones included. */
function countContradictions(report: Report): readonly string[] {
  const { run, latency } = report;
  const held = distinct(allExchanges(report)).filter(({ response }) => response !== null);
  const sent = held.reduce((sum, { resent }) => sum + 1 + resent, 0);
  const wrote = held.filter(({ request }) => request.method !== 'GET').length;
  const read = held.length - wrote;
  const answered = latency.reduce((sum, { count }) => sum + count, 0);
  const complaints = those([
    run.exchanges < sent &&
      `The run says that it sent ${run.exchanges} requests, but the report holds ${sent} of them`,
    run.exchanges < answered &&
      `The run says that it sent ${run.exchanges} requests, but ${answered} have response times`,
    run.writes < wrote &&
      `The run says that ${run.writes} requests could write, but the report holds ${wrote} such requests`,
    run.writes > run.exchanges - read &&
      `The run says that ${run.writes} requests could write, but it sent only ${run.exchanges}, of which the report holds ${read} that could not`,
    run.throttled > run.exchanges &&
      `The target is said to have slowed down ${run.throttled} requests, but ${run.exchanges} were sent`,
    run.scope.readOnly &&
      wrote > 0 &&
      `The run is said to be read-only, but the report holds ${wrote} requests that could write`,
  ]);
  return [...complaints.map((one) => `${one}.`), ...lateIn(report)];
}

function lateIn({ run, samples, witnesses }: Report): readonly string[] {
  // The parts of a merged report may have run one after the other; a certified report is a single run.
  if (witnesses === undefined) return [];
  const late = samples.find((one) => one.startedMs + one.durationMs > run.durationMs + slackMs);
  const isLong = (run.visibleAfterMs ?? 0) > run.durationMs + slackMs;
  return those([
    late !== undefined &&
      `The run ended after ${run.durationMs} ms, but the exchange ${late.number} began at ${late.startedMs} ms and took ${late.durationMs} ms.`,
    isLong &&
      `An animal is said to have been listed after ${run.visibleAfterMs} ms, but the run took only ${run.durationMs} ms.`,
  ]);
}

/** The place of a rule at animals that were added before any rule was tested. */
const preparation = 'preparation';

/** Checks that every added animal is listed, and that no listed animal has the mark of another run. */
function createdContradictions(report: Report, ledger: Ledger): readonly string[] {
  const { verdict, run } = report;
  const { created, writes, salt } = run;
  const byId = new Map(created.map((one) => [one.id, one]));
  // A message adds no animal.
  const adding = ledger.rules.filter(({ profile }) => profile !== 'quickstart');
  const rules = [...adding.map(({ id }) => id as string), preparation];
  const missing = allExchanges(report).flatMap((one) => {
    if (one.operation !== 'createPet' || one.response === null || isMasked(one)) return [];
    const made = createdBy(answeredIn(one));
    if (made === undefined) return [];
    const [id, name] = [asWritten(made.id), asWritten(made.name)];
    const listed = byId.get(id);
    if (listed === undefined)
      return [`The exchange ${one.number} added animal ${id}, but the run lists none such`];
    const { status } = one.response;
    if (listed.rule === preparation && status !== 201)
      return [`The exchange ${one.number} prepared the run with an animal, and returned ${status}`];
    const isOther = created.every((each) => each.id !== id || each.name !== name);
    return isOther
      ? [`The run lists animal ${id} as ${listed.name}, but it was added as ${name}`]
      : [];
  });
  // The parts of a merged report may have had a store each; a certified report is a single run.
  const twice = (report.witnesses === undefined ? [] : created)
    .filter((one) => byId.get(one.id) !== one)
    .map(({ id }) => `The run lists animal ${id} twice`);
  const noIds = created
    .filter(({ id }) => !/^-?\d{1,19}$/.test(id))
    .map(({ id }) => `The run lists an animal "${id}", which is not an identifier`);
  const strange = created.find(({ rule }) => !rules.includes(rule));
  const foreign = created.find(({ name }) => {
    const testimony = testimonyOf({ name, categoryId: '' });
    return (
      testimony !== undefined &&
      testimony.holds !== 'nothing' &&
      testimony.run !== runMark(salt ?? '')
    );
  });
  return those([
    // A server that is not conformant may give two animals the same identifier.
    ...(verdict === 'not-conformant'
      ? []
      : [...missing, ...twice, ...noIds].slice(0, 1).map((one) => `${one}.`)),
    created.length > writes &&
      `The run lists ${created.length} animals, but only ${writes} requests could write.`,
    strange !== undefined &&
      `Animal ${strange.id} is listed for ${strange.rule}, which is not a rule that adds animals.`,
    foreign !== undefined &&
      `Animal ${foreign.id} is listed, but its name bears the mark of another run.`,
  ]);
}

/** The text as a report writes it: shortened, and without invalid characters. */
const asWritten = (text: string): string => JSON.parse(jsonText(rememberedText(text), 0)) as string;

function causeContradictions({ causes = [], rules }: Report): readonly string[] {
  const failed = rules.filter(({ outcome }) => outcome === 'failed');
  const ids = failed.flatMap(({ failures }) => failures.map(({ id }) => id));
  const unknown = causes.flatMap((one) => [
    ...one.rules.filter((id) => !failed.some((rule) => rule.id === id)),
    ...one.failures.filter((id) => !ids.includes(id)),
  ]);
  return unknown.length === 0
    ? []
    : [`The causes name what has not failed: ${some([...new Set(unknown)])}.`];
}
