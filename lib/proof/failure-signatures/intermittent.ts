// Intermittent defects: they break whichever rule happens to be sending, and say nothing about it. What they have in
// common is the form of the response.
import type { Failure, RuleResult } from '../../judge/result/report.js';

export interface Shown {
  readonly rule: RuleResult;
  readonly failure: Failure;
}

interface Symptom {
  /** The rule that is about exactly this. */
  readonly rule: string;
  readonly shows: (shown: Shown) => boolean;
}

const statusOf = ({ failure }: Shown): number | undefined =>
  failure.exchanges.at(-1)?.response?.status;
export const methodOf = ({ failure }: Shown): string | undefined =>
  failure.exchanges.at(-1)?.request.method;
const isOfKeys = ({ rule: { id } }: Shown): boolean =>
  id.startsWith('authentication.') || id === 'messages.missing-key' || id === 'messages.wrong-key';

const symptoms: readonly Symptom[] = [
  { rule: 'errors.valid-requests', shows: (shown) => (statusOf(shown) ?? 500) >= 500 },
  {
    rule: 'authentication.valid-key',
    shows: (shown) =>
      statusOf(shown) === 401 && (!isOfKeys(shown) || shown.rule.id === 'authentication.valid-key'),
  },
  {
    rule: 'authentication.every-request',
    shows: (shown) => isOfKeys(shown) && shown.rule.id !== 'authentication.valid-key',
  },
  {
    rule: 'add-animal.can-be-fetched',
    shows: (shown) =>
      (methodOf(shown) === 'GET' && statusOf(shown) === 404) ||
      ['list-animals.filter-finds', 'list-animals.finds-created', 'sequences.model'].includes(
        shown.rule.id,
      ),
  },
];

interface Explained {
  readonly rule: string;
  readonly failures: readonly string[];
}

/** The failures that each such defect explains. */
export function nowAndThen(all: readonly Shown[]): readonly Explained[] {
  const ofSymptoms = symptoms.flatMap(({ rule, shows }) => {
    const shown = all.filter(shows);
    const isSeenIntermittently = shown.some((one) => one.rule.id === rule && isIntermittent(one));
    const explained = shown.filter((one) => one.rule.id === rule || mayBeChance(one));
    const rules = new Set(explained.map((one) => one.rule.id));
    return isSeenIntermittently && rules.size > 1
      ? [{ rule, failures: explained.map(({ failure }) => failure.id) }]
      : [];
  });
  return [...ofSymptoms, ...besideOthers(all), ...fromOneClient(all), ...besideOneStatus(all)];
}

/** Several checks that are left out of animals with one status, or with none, are left out together. */
function besideOneStatus(all: readonly Shown[]): readonly Explained[] {
  const found = new Set(all.flatMap(({ failure }) => statusBeside(failure) ?? []));
  return [...found].flatMap((status) => {
    const ofStatus = all.filter(({ failure }) => statusBeside(failure) === status);
    return ofStatus.length < 2 ? [] : together(ofStatus, ofStatus);
  });
}

/** The status of the animal beside what is wrong with it, where the same in another animal is refused. */
function statusBeside({ finding }: Failure): string | undefined {
  const when = finding && 'when' in finding ? finding.when : '';
  return /, (`"status": "\w+"`|no `status`)$/.exec(when)?.[1];
}

/** A server that treats some clients differently does so for whatever they ask. */
function fromOneClient(all: readonly Shown[]): readonly Explained[] {
  const ofClients = all.filter(({ failure }) => failure.finding?.circumstance === 'unusual client');
  return together(ofClients, ofClients);
}

/**
 * What shows only beside other requests breaks whatever they have in common: a variable that they share, for example.
 * It is hard to see again, and two such defects at once are rare.
 */
function besideOthers(all: readonly Shown[]): readonly Explained[] {
  const mixed = all.filter((shown) => needsOthers(shown) || isIntermittent(shown));
  return together(all.filter(needsOthers), mixed);
}

/** The failures as one defect, under the rule that most cases break. */
function together(revealing: readonly Shown[], all: readonly Shown[]): readonly Explained[] {
  const [first] = revealing.toSorted(
    (one, other) => other.failure.cases.failed - one.failure.cases.failed,
  );
  return first === undefined
    ? []
    : [{ rule: first.rule.id, failures: all.map(({ failure }) => failure.id) }];
}

/** Whether the failure was seen again as soon as several requests were under way. */
export const showsUnderLoad = ({ failure }: Shown): boolean =>
  failure.finding?.circumstance === 'several requests under way';
const needsOthers = (shown: Shown): boolean =>
  showsUnderLoad(shown) || shown.failure.finding?.circumstance === 'seen once';

/**
 * With this many requests, a case shows the defect nearly every time, although each request shows it only sometimes.
 */
const many = 8;
const mayBeChance = (shown: Shown): boolean =>
  isIntermittent(shown) ||
  sentFor(shown) >= many ||
  answersVary(shown) ||
  shown.rule.id === 'sequences.model';

const sentFor = ({ failure: { sent, exchanges } }: Shown): number => sent ?? exchanges.length;

/** Whether the case got another answer to the same request just before: it asks until one is wrong. */
function answersVary({ failure: { exchanges } }: Shown): boolean {
  const last = exchanges.at(-1);
  return exchanges.some(
    ({ request: { method, url }, response }) =>
      method === 'GET' &&
      last?.request.method === method &&
      last.request.url === url &&
      last.response?.status !== response?.status,
  );
}

/** Whether the failure did not appear every time it was resent. */
export const isIntermittent = ({ failure: { confirmed } }: Shown): boolean =>
  confirmed.held < confirmed.of;

/** Whether the failure can be seen again at will. */
export const showsEachTime = (shown: Shown): boolean =>
  !isIntermittent(shown) || showsUnderLoad(shown);
