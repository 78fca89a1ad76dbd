// The sentences of single rules, by a key. "{id}" stands for the value of that name, and "{length:animal}" for that
// number of animals, as in "1 animal".
import type { Words } from './finding.js';

const notLater = 'it did not appear later either (--settle)';
const listed = { expected: 'an entry with the id {id}', actual: 'only {length:other animal}' };
const emptied = { expected: 'status 200 and []', actual: 'status {actual}, body {body}' };
const pair = { expected: '{expected}', actual: '{actual}' };
const wholeRange = {
  expected: 'status 201 for any int64',
  actual: 'status {actual} for {categoryId}',
};
const noNewAnimal = { expected: 'no new animal', actual: 'an animal named {name}' };
const onlyOfStatus = 'only animals with the status {status}';
const neverShown = {
  cause:
    '`{operation}` with {query} shows none of the animals that were added, although at least {matching} match.',
  expected: 'some of the animals that were added',
};
const sunset = { expected: 'a date on {day}, in any time zone', actual: '{sunset}' };

export const sentences = {
  'unknown status lists animals': {
    cause: '`{operation}` with the unknown status {status} returned {length:animal}.',
    expected: 'no animals, or a refusal',
    actual: '{length:animal}',
  },
  'more than the limit': {
    cause: '`{operation}` with {query} returned {length:animal}; expected at most {limit}.',
    expected: 'at most {limit:animal}',
    actual: '{length:animal}',
  },
  'fewer than the limit': {
    cause: '`{operation}` with {query} returned {length:animal}; at least {matching} are there.',
    expected: '{limit:animal}',
    actual: '{length:animal}',
  },
  'fewer of a status than the limit': {
    cause: '`{operation}` with {query} returned {length:animal}; at least {matching} are {status}.',
    expected: '{limit:animal}',
    actual: '{length:animal}',
  },
  'another length by default': {
    cause:
      '`{operation}` without a limit ({query}) returned {length:animal}; with limit={default} it returned {usual}.',
    expected: '{usual:animal}',
    actual: '{length:animal}',
  },
  'more than the maximum': {
    cause:
      '`{operation}` with {query} returned {actual} with {length:animal}; expected at most {maximum}, or a refusal.',
    expected: 'at most {maximum} animals, or a refusal',
    actual: '{length:animal}',
  },
  'more than the maximum, not read to its end': {
    cause:
      '`{operation}` with {query} returned {actual} with at least {length:animal}; expected at most {maximum}, or a refusal.',
    expected: 'at most {maximum} animals, or a refusal',
    actual: 'at least {length:animal}',
  },
  'none of a status that many have': {
    cause: '`{operation}` with {query} returned no animals; at least {matching} are {status}.',
    expected: 'animals with the status {status}',
    actual: 'no animals',
  },
  'filter in force': {
    cause:
      'Right after a list with status={status}, a list without parameters contains only animals of that status; after a list with another status, only animals of that one.',
    expected: 'animals of any status',
    actual: '{length:animal}, all {status}',
  },
  'still filtered': {
    cause:
      'Right after a list with status={status}, an unfiltered list on the same connection contains only animals of that status; on other connections it contains others too.',
    expected: 'animals of any status',
    actual: '{length:animal}, all {status}',
  },
  'another status listed': {
    cause: '`{operation}` with {query} returned animal {id}, whose status is {other}.',
    expected: onlyOfStatus,
    actual: 'an animal with the status {other}',
  },
  'no status listed': {
    cause: '`{operation}` with {query} returned animal {id}, which has no status.',
    expected: onlyOfStatus,
    actual: 'an animal with no status',
  },
  'an identifier listed twice': {
    cause: 'A list contains the identifier {id} twice.',
    expected: 'each identifier once',
    actual: '{id} at the indexes {first} and {last}',
  },
  'another category than testified': {
    cause:
      'Animal {id}, which this or an earlier run of the kit added, is listed with the `categoryId` {categoryId}; it was created with another.',
    expected: 'the categoryId that it was created with, to which the mark in its name attests',
    actual: 'categoryId {categoryId}',
  },
  'no list where nothing matches': {
    cause:
      '`{operation}` with no matching animals returned {actual} with a body that is not JSON ({problem}).',
    ...emptied,
  },
  'no array where nothing matches': {
    cause:
      '`{operation}` with no matching animals returned {actual} with a body that is not an array.',
    ...emptied,
  },
  'others where nothing matches': {
    cause:
      '`{operation}` with no matching animals returned {actual} with {length:animal} of another status.',
    ...emptied,
  },
  'never shows what was added': {
    ...neverShown,
    actual: '{length:other animal}',
  },
  'never shows anything': {
    ...neverShown,
    actual: 'an empty list',
  },
  'not listed': {
    cause: `{animal} was added but is missing from a list without \`status\` that is not full; ${notLater}.`,
    ...listed,
  },
  'not listed by its status': {
    cause: `A list with status={status} does not contain animal {id}, which was created with that status; ${notLater}.`,
    ...listed,
  },
  'an earlier one not listed': {
    cause: `The list is not full, but does not contain animal {id}, which an earlier run of the kit added and which is still there; ${notLater}.`,
    ...listed,
  },
  'an earlier one not listed by its status': {
    cause: `The list with status={status} is not full, but does not contain animal {id}, which an earlier run of the kit added and which is still there; ${notLater}.`,
    ...listed,
  },
  'another form of a name listed': {
    cause: 'A list shows a name in a different form: {cameBack}.',
    ...pair,
  },
  'another day of removal': {
    cause: 'The Sunset header is {sunset}; expected a date on {day}, in any time zone.',
    ...sunset,
  },
  'no day of removal': {
    cause:
      'The Sunset header is {sunset} (not a date); expected a date on {day}, in any time zone.',
    ...sunset,
    actual: '{sunset} (not a date)',
  },
  'no integer, not refused': {
    cause: '`{operation}` with {petId}, which is not an int64 integer, returned {actual}.',
    expected: 'a refusal',
    actual: 'status {actual}',
  },
  'no integer, and yet an animal': {
    cause:
      '`{operation}` with {petId}, which is not an int64 integer, returned {actual} and animal {id}.',
    expected: 'a refusal',
    actual: 'status {actual}',
  },
  'not there': {
    cause: '`{operation}` returned {actual}.',
    expected: 'neither 404 nor a server error',
    actual: 'status {actual}',
  },
  'there, but fails': {
    cause: '`{operation}` returned {actual}.',
    expected: 'neither 404 nor a server error',
    actual: 'status {actual}',
  },
  'no version in the address': {
    cause: 'The base address {address} does not end in /{version}.',
    expected: 'a base address that ends in /{version}',
    actual: '{path}',
  },
  'an identifier of the sequence again': {
    cause:
      '`{operation}` returned the identifier {id}, which an earlier animal of the sequence has.',
    expected: 'a new identifier',
    actual: '{id}',
  },
  'an animal of the sequence lost': {
    cause: 'Animal {id} of the sequence cannot be fetched.',
    expected: 'status 200 with the animal',
    actual: 'status {actual}',
  },
  'more than the limit, in a sequence': {
    cause: '`{operation}` with {query} returned {length} animals; expected at most {limit}.',
    expected: 'at most {limit}',
    actual: '{length}',
  },
  'another status listed, in a sequence': {
    cause: '`{operation}` with {query} returned animal {id} with the status {other}.',
    expected: '{status}',
    actual: '{other}',
  },
  'no status listed, in a sequence': {
    cause: '`{operation}` with {query} returned animal {id} with no status.',
    expected: '{status}',
    actual: 'none',
  },
  'an odd name altered': { cause: 'An odd name ({label}) was altered: {cameBack}.', ...pair },
  'another form of a name': {
    cause: 'The response has the name in a different form: {cameBack}.',
    ...pair,
  },
  'one between the ends refused': {
    cause:
      'The largest and the smallest `categoryId` are accepted, but not all between them: {refused} returned {actual}.',
    ...wholeRange,
  },
  'others refused than one nobody knows of': {
    cause: '`categoryId` {taken} is accepted, but not every other: {refused} returned {actual}.',
    ...wholeRange,
  },
  'negative ones refused': {
    cause:
      'Any small `categoryId` is accepted, but not every negative one: {refused} returned {actual}.',
    ...wholeRange,
  },
  'large ones refused': {
    cause:
      'Any small `categoryId` is accepted, but not every large one: {refused} returned {actual}.',
    ...wholeRange,
  },
  'every valid animal refused': {
    cause:
      '`{operation}` refuses every valid animal, also in the categories of animals that the target lists.',
    expected: 'status 201',
    actual: 'status {actual}',
  },
  'the identifier of the request': {
    cause: 'The service adopted the id {id} from the request.',
    expected: 'an id assigned by the service',
    actual: 'id {id}',
  },
  'one identifier for two animals': {
    cause: 'Two animals have the identifier {id}.',
    expected: 'a unique identifier for each animal',
    actual: '{id} for a second animal',
  },
  'the first of two namesakes again': {
    cause: 'Adding a second animal with the same name returned the first one.',
    expected: 'two animals',
    actual: 'the id {id} twice',
  },
  'one of two namesakes at once': {
    cause: 'Two equal animals were added at the same time, but only one of them was stored.',
    expected: 'two animals',
    actual: 'the id {id} twice',
  },
  'the first of two namesakes gone': {
    cause: 'Adding a second animal with the same name removed the first one.',
    expected: 'two animals',
    actual: 'status {actual} for the first animal, {id}',
  },
  'several animals by one request': {
    cause: 'One `{operation}` added {length} animals.',
    expected: 'one animal',
    actual: '{length} animals named {name}',
  },
  'another field by another spelling': {
    cause: 'The same JSON ({label}) gave the animal a different `{field}`: {cameBack}.',
    ...pair,
  },
  'another text': { cause: 'The text {cameBack}.', ...pair },
  'another word in a message': {
    cause: 'The `{field}` in the response is {actual}; expected {expected}.',
    ...pair,
  },
  'one identifier for two messages': {
    cause: 'Two messages have the identifier {id}.',
    expected: 'a unique identifier for each message',
    actual: '{id}',
  },
  'no timestamp': {
    cause: '`createdAt` is not an ISO 8601 timestamp in UTC: {label}.',
    expected: 'a timestamp such as 2030-12-05T09:30:00Z',
    actual: '{actual}',
  },
  'an unusual form of a timestamp': {
    cause: '`createdAt` is written with a space or lowercase letters.',
    ...pair,
  },
  'another time': {
    cause: '`createdAt` is about {away} the message was sent.',
    expected: 'about {expected}',
    actual: '{actual}',
  },
  'the time of another message': {
    cause: '`createdAt` is the same as that of a message sent {seconds} s before.',
    expected: 'the time at which this message was sent',
    actual: '{actual}',
  },
  'refused, but added': {
    cause: '`{operation}` returned {actual} but added animal {id}.',
    ...noNewAnimal,
  },
  'without a key, but added': {
    cause: '`{operation}` ({label}) returned {actual} and added animal {id}.',
    ...noNewAnimal,
  },
  'an animal at an unknown path': {
    cause: '`{request}` returned animal {id}, although the contract does not know the path.',
    expected: 'status 404 with an Error',
    actual: 'status {actual} with an animal',
  },
  'no content type': {
    cause: '`{operation}` returned {actual} with no content type.',
    expected: 'Content-Type: application/json',
    actual: 'no Content-Type',
  },
  'another content type': {
    cause: '`{operation}` returned {actual} with the content type {label}.',
    expected: 'Content-Type: application/json',
    actual: 'Content-Type: {label}',
  },
  'no JSON': {
    cause: '`{operation}` returned {actual} with a body that is not JSON: {problem}.',
    expected: 'a JSON body',
    actual: '{problem}',
  },
  'another status in the body': {
    cause: 'The `Error` body of a {actual} response has the `status` {status}.',
    expected: '"status": {actual}',
    actual: '"status": {status}',
  },
} satisfies Readonly<Record<string, Words>>;

export type Sentence = keyof typeof sentences;
