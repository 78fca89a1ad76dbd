// Checks what a report says about its exchanges: they come from one server, each number has one content, and each is
// judged.
import type {
  RecordedBody,
  RecordedExchange,
  Report,
  ReportedCase,
  ReportedCases,
} from '../../judge/result/report.js';
import { operations } from '../../contract/operations.js';
import { testimonyOf } from '../../contract/values/values.js';
import { animalOf, animalsOf, isSuccess } from '../../judge/rules/expect.js';
import { drawableIn, isMasked } from '../../judge/recorded-cases/draw.js';
import { answeredIn, credentialIn } from '../../judge/recorded-cases/cassette.js';
import { problem, type Problem, those } from './problems.js';
import { originsOf } from '../../judge/evidence/origins.js';

export const allExchanges = ({ samples, rules }: Report): readonly RecordedExchange[] => [
  ...samples,
  ...rules.flatMap(({ failures }) => failures.flatMap((one) => one.exchanges)),
];

/** The same exchange may appear for several rules. */
export function distinct(exchanges: readonly RecordedExchange[]): readonly RecordedExchange[] {
  return [...new Map(exchanges.map((one) => [one.number, one])).values()];
}

const contradictions = (...messages: readonly (string | false)[]): readonly Problem[] =>
  those(messages).map((message) => problem('contradiction', message));

export function exchangeProblems(report: Report): readonly Problem[] {
  return [
    ...serverProblems(report),
    ...numberProblems(report),
    ...formProblems(report),
    ...(report.witnesses === undefined ? [] : recordedCaseProblems(report, report.witnesses)),
    ...listProblems(report),
  ];
}

function serverProblems(report: Report): readonly Problem[] {
  const { target } = report;
  const origins = [target.baseUrl, target.quickstartBaseUrl]
    .filter((address) => address !== null)
    .map(originOf);
  const foreign = allExchanges(report).find(
    ({ request }) => !origins.includes(originOf(request.url)),
  );
  return those([
    foreign !== undefined &&
      problem(
        'other-server',
        `The exchange ${foreign.number} is of another server (${originOf(foreign.request.url)}), not of ${target.baseUrl}.`,
      ),
  ]);
}

/** Wherever it appears, a number means one request with one response. */
function numberProblems(report: Report): readonly Problem[] {
  const byNumber = new Map<number, RecordedExchange>();
  const same = (one: RecordedExchange, other: RecordedExchange): boolean => {
    // A failure keeps more of a long body than a sample does.
    const length = Math.min(...[one, other].map(keptLength));
    return comparable(one, length) === comparable(other, length);
  };
  const ambiguous = allExchanges(report).find((one) => {
    const known = byNumber.get(one.number);
    byNumber.set(one.number, one);
    return known !== undefined && !same(known, one);
  });
  return those([
    ambiguous !== undefined &&
      problem('other-server', `Two different exchanges have the number ${ambiguous.number}.`),
  ]);
}

/** Finds what is impossible in a single exchange. */
function formProblems(report: Report): readonly Problem[] {
  return allExchanges(report).flatMap((one) => {
    const { number, request, response, noAnswer, firstByteMs, durationMs } = one;
    const bodies = [request.body, response?.body ?? null].filter((body) => body !== null);
    const complaints = those([
      response === null && noAnswer === null && 'has no response, and no reason for that',
      response !== null &&
        noAnswer !== null &&
        `has a response (${response.status}), but also the reason why there was none`,
      response !== null &&
        firstByteMs !== null &&
        firstByteMs > durationMs + slackOfByte &&
        `took ${durationMs} ms, but its first byte came after ${firstByteMs} ms`,
      ...bodies.map((body) => sizeContradiction(body, one)),
    ]);
    return contradictions(...complaints.map((each) => `The exchange ${number} ${each}.`));
  });
}

/** Both figures are rounded. */
const slackOfByte = 0.2;

function sizeContradiction(
  { text, encoding, size, truncated }: RecordedBody,
  of: RecordedExchange,
): string | false {
  const held = Buffer.byteLength(text, encoding === 'base64' ? 'base64' : 'utf8');
  // A mask may be longer or shorter than what it hides.
  if ((truncated ? held <= size : held === size) || isMasked(of)) return false;
  return `has a body of ${size} bytes, but holds ${held} of ${truncated ? 'its beginning' : 'it'}`;
}

/** Whether an exchange belongs to more than one case, or an experiment is listed more than once. */
export function isAmbiguous({ witnesses }: Report): boolean {
  const experiments = witnesses?.experiments ?? [];
  const numbers = experiments.flatMap(({ cases }) => cases.flatMap(({ exchanges }) => exchanges));
  return areDoubled(numbers) || areDoubled(experiments.map(({ name }) => name));
}

const areDoubled = (all: readonly unknown[]): boolean => new Set(all).size < all.length;

/**
 * Problems of the run's list of cases. They are looked for before any case is judged, because judging a long list takes
 * long.
 */
export function listProblems({ run, witnesses }: Report): readonly Problem[] {
  const { commitment = [] } = witnesses ?? {};
  const names = commitment.map(({ name }) => name);
  const listed = drawableIn(commitment);
  return contradictions(
    areDoubled(names) && 'The report lists the cases of an experiment more than once.',
    listed > run.exchanges &&
      `The report lists ${listed} cases, but the run sent only ${run.exchanges} requests.`,
  );
}

/**
 * Checks that everything a certificate shows belongs to a case that is judged again, or to the setup on which cases
 * rest.
 */
function recordedCaseProblems(report: Report, witnesses: ReportedCases): readonly Problem[] {
  const { samples } = report;
  const names = witnesses.experiments.map(({ name }) => name);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  const cases = witnesses.experiments.flatMap((one) => one.cases);
  const byNumber = new Map(samples.map((one) => [one.number, one]));
  const owner = new Map<number, ReportedCase>();
  const twice = cases
    .flatMap((one) => one.exchanges.map((number) => ({ one, number })))
    .find(({ one, number }) => {
      const known = owner.has(number);
      owner.set(number, one);
      return known;
    });
  const ofSetup = new Set(setupNumbers(witnesses));
  const stray = samples.find(({ number }) => !owner.has(number) && !ofSetup.has(number));
  const shownFor = ({ rules, excuses, drawn = [] }: ReportedCase): readonly string[] => [
    ...rules,
    ...excuses,
    ...drawn,
  ];
  const idle = cases.find((one) => shownFor(one).length === 0);
  const misnamed = samples.find(({ number, rule }) => {
    const one = owner.get(number);
    return one === undefined ? rule !== null : !shownFor(one).includes(rule ?? '');
  });
  const cut = samples.find(
    (one) => owner.has(one.number) && (one.request.body?.truncated || one.response?.body.truncated),
  );
  return [
    ...those([
      twice !== undefined &&
        problem(
          'not-borne-out',
          `The exchange ${twice.number} stands for more than one case: each is made of its own.`,
        ),
    ]),
    ...contradictions(
      repeated !== undefined && `The cases of "${repeated}" are recorded more than once.`,
      witnesses.setup.known === true &&
        !showsEarlierRun(report) &&
        'An earlier run is said to have been at the server, but no recorded list shows an animal of one.',
      stray !== undefined &&
        `The exchange ${stray.number} (${stray.request.method} ${stray.request.url.slice(0, 200)}, ${stray.response?.status ?? 'no response'}) belongs to no recorded case: no rule has judged it.`,
      misnamed !== undefined &&
        `The exchange ${misnamed.number} is shown for ${misnamed.rule ?? 'no rule'}, but its case is not about that.`,
      idle !== undefined &&
        `A case is recorded for no rule (exchange ${idle.exchanges[0] ?? 'none'}).`,
      cut !== undefined &&
        `The exchange ${cut.number} is cut off, but a recorded case is kept whole.`,
      misstatedIn(report, witnesses, byNumber),
    ),
  ];
}

/** Whether lists show animals with the mark of another run. */
function showsEarlierRun({ samples, run }: Report): boolean {
  const own = originsOf(run.salt ?? '', '')().run;
  return samples
    .filter(({ operation, response }) => operation === operations.listPets.id && response !== null)
    .map(answeredIn)
    .flatMap((one) => (isSuccess(one) ? animalsOf(one) : []))
    .map(testimonyOf)
    .some((testimony) => testimony?.holds === 'all' && testimony.run !== own);
}

function setupNumbers({ setup, experiments }: ReportedCases): readonly number[] {
  return [setup.twin?.exchange, setup.messageTwin]
    .concat(experiments.flatMap(({ firstAdded }) => firstAdded.map(({ exchange }) => exchange)))
    .filter((one) => typeof one === 'number');
}

/** The accepted requests on which cases rest were sent as stated, and accepted; else says which was not. */
function misstatedIn(
  { target }: Report,
  { setup: { twin, messageTwin }, experiments }: ReportedCases,
  byNumber: ReadonlyMap<number, RecordedExchange>,
): string | false {
  const first = experiments.flatMap(({ firstAdded }) => firstAdded);
  const wanted: readonly (Wanted & { readonly exchange: number })[] = those([
    twin !== null && { ...twin, operation: 'createPet' as const },
    messageTwin !== null && { exchange: messageTwin, operation: 'sendMessage' as const },
    ...first.map((one) => ({ ...one, operation: 'createPet' as const })),
  ]);
  const wrong = wanted.find((one) => {
    const found = byNumber.get(one.exchange);
    return found === undefined || !isSentAs(one.operation, found, target) || !isShownBy(found, one);
  });
  return (
    wrong !== undefined &&
    `Cases rest on the exchange ${wrong.exchange}, but it does not show what the report says of it.`
  );
}

/** To the operation of the target, with the key, and kept whole. */
function isSentAs(
  operation: Wanted['operation'],
  { request: { method, url, headers, body }, response }: RecordedExchange,
  { baseUrl, quickstartBaseUrl }: Report['target'],
): boolean {
  const expected = operations[operation];
  const base = operation === 'sendMessage' ? quickstartBaseUrl : baseUrl;
  return (
    method === expected.method &&
    base !== null &&
    hrefOf(url) === hrefOf(`${base}${expected.path}`) &&
    credentialIn(headers) === 'valid' &&
    body?.truncated === false &&
    response?.body.truncated === false
  );
}

interface Wanted {
  readonly operation: 'createPet' | 'sendMessage';
  /** The name of a twin, as it was sent. */
  readonly name?: string;
  readonly categoryId?: string;
  readonly status?: string;
}

function isShownBy(found: RecordedExchange, wanted: Wanted): boolean {
  if (found.response === null || found.operation !== wanted.operation) return false;
  const answered = answeredIn(found);
  const { name, categoryId, status } = wanted;
  if (!isSuccess(answered)) return false;
  if (name === undefined) return status === undefined || animalOf(answered)?.status === status;
  const sent = found.request.body?.text ?? '';
  const { name: sentName, status: sentStatus } = JSON.parse(sent) as Wanted;
  return (
    // The kit's mark follows the name.
    sentName?.startsWith(name) === true &&
    String(sentStatus) === status &&
    sent.includes(`"categoryId":${categoryId}`)
  );
}

const hrefOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).href : address;

const originOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).origin : address.slice(0, 100);

/** How much of the body of the response is kept; a whole one limits nothing. */
const keptLength = ({ response }: RecordedExchange): number =>
  response?.body?.truncated === true ? response.body.text.length : Infinity;

/** What must be the same wherever the exchange appears, and as much of the body as is kept everywhere. */
function comparable(exchange: RecordedExchange, length: number): string {
  const { response } = exchange;
  const body = response?.body && {
    ...response.body,
    text: response.body.text.slice(0, length),
    truncated: null,
  };
  return JSON.stringify({ ...exchange, rule: null, response: response && { ...response, body } });
}
