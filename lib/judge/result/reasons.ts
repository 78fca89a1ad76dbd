// The reasons why a case is no violation and yet no evidence, by a key, and the one place that makes sentences of them.
// Nothing reads the sentences back: code that decides looks at the key and its values, which a report has as well. It imports
// types alone, so that reports can be made with it of their values.
import type { ReportedReason, RuleResult } from './report.js';
import type { Values } from './finding.js';

/**
 * The sentences: of two reasons that are equally frequent, a report names the earlier one, so a new one goes to the end.
 * "{id}" stands for the value of that name, and "{why}" for the reason behind it.
 */
const sentences = {
  skipped: '{count} cases were skipped: {why}',
  undecided: '{undecided} of {cases:case} could not be judged: {why}',
  'some undecided':
    '{undecided} of {cases:case} could not be judged, {count} of them for this reason: {why}',
  'one skipped': '1 case was skipped: {why}',
  'get gone': 'GET /pets/{petId} is no longer available',
  'get removed': 'GET /pets/{petId} is no longer available, which the contract allows from {day}',
  'no store orders': 'GET /store/orders does not exist on this target',
  'broken responses':
    '{broken} of {of} responses to {operation} broke off or were not HTTP, although they came whole on a retry',
  'none ever answered':
    '{line} never got a response ({times} times in a row) and are no longer sent',
  'never answered': '{line} never got a response ({times} times in a row) and is no longer sent',
  'no longer answered':
    '{line} no longer gets a response ({times} times in a row) and is no longer sent',
  'entry is no animal':
    '{operation} returned 200, but an entry of the list is not a valid animal (list-animals.bare-array says which)',
  'no array': '{operation} returned 200, but the body is not an array of animals',
  status: '{operation} returned {status}',
  'no list': '{operation} returned {status} instead of a list',
  'no animal': '{operation} returned {status} instead of an animal',
  'body is no animal': '{operation} returned {status}, but the body is not an animal',
  'no timestamp': '`createdAt` is not a timestamp in UTC',
  'list of one': 'a list of one animal cannot repeat an identifier',
  'no filter': 'a list without a filter',
  'read-only adds none': 'a read-only run adds no animals',
  'read-only': 'a read-only run sends no {method}',
  'no valid animal accepted': 'a valid animal was not accepted (the target returned {status})',
  'valid animal refused too': 'a valid animal was not accepted either',
  'valid animal refused': 'a valid animal was refused',
  'valid message refused': 'a valid message was not accepted',
  'id exists': 'an animal with the identifier {id} exists on this target, or the target invents it',
  'judged as a filter': 'an empty list of one status is judged as a filter',
  'none of that status':
    'no list shows an animal that was added with that status: somebody may have changed them all',
  'unrequested response': 'an unrequested response arrived in between',
  'unclear who added':
    'animal {id} appeared, and an invalid body that returned {status} without an animal may have added it',
  'removed by others': 'animals disappear from the store during the run',
  'changed by others': 'animals in the store change during the run',
  full: 'every POST /pets after {accepted} animals returned {status} (if this is a quota, stay below it with --max-writes)',
  'full from the start':
    'every POST /pets returned {status}: the target may have been full before this run, or the key may not add animals',
  'messages used up':
    'every POST /messages after {accepted} messages returned {status} (if this is a quota, run again once it allows more)',
  'no empty list': 'every list of this target contains animals, and none can be removed',
  'every status full': 'every status has enough animals to fill the list on this target',
  'fewer than the default': 'fewer animals match than the default limit',
  'fewer than the limit': 'fewer animals match than the limit allows',
  'full lists hide adds': 'full lists cannot show whether anything was added',
  'run is read-only': 'testing this needs requests that write, and this run is read-only',
  'much read': 'large responses add up to {megabytes} MB, and no more are requested',
  'left out, one like it crashed':
    'not sent, because a request like it crashed the candidate: {request}',
  'left out, crashed': '{request} crashed the candidate',
  'left out, others crashed': 'not sent, because similar requests crashed the candidate: {request}',
  'emptied by others':
    'most animals that were added have disappeared from the store: somebody empties it during the run, or it loses them',
  'never shown':
    'animal {id} was accepted with 201, but no response has shown it since, and at the end it is not found: the service lost it, or somebody removed it',
  'found late':
    'of {count:animal}, {id} for example, the first request for each did not find it, although it was added long before, and the second one did',
  'unrequested responses':
    'right after {followed} of {of} responses, another one came that no request had asked for: a client that keeps its connections open takes such a one for the response to its next request',
  'adds cannot be seen':
    'neither the lists of this target nor its identifiers show whether anything was added',
  'new ones not listed': 'new animals do not appear in the lists of this target',
  'no category': 'no accepted category is known',
  'no readable animal': 'no POST /pets returned a readable animal',
  'none fetched': 'no animal could be fetched',
  'none for an unknown status': 'no animal is known to be there that an unknown status could show',
  'none added': 'no animal was added',
  'no status to judge': 'no error response had an integer `status` to compare',
  'no list to judge': 'no GET /pets returned a list',
  'no message': 'no message was accepted',
  'no quickstart': 'no quickstart address was given (--quickstart URL)',
  'no response to': 'no response to {request} ({why})',
  'no 401 to judge': 'no response was a 401',
  'no error to judge': 'no response was an error',
  'nothing to judge': 'no response could be judged by this rule',
  'no response': 'no response was received',
  'no response was': 'no response was received ({why})',
  'none refused': 'none of the bodies was refused',
  'not covered': 'not covered: {operations}',
  'not covered, and': 'not covered: {operations}; {why}',
  'older ones gone': 'older animals are gone as well, whatever their names',
  'arrived late':
    'one response was missing ({problem}) but arrived on a retry: try a lower --concurrency',
  'categories given': 'only the categories given with --category-ids are used',
  'common name':
    'other clients add animals meanwhile, and one of theirs has the name that a refused one may have',
  'outside budget': 'outside the budget ({flags})',
  'quick effort, known store':
    'quick effort adds nothing for questions where animals of an earlier run are there',
  'quick effort': 'quick effort sends only the most revealing cases',
  'large responses': 'responses are so large ({megabytes} MB) that only a few were requested',
  'varying responses': 'responses vary from request to request, so they cannot be compared',
  'too few for limits': 'telling what a limit does takes more than {maximum} animals',
  'too few for the default': 'testing the default takes more than {default} animals',
  'too few for the maximum': 'testing the maximum takes more than {maximum} animals',
  'too few for this limit':
    'testing this limit takes at least {fewest} matching animals, and the store is known to have only {matching}',
  'none crashes it alone':
    'the candidate crashed while such requests were under way, and none of them crashes it when it is sent alone',
  'came back':
    'the candidate was gone and came back, although the kit did not start it again: omit what restarts it, such as nodemon or a supervisor',
  'ended by itself': 'the candidate {how}',
  'ended again by itself':
    'the candidate {how}: started again, it also ended when only harmless requests were sent',
  'full filtered lists':
    'the filtered lists of this target are full, and new animals do not appear in them',
  'namesake refused': 'the first of two namesakes was refused',
  'no next id': 'the identifiers of this target are not predictable',
  'short list': 'the list is so short that there is no use in compressing it',
  'unreadable lists': 'the lists could not be read',
  'not countable': 'the lists do not show the new animals, so they cannot be counted',
  'fewer than two': 'the lists hold fewer than two animals',
  'full lists, nothing new': 'the lists of this target are full, and do not show new animals',
  'full lists': 'the lists of this target are full, and new animals do not appear in them',
  'none of an earlier run': 'the lists show no animals of an earlier run',
  'none known listed': 'the lists show no animals that the kit added',
  'next id known': 'the next identifier returned something before it was assigned',
  'not in report': 'the report does not say',
  'no name': 'the response has no `name`',
  'no string': 'the response has no string `{field}`',
  bailed: 'the run ended before (--bail {after})',
  interrupted: 'the run ended early',
  'animal as JSON refused': 'the same animal as application/json was refused',
  'plain JSON refused': 'the same animal in plain JSON was refused',
  'message as JSON refused': 'the same message as application/json was refused',
  'status changed by others': 'the status of animals changes during the run',
  'no other status': 'the store has no animals of another status',
  'none to list': 'the store has no animals that a list could show',
  'read-only, empty store': 'the store has no animals, and a read-only run adds none',
  'no mix': 'the store has no mix of this and other statuses to filter',
  other: '{problem}',
  'type before key': 'the target checks the content type before the key',
  frozen: 'the target did not respond for {seconds} s',
  'not every category': 'the target does not accept every category ({category} returned {status})',
  'not all answered': 'the target does not respond to all of them',
  unanswered: 'the target left {timeouts} requests unanswered and is no longer asked',
  'every category refused':
    'the target refused an animal in each of the categories {categories} (most recently with {answer}): specify one that it accepts with --category-ids, unless the store is full',
  'some refused': 'the target refused some of the animals',
  'id refused': 'the target refuses an id in the request',
  'no status refused': 'the target refuses animals without a status',
  'long names refused': 'the target refuses long names',
  'long requests refused': 'the target refuses long requests (it returned {status})',
  'spaces refused': 'the target refuses names with leading or trailing spaces',
  'all served': 'the target refuses none of them',
  'keys beyond ASCII refused': 'the target refuses headers beyond ASCII',
  'long keys refused': 'the target refuses overlong keys',
  'parameters refused': 'the target refuses parameters that the contract does not know',
  'categories refused': 'the target refuses some categories',
  'messages refused': 'the target refuses some messages',
  'names refused': 'the target refuses some names',
  'odd names refused': 'the target refuses some odd names',
  'spelled query refused': 'the target refuses such a spelling of the query',
  'name refused': 'the target refuses the name {name}',
  'said to be gone': 'the target says that the animal is gone',
  'no Sunset': 'the target sends no Sunset header',
  served: 'the target serves this path or method',
  'stopped responding': 'the target stopped responding ({problem})',
  'names of the kit refused':
    'the target takes the name {short}, but refuses the names of this kit, such as {name} ({answer})',
  'length wanted': 'the target wants to know the length of a body (411)',
  'the valid message refused': 'the valid message was refused',
  'case cannot be rebuilt':
    'this case cannot be rebuilt, as the target has or accepts other animals than it did',
  'not all odd names': 'this run does not send all odd names',
  'not sent': 'no such request was sent, or none was accepted',
  'too few listed': 'too few animals are listed to decide',
  'too few added': 'too few animals were added to decide',
  'too few to miss': 'too few animals were added to miss them',
  'one status': 'unfiltered lists contain animals of only one status',
} satisfies Readonly<Record<string, string>>;

export type ReasonKey = keyof typeof sentences;

export interface Reason {
  readonly what: ReasonKey;
  readonly values?: Values;
  /** The reason behind it. */
  readonly why?: Reason;
}

/** A reason without values is its key. */
export type AnyReason = Reason | ReasonKey;

export const asReason = (reason: AnyReason): Reason =>
  typeof reason === 'string' ? { what: reason } : reason;

/** A reason for which there are only words: those of a parser, of the network, or of a rule from outside the kit. */
export const saying = (problem: string): Reason => ({ what: 'other', values: { problem } });

export const reasonInWords = ({ what, values, why }: Reason): string =>
  filled(sentences[what], { ...values, ...(why && { why: reasonInWords(why) }) });

type Given = Pick<RuleResult, 'reason' | 'why'>;

/** The reason of a result as its report has it: in words, and as the values of which these are made. */
export function reasonInReport(reason: Reason | null, redact = (text: string) => text): Given {
  if (reason === null) return { reason: null };
  const why = reported(reason, redact);
  const words = reasonInWords(why);
  const shown = redact(words);
  // A secret that only the whole sentence shows would still show in values that are put together.
  return { reason: shown, why: shown === words ? why : saying(shown) };
}

/** The reason with those values alone that its sentence says, because nobody could check any other. */
const reported = ({ what, values = {}, why }: Reason, redact: (text: string) => string): Reason => {
  const said = Object.entries(values).flatMap(([name, value]) =>
    namesIn(what).includes(name)
      ? [[name, typeof value === 'string' ? redact(value) : value] as const]
      : [],
  );
  return {
    what,
    ...(said.length > 0 && { values: Object.fromEntries(said) }),
    ...(why && { why: reported(why, redact) }),
  };
};

const namesIn = (what: ReasonKey): readonly string[] =>
  [...sentences[what].matchAll(/\{(\w+)/g)].map(([, name = '']) => name);

/** Whether this kit has a sentence for the reason and for all behind it: a later one may have others. */
export const hasWords = (reason: ReportedReason): reason is Reason =>
  Object.hasOwn(sentences, reason.what) && (reason.why === undefined || hasWords(reason.why));

/** Whether the words of a result are those that its values give, and say all of these. */
export const saysItsReason = ({ reason, why }: Given): boolean =>
  why === undefined
    ? reason === null
    : hasWords(why) && reason === reasonInWords(why) && saysEachValue(why);

const saysEachValue = ({ what, values = {}, why }: Reason): boolean => {
  const names = namesIn(what);
  const isSaid = [...Object.keys(values), ...(why ? ['why'] : [])].every((name) =>
    names.includes(name),
  );
  return isSaid && (why === undefined || saysEachValue(why));
};

/** Whether there is a result with this very reason. A report of an older kit has only the words. */
export function hasReason(result: Given | undefined, expected: Reason | undefined): boolean {
  if (result === undefined || expected === undefined) return false;
  const { reason, why } = result;
  return why === undefined
    ? reason === reasonInWords(expected)
    : isSame(
        why,
        reported(expected, (text) => text),
      );
}

/** Reports have the values in an order of their own. */
const isSame = (one: ReportedReason, other: ReportedReason): boolean => {
  const [values, others] = [one.values ?? {}, other.values ?? {}];
  const names = Object.keys(values);
  return (
    one.what === other.what &&
    names.length === Object.keys(others).length &&
    names.every((name) => values[name] === others[name]) &&
    (one.why && other.why ? isSame(one.why, other.why) : one.why === other.why)
  );
};

/**
 * Replaces "{id}" by the value of that name, and "{length:animal}" by that number of animals; other names in braces
 * belong to the text.
 */
export const filled = (text: string, values: Values): string =>
  text.replace(/\{(\w+)(?::([a-z ]+))?\}/g, (whole, name: string, noun?: string) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name];
    return `${value}${noun === undefined ? '' : ` ${noun}${value === 1 ? '' : 's'}`}`;
  });

/** The same text for equal reasons, for comparisons only. */
export const nameOfReason = ({ what, values, why }: Reason): string =>
  JSON.stringify([what, values, why && nameOfReason(why)]);

/** The reason why cases could not be judged, without how many they are. */
export const withoutCounts = (reason: Reason): Reason =>
  (reason.what === 'undecided' || reason.what === 'some undecided') && reason.why
    ? reason.why
    : reason;

/** The reason behind all others. */
export const innermost = (reason: Reason): Reason => (reason.why ? innermost(reason.why) : reason);

const order = Object.keys(sentences);

export const byReason = (one: Reason, other: Reason): number =>
  order.indexOf(one.what) - order.indexOf(other.what) ||
  (nameOfReason(one) < nameOfReason(other) ? -1 : 1);
