// Failures that are one defect whatever fault is known to be like it: responses that are missing, operations that fail for
// everybody, and checks that are not made at all.
import { marksIn } from '../../contract/values/values.js';
import type { Failure, RecordedExchange } from '../../judge/result/report.js';
import { groupsOf } from '../../report/groups.js';
import { topFrame } from '../../judge/run/outages/top-frame.js';
import { isIntermittent, type Shown } from './intermittent.js';
import type { FailureSignature } from './signatures.js';

type Read = (id: string) => Shown;

/** This many cases cannot all be the same unusual request. */
const fewestCases = 5;

export function brokenDown(
  signatures: readonly FailureSignature[],
  read: Read,
): readonly (readonly FailureSignature[])[] {
  const groups = groupsOf(
    signatures,
    (signature) => crashOf(signature, read) ?? silenceOf(read(signature.failure).failure),
  );
  return [
    ...groups.filter(([one, ...others]) => others.length > 0 || crashOf(one, read) !== undefined),
    ...failingAlways(signatures, read),
    ...withoutKeyCheck(signatures, read),
    withRefusedKey(signatures, read),
    readAsNextRequest(signatures, read),
    mixedUp(signatures, read),
    ...withoutValidation(signatures, read),
    ...otherSuccess(signatures, read),
    ...otherRefusal(signatures, read),
    ...refusedForOneReason(signatures, read),
    withoutDefaultLimit(signatures, read),
    withIntermittentLists(uniqueIds, byIdentifier, signatures, read),
    withIntermittentLists('list-animals.no-filter', [], signatures, read),
    notFound(signatures, read),
    withWrongFilter(signatures, read),
  ];
}

const missingKey = 'authentication.missing-key';

/** If no request needs a key, accepting a wrong one is not a defect of its own. */
function withoutKeyCheck(
  signatures: readonly FailureSignature[],
  read: Read,
): readonly (readonly FailureSignature[])[] {
  const isOpen = signatures.some(({ rule, failure }) => {
    const { cases, exchanges } = read(failure).failure;
    const isEach = cases.of >= fewestCases && cases.failed === cases.of;
    return rule === missingKey && isEach && isSuccess(exchanges.at(-1)?.response?.status);
  });
  if (!isOpen) return [];
  const own = signatures.filter(({ rule }) => rule.startsWith('authentication.'));
  // If a key is needed on a fresh connection, the connection is let in, which a curl line does not show.
  const isOfConnection =
    own.some(({ experiment }) => experiment === afterAKey) &&
    !own.some(({ experiment }) => experiment === firstOfAConnection);
  const leads = ({ rule, experiment }: FailureSignature): boolean =>
    isOfConnection ? experiment === afterAKey : rule === missingKey;
  return [own.toSorted((one, other) => Number(leads(other)) - Number(leads(one)))];
}

const afterAKey = 'no valid key right after a valid one, on one connection';
const firstOfAConnection = 'no valid key in the first request of a connection';

const validKey = 'authentication.valid-key';

/** A valid key that is refused, if only now and then, is one defect, whatever the request was for. */
function withRefusedKey(
  signatures: readonly FailureSignature[],
  read: Read,
): readonly FailureSignature[] {
  const own = signatures.filter(({ failure }) => isOfRefusedKey(read(failure).failure));
  return own.toSorted(
    (one, other) => Number(other.rule === validKey) - Number(one.rule === validKey),
  );
}

function isOfRefusedKey({ finding }: Failure): boolean {
  if (finding === undefined || !('expected' in finding)) return false;
  return finding.actual === 401 && finding.expected !== undefined && finding.expected !== 401;
}

/** A request line, or the method of one, behind the rest of a body: as an HTTP server quotes what it cannot read. */
const quotedRequest =
  /[}\]"'](?:GET|POST|PUT|DELETE|PROPFIND) \/\S* HTTP\/1|Unsupported method \('[{["]/;

/**
 * A body that the service leaves unread is taken for the next request on the connection, whatever that is. If there is
 * none, the connection brings a second response.
 */
function readAsNextRequest(
  signatures: readonly FailureSignature[],
  read: Read,
): readonly FailureSignature[] {
  const isQuoted = ({ failure }: FailureSignature): boolean => {
    const { response } = read(failure).failure.exchanges.at(-1) ?? {};
    return (response?.status ?? 0) >= 400 && quotedRequest.test(response?.body.text ?? '');
  };
  const isBroken = ({ failure }: FailureSignature): boolean => {
    const { finding } = read(failure).failure;
    return finding?.kind === 'no answer' && finding.values?.['response'] === 'broken';
  };
  if (!signatures.some(isQuoted)) return [];
  const own = signatures.filter((one) => isQuoted(one) || isBroken(one));
  const isChance = ({ failure }: FailureSignature): boolean => isIntermittent(read(failure));
  return own.toSorted((one, other) => Number(isChance(one)) - Number(isChance(other)));
}

const keepsName = 'add-animal.keeps-name';

/**
 * A service that mixes up requests under way returns what somebody else has just sent: any field is wrong then, and
 * invalid bodies are accepted, as they are replaced.
 */
function mixedUp(signatures: readonly FailureSignature[], read: Read): readonly FailureSignature[] {
  const lastOf = ({ failure }: FailureSignature) => read(failure).failure.exchanges.at(-1);
  const own = signatures.filter((signature) => returnsAnother(lastOf(signature)));
  if (new Set(own.map(({ rule }) => rule)).size < 2) return [];
  // Odd names have no mark, but come and go with the others. Some rules send several requests at a time.
  const others = signatures.filter(
    (signature) =>
      !own.includes(signature) &&
      (isIntermittent(read(signature.failure)) || ofSeveral.includes(signature.rule)),
  );
  return [...own, ...others].toSorted(
    (one, other) => Number(other.rule === keepsName) - Number(one.rule === keepsName),
  );
}

/** Whose cases add several animals at a time. */
const ofSeveral = ['add-animal.names-may-repeat', 'add-animal.unique-ids', 'sequences.model'];

/** Whether the response to an add shows the mark of another animal. */
function returnsAnother(exchange: RecordedExchange | undefined): boolean {
  if (exchange?.operation !== 'createPet' || !isSuccess(exchange.response?.status)) return false;
  const sent = exchange.request.body?.text ?? '';
  const shown = marksIn(exchange.response?.body.text ?? '');
  return shown.some((mark) => !sent.includes(mark));
}

const ofValidation = [
  'missing-name',
  'missing-category',
  'invalid-name',
  'invalid-category',
  'invalid-status',
  'not-an-object',
].map((name) => `add-animal.${name}`);
/** This many broken rules mean that bodies are not checked at all, rather than that each check is missing. */
const fewestOfValidation = 4;

/** If bodies are not checked at all, a field that is not checked is not a defect of its own. */
function withoutValidation(
  signatures: readonly FailureSignature[],
  read: Read,
): readonly (readonly FailureSignature[])[] {
  const own = signatures.filter(({ rule, failure }) => {
    const { cases } = read(failure).failure;
    return ofValidation.includes(rule) && cases.failed === cases.of;
  });
  const rules = new Set(own.map(({ rule }) => rule));
  return rules.size < fewestOfValidation ? [] : [own];
}

/** An operation that succeeds with another 2xx than it should is one defect, whatever was sent. */
function otherSuccess(
  signatures: readonly FailureSignature[],
  read: Read,
): readonly (readonly FailureSignature[])[] {
  return severalAlike(signatures, ({ failure }) => {
    const { finding } = read(failure).failure;
    return finding?.kind === 'status' && isSuccess(finding.expected) && isSuccess(finding.actual)
      ? `${finding.operation} ${finding.actual}`
      : undefined;
  });
}

/**
 * A service that refuses keys with another error than 401 does so whichever key is wrong. One that fails at them fails at
 * both addresses.
 */
function otherRefusal(
  signatures: readonly FailureSignature[],
  read: Read,
): readonly (readonly FailureSignature[])[] {
  return severalAlike(catalogueFirst(signatures), ({ rule, failure }) => {
    const shown = read(failure);
    const { finding } = shown.failure;
    if (finding?.kind !== 'status' || finding.expected !== 401 || finding.actual < 400)
      return undefined;
    if (isIntermittent(shown)) return undefined;
    return finding.actual >= 500 ? `${finding.actual}` : `${rule.split('.')[0]} ${finding.actual}`;
  });
}

const catalogueFirst = (signatures: readonly FailureSignature[]): readonly FailureSignature[] =>
  signatures.toSorted((one, other) => Number(isOfQuickstart(one)) - Number(isOfQuickstart(other)));
const isOfQuickstart = ({ rule }: FailureSignature): boolean => rule.startsWith('messages.');

/** Refusals with one of these have a reason of their own, unlike a 400 or a 404, which may be about anything. */
const revealing = new Set([402, 405, 406, 409, 411, 412, 415, 428]);

/** The same words with such a status are one reason, whichever request is refused. */
function refusedForOneReason(
  signatures: readonly FailureSignature[],
  read: Read,
): readonly (readonly FailureSignature[])[] {
  return severalAlike(signatures, ({ failure }) => {
    const response = read(failure).failure.exchanges.at(-1)?.response;
    const status = response?.status ?? 0;
    const text = response?.body.text ?? '';
    return revealing.has(status) && text !== '' ? `${status} ${text}` : undefined;
  });
}

/** The groups of several that show the same defect; what shows none is in no group. */
function severalAlike(
  signatures: readonly FailureSignature[],
  defectOf: (signature: FailureSignature) => string | undefined,
): readonly (readonly FailureSignature[])[] {
  return groupsOf(signatures, defectOf).filter(({ length }) => length > 1);
}

/** If lists are too long only without a limit, the defect is another default. */
function withoutDefaultLimit(
  signatures: readonly FailureSignature[],
  read: Read,
): readonly FailureSignature[] {
  const byDefault = signatures.filter(({ rule }) => rule === 'list-animals.default-limit');
  const tooLong = signatures.filter(({ rule }) => rule === 'list-animals.limit-is-maximum');
  const isLimited = ({ failure }: FailureSignature): boolean =>
    /[?&]limit=/.test(read(failure).failure.exchanges.at(-1)?.request.url ?? '');
  return byDefault.length === 0 || tooLong.some(isLimited) ? [] : [...byDefault, ...tooLong];
}

const uniqueIds = 'add-animal.unique-ids';
/** Rules that take an animal by its identifier, and get another one or none. */
const byIdentifier = [
  'add-animal.names-may-repeat',
  'add-animal.can-be-fetched',
  'get-animal.exact-animal',
  'list-animals.as-created',
  'list-animals.finds-created',
  'sequences.model',
];

/**
 * If two animals get the same identifier, for example because two processes count separately, one animal stands for
 * both. Then a list lacks the other now and then, as it does if an earlier filter stays in force.
 */
function withIntermittentLists(
  rule: string,
  besides: readonly string[],
  signatures: readonly FailureSignature[],
  read: Read,
): readonly FailureSignature[] {
  const own = signatures.filter((signature) => signature.rule === rule);
  const follows = (signature: FailureSignature): boolean =>
    besides.includes(signature.rule) ||
    (signature.rule !== rule &&
      signature.rule.startsWith('list-animals.') &&
      isIntermittent(read(signature.failure)));
  return own.length === 0 ? [] : [...own, ...signatures.filter(follows)];
}

/** The rules that fail where an animal is not found by its identifier, the one that says most first. */
const ofLostAnimals = [
  'add-animal.can-be-fetched',
  'sequences.model',
  'get-animal.exact-animal',
  'get-animal.until-removal',
];

/**
 * Animals that cannot be fetched are one defect, whichever rule fetches them. An intermittent defect shows in other
 * rules too.
 */
function notFound(
  signatures: readonly FailureSignature[],
  read: Read,
): readonly FailureSignature[] {
  const own = ofLostAnimals.flatMap((rule) =>
    signatures.filter((signature) => {
      const last = read(signature.failure).failure.exchanges.at(-1);
      return (
        signature.rule === rule && last?.operation === 'getPet' && last.response?.status === 404
      );
    }),
  );
  return own.some(({ failure }) => isIntermittent(read(failure))) ? [] : own;
}

const filter = 'list-animals.filter';
const ofFilters = ['list-animals.filter-few', 'list-animals.nothing-matches'];

/** A filter that is wrong is so wherever a list is filtered. */
function withWrongFilter(
  signatures: readonly FailureSignature[],
  read: Read,
): readonly FailureSignature[] {
  const own = signatures.filter(({ rule }) => rule === filter);
  const isFiltered = ({ failure }: FailureSignature): boolean =>
    /[?&]status=/.test(read(failure).failure.exchanges.at(-1)?.request.url ?? '');
  // A filter that looks at a part of the animals finds none of them, or too few.
  const findsTooFew = own.some(({ shown }) => shown === 'none of a status that many have');
  const others = signatures.filter(
    (signature) =>
      ofFilters.includes(signature.rule) ||
      (signature.rule === 'sequences.model' && isFiltered(signature)) ||
      (findsTooFew && signature.shown === 'fewer of a status than the limit'),
  );
  return own.length === 0 ? [] : [...own, ...others];
}

const isSuccess = (status: unknown): boolean =>
  typeof status === 'number' && status >= 200 && status < 300;

/** Crashes at the same place are one defect. A crash at an unknown place is a defect of its own. */
function crashOf({ failure }: FailureSignature, read: Read): string | undefined {
  const { output } = read(failure).failure;
  return output === undefined ? undefined : `crash ${topFrame(output) ?? failure}`;
}

/** Timeouts and broken HTTP are one defect, whatever the requests; lost connections are one for each operation. */
function silenceOf({ exchanges }: Failure): string | undefined {
  const last = exchanges.at(-1);
  if (!last?.noAnswer) return undefined;
  const { kind } = last.noAnswer;
  return kind === 'timeout' || kind === 'not-http' ? kind : `${kind} ${last.operation}`;
}

/** An operation that returns the same 5xx to each ordinary request is one defect, whichever rules send it. */
function failingAlways(
  signatures: readonly FailureSignature[],
  read: Read,
): readonly (readonly FailureSignature[])[] {
  const always = new Set(
    signatures
      .map(({ failure }) => read(failure).failure)
      .filter(({ difference, cases }) => difference === null && cases.failed === cases.of)
      .filter(({ cases }) => cases.of >= fewestCases)
      .flatMap((failure) => serverErrorOf(failure) ?? []),
  );
  return [...always].map((error) =>
    signatures.filter(({ failure }) => serverErrorOf(read(failure).failure) === error),
  );
}

function serverErrorOf({ exchanges }: Failure): string | undefined {
  const last = exchanges.at(-1);
  const status = last?.response?.status ?? 0;
  return status < 500 ? undefined : `${status} ${last?.operation}`;
}
