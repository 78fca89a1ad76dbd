// The rules of spec/rules.yaml with their sentences, for the compiler and for people: a wrong id does not compile.
// Written by `npx vitest run --project kit lib/contract -u`.
export interface Statements {
  /** 1, stated */
  "sequences.model": "Any sequence of adds, lists and gets agrees with a simple model of a store: what was added is there, unchanged, and nothing else appears under its identifier.";
  /** 4, stated */
  "bodies.json": "Response bodies are JSON, sent as application/json.";
  /** 4.1, stated */
  "list-animals.answers-200": "A valid list request returns 200.";
  /** 2, stated */
  "list-animals.bare-array": "A list response is a bare array of Pet objects.";
  /** 4.1, stated */
  "list-animals.nothing-matches": "When no animal matches, the response is 200 with an empty array.";
  /** 8, stated */
  "list-animals.limits-accepted": "Every limit from 1 to 100, inclusive, is accepted, with and without a filter.";
  /** 4.1, stated */
  "list-animals.limit-is-maximum": "At most `limit` animals are returned, for every limit from 1 to 100, with and without a filter.";
  /** 8, stated */
  "list-animals.default-limit": "Without a limit, a list holds at most 20 animals: as many as with limit=20.";
  /** 8, stated */
  "list-animals.never-above-100": "No list holds more than 100 animals, whatever the request.";
  /** 4.1, stated */
  "list-animals.filter": "With a status filter, only animals with that status are returned.";
  /** 4.1, stated */
  "list-animals.no-filter": "A list without `status` is not filtered by the status of an earlier request.";
  /** 4.1, stated */
  "list-animals.filter-few": "With a status filter, only animals with that status are returned, even when fewer match than the limit allows.";
  /** 2, stated */
  "list-animals.unique-ids": "Identifiers are unique: no list contains one twice.";
  /** 2, stated */
  "list-animals.as-created": "An animal is listed exactly as it was created, with integers exact to the last digit.";
  /** 4.1, implied */
  "list-animals.accept-range": "A list is returned to a client whose Accept header names a range that includes JSON, such as application/*.";
  /** 4.1, implied */
  "list-animals.full-pages": "A list is as long as its limit when that many animals match.";
  /** 4.1, implied */
  "list-animals.filter-finds": "The filter finds an animal that was created with that status.";
  /** 4.1, implied */
  "list-animals.finds-created": "An animal that was added is in the unfiltered list, if that list is not full.";
  /** 4.1, stated */
  "list-animals.shows-added": "Of the animals that were added, the list shows some, and so does the list of each status.";
  /** 2, implied */
  "list-animals.name-form": "A list shows a name as it was sent, including leading and trailing spaces and its Unicode form.";
  /** 2, implied */
  "list-animals.unknown-status": "Filtering by a status that is not one of the three returns no animals.";
  /** 8, open */
  "list-animals.limit-out-of-range": "How does the service respond to a limit outside 1 to 100, or one that is not an integer? (Any response is fine if the other rules hold: no list may have more than 100 animals.)";
  /** 4.1, open */
  "list-animals.order": "In which order are animals listed?";
  /** 4.1, open */
  "list-animals.links": "Does a list have pagination links or metadata in its headers?";
  /** 4.1, open */
  "list-animals.unknown-parameter": "What does a query parameter that the contract does not define do?";
  /** 4.1, open */
  "list-animals.delay": "How soon does a new animal appear in lists?";
  /** 4.1, open */
  "list-animals.unknown-status-answer": "How does the service respond to a status that is not one of the three?";
  /** 4, open */
  "list-animals.content-type": "What is the content type of a list, to the letter?";
  /** 4.1, open */
  "list-animals.headers": "Which headers does a list have that are not part of the transport?";
  /** 4.1, open */
  "list-animals.caching": "What do the headers of a list say to caches?";
  /** 8, open */
  "list-animals.rate-limits": "Do the headers of a list announce a limit on the rate of requests?";
  /** 4.1, open */
  "list-animals.connection": "Is the connection kept open after a list?";
  /** 4.1, open */
  "list-animals.compression": "Is a list compressed for a client that asks for gzip?";
  /** 4.1, open */
  "list-animals.cross-origin": "What does a list returned to a page of another origin allow that page?";
  /** 4.1, open */
  "list-animals.preflight": "How does the service respond to the preflight request of a browser, OPTIONS without a key?";
  /** 4.1, open */
  "list-animals.head": "How does the service respond to HEAD instead of GET?";
  /** 4.1, open */
  "list-animals.other-paths": "Is the list found at other spellings of its path?";
  /** 4.1, open */
  "list-animals.rewritten-address": "Does an X-Original-URL header lead to another address?";
  /** 8, open */
  "list-animals.long-headers": "How does the service respond to a header of 1,000 or 5,000 characters?";
  /** 4.2, stated */
  "add-animal.answers-201": "A valid animal is added, with status 201.";
  /** 4.2, stated */
  "add-animal.returns-pet": "Adding an animal returns a Pet with the integer identifier that was assigned.";
  /** 2, stated */
  "add-animal.keeps-name": "The name is returned as it was sent, whatever its script.";
  /** 2, stated */
  "add-animal.keeps-spaces": "A name keeps the spaces inside it.";
  /** 2, stated */
  "add-animal.keeps-category": "The `categoryId` is returned exactly as it was sent, to the last digit of an int64.";
  /** 2, stated */
  "add-animal.keeps-status": "A status that was sent is returned unchanged, for each of the three.";
  /** 2, stated */
  "add-animal.status-optional": "An animal can be added without a status.";
  /** 2, stated */
  "add-animal.assigns-id": "The identifier is assigned by the service: an `id` in the request is never adopted.";
  /** 2, stated */
  "add-animal.unique-ids": "Every animal gets a unique identifier, even when many are added at once.";
  /** 2, stated */
  "add-animal.names-may-repeat": "Two animals may have the same name.";
  /** 4.2, stated */
  "add-animal.can-be-fetched": "An animal that was added can be fetched by its identifier.";
  /** 7, stated */
  "add-animal.missing-name": "A body without `name` is refused with 400.";
  /** 7, stated */
  "add-animal.missing-category": "A body without `categoryId` is refused with 400.";
  /** 7, stated */
  "add-animal.invalid-name": "A `name` that is not a string is refused with 400.";
  /** 7, stated */
  "add-animal.invalid-category": "A `categoryId` that is not an int64 integer is refused with 400.";
  /** 7, stated */
  "add-animal.invalid-status": "A `status` that is not one of the three is refused with 400; null and surrounding spaces, which have two readings, have their own rules (add-animal.null-status, add-animal.padded-status).";
  /** 7, stated */
  "add-animal.not-an-object": "A JSON body that is not an object is refused with 400.";
  /** 4.2, stated */
  "add-animal.not-json": "A body that is not JSON is refused with 400.";
  /** 4.2, stated */
  "add-animal.empty-body": "The body is required: an empty one is refused with 400.";
  /** 4.2, implied */
  "add-animal.nearly-json": "A body that only a lenient parser accepts as JSON (a trailing comma, a comment, single quotes, text after the end) is refused.";
  /** 4.2, implied */
  "add-animal.null-status": "A `status` of null is refused, not treated as absent.";
  /** 7, implied */
  "add-animal.padded-status": "A `status` with surrounding white space is refused, not trimmed.";
  /** 4.2, implied */
  "add-animal.letter-case": "A required member in a different letter case (`Name`) does not count as that member.";
  /** 2, implied */
  "add-animal.keeps-padding": "A name keeps its leading and trailing spaces.";
  /** 2, implied */
  "add-animal.keeps-unicode-form": "A name keeps its Unicode form; it is not normalised.";
  /** 2, implied */
  "add-animal.category-range": "A server that accepts any small `categoryId` accepts large ones too: the int64 range is not truncated.";
  /** 4.2, implied */
  "add-animal.refused-adds-nothing": "A refused body adds no animal.";
  /** 4.2, implied */
  "add-animal.adds-one": "One request adds one animal.";
  /** 2, stated */
  "add-animal.odd-names": "An odd but valid name (empty, very long, control characters, quotes, `__proto__`) is kept exactly or refused with 4xx, never altered, and never causes a server error; surrounding spaces and Unicode forms have their own rules.";
  /** 4, implied */
  "add-animal.charset": "A charset parameter does not make application/json a different content type.";
  /** 4, implied */
  "add-animal.type-letter-case": "The letter case of `Application/JSON` does not make it a different content type.";
  /** 4, stated */
  "add-animal.any-spelling": "The same JSON is understood however it is written: indented, with its members in a different order, or with escapes.";
  /** 3, open */
  "add-animal.default-status": "Which status does an animal get when none is sent?";
  /** 4.2, open */
  "add-animal.unknown-properties": "What happens to properties that the contract does not define?";
  /** 4.2, open */
  "add-animal.other-content-type": "How does the service respond to a new animal whose content type is not application/json?";
  /** 2, open */
  "add-animal.whole-decimals": "Is a `categoryId` written as 2.0 accepted as an integer?";
  /** 2, open */
  "add-animal.fine-fraction": "Is a `categoryId` accepted whose fraction is beyond double precision?";
  /** 4.2, open */
  "add-animal.unusual-json": "How does the service respond to a body with a byte order mark, a duplicate key, a lone surrogate, invalid UTF-8 or arrays nested 1,000 deep?";
  /** 8, open */
  "add-animal.long-names": "How long may a name be?";
  /** 2, open */
  "add-animal.identifiers": "What do the identifiers of animals look like: their sign, order, distance and size?";
  /** 2, open */
  "add-animal.more-properties": "Which properties does an animal have that the contract does not define?";
  /** 2, open */
  "add-animal.property-order": "In which order are the properties of an animal written?";
  /** 4, open */
  "add-animal.json-form": "How is JSON written: with white space, with escapes?";
  /** 4.2, open */
  "add-animal.location": "Is the address of a new animal in a Location header?";
  /** 4.2, open */
  "add-animal.client-id": "How does the service respond to a new animal that has an `id`?";
  /** 2, open */
  "add-animal.odd-names-answer": "Which unusual names are refused?";
  /** 2, open */
  "add-animal.categories": "Which categories are accepted?";
  /** 4.3, stated */
  "get-animal.exact-animal": "The response is exactly the requested animal.";
  /** 4.3, stated */
  "get-animal.unknown-id": "An identifier that no animal has returns 404; 0 and negative ones, which have two readings, have their own rule (get-animal.impossible-id).";
  /** 9, stated */
  "get-animal.until-removal": "The operation is available until its removal on 5 December 2030.";
  /** 4.3, implied */
  "get-animal.impossible-id": "An identifier that no service assigns (0 or a negative one) returns 404, like any other unknown identifier, not 400.";
  /** 9, implied */
  "get-animal.sunset": "If a Sunset header is sent, it names 5 December 2030.";
  /** 4.3, implied */
  "get-animal.no-integer": "A `petId` that is not an integer is refused: it never returns an animal.";
  /** 4.3, open */
  "get-animal.no-integer-answer": "How does the service respond to a `petId` that is not an integer?";
  /** 4.3, open */
  "get-animal.other-notations": "Is an identifier found that is written with a leading zero or a plus sign?";
  /** 9, open */
  "get-animal.deprecation": "Do responses announce the deprecation in a header?";
  /** 4.4, implied */
  "store-orders.exists": "GET /store/orders exists: it returns neither 404 nor a server error.";
  /** 4.4, open */
  "store-orders.answer": "How does the service respond to GET /store/orders?";
  /** 4.5, stated */
  "messages.accepted": "A valid message returns a success status.";
  /** 2, stated */
  "messages.returns-message": "The response is a Message in JSON: `id`, `message`, `status` and `createdAt` are strings.";
  /** 2, stated */
  "messages.echo": "The response echoes the submitted text exactly.";
  /** 2, stated */
  "messages.queued": "A freshly accepted message has the status `queued`.";
  /** 2, stated */
  "messages.created-at": "`createdAt` is an ISO 8601 timestamp in UTC.";
  /** 4.5, stated */
  "messages.missing-key": "A message without a key is refused with 401.";
  /** 4.5, stated */
  "messages.wrong-key": "A message with an invalid key is refused with 401.";
  /** 4.5, stated */
  "messages.invalid-json": "A body that is not valid JSON is refused with 400.";
  /** 4.5, stated */
  "messages.missing-message": "A body without `message` is refused with 400.";
  /** 4.5, stated */
  "messages.content-type": "A content type that is not JSON is refused with 400; 415, which has two readings, has its own rule (messages.content-type-400).";
  /** 2, implied */
  "messages.unique-ids": "Every message gets a unique identifier.";
  /** 2, implied */
  "messages.recent": "`createdAt` is about the time at which the message was sent.";
  /** 4.5, implied */
  "messages.charset": "A charset parameter does not make application/json a different content type.";
  /** 4.5, implied */
  "messages.type-letter-case": "The letter case of `Application/JSON` does not make it a different content type.";
  /** 4.5, implied */
  "messages.text-is-string": "A `message` that is not a string is refused.";
  /** 4.5, implied */
  "messages.key-first": "Without a valid key the response is 401, whatever else is wrong with the request.";
  /** 4.5, implied */
  "messages.no-server-error": "No message request, valid or not, returns a 5xx.";
  /** 4.5, implied */
  "messages.nearly-json": "A message body that only a lenient parser accepts as JSON (a trailing comma, a comment, NaN, text after the end) is refused.";
  /** 4.5, implied */
  "messages.letter-case": "A `message` in a different letter case does not count as `message`.";
  /** 4.5, implied */
  "messages.content-type-400": "A content type that is not JSON is refused with 400, not with 415.";
  /** 2, implied */
  "messages.timestamp-form": "`createdAt` is written with the letters T and Z.";
  /** 4.5, implied */
  "messages.other-places": "The key of a message is accepted only in the Authorization header.";
  /** 4.5, open */
  "messages.success-status": "Which success status does a message return?";
  /** 4.5, open */
  "messages.error-body": "What is the body of a refused message? (The Error object belongs to the catalogue.)";
  /** 4.5, open */
  "messages.empty-text": "Is an empty text accepted?";
  /** 4.5, open */
  "messages.long-texts": "How long may a text be?";
  /** 2, open */
  "messages.identifiers": "What do the identifiers of messages look like?";
  /** 2, open */
  "messages.time-format": "In which form of ISO 8601 is `createdAt` written?";
  /** 2, open */
  "messages.clock": "Do `createdAt` and the Date header agree with the clock of the kit?";
  /** 2, open */
  "messages.more-properties": "Which properties does a message have that the contract does not define?";
  /** 4.5, open */
  "messages.unknown-property": "Is a message accepted that has a property the contract does not define?";
  /** 4.5, open */
  "messages.no-content-type": "Is a message accepted that has no content type?";
  /** 5, stated */
  "authentication.valid-key": "A valid key is accepted by every catalogue operation.";
  /** 5, stated */
  "authentication.missing-key": "Every catalogue operation returns 401 for a request without a key.";
  /** 5, stated */
  "authentication.wrong-key": "A request with an invalid key returns 401, however similar the key is to a valid one.";
  /** 5, stated */
  "authentication.bearer-form": "The key is accepted only as `Authorization: Bearer <API_KEY>`: any other form returns 401.";
  /** 7, stated */
  "authentication.comes-first": "Without a valid key the response is 401, whatever else is wrong with the request.";
  /** 5, implied */
  "authentication.before-routing": "Without a valid key, a path whose identifier is not an integer returns 401 too.";
  /** 1, stated */
  "authentication.every-request": "Every request is authenticated, even on a connection, path or query that a valid key has just used, and every time.";
  /** 5, stated */
  "authentication.error-body": "A 401 for a missing or invalid key has an Error body.";
  /** 5, implied */
  "authentication.other-places": "The key is accepted only in the Authorization header: in the query, in a cookie or in another header it returns 401.";
  /** 5, stated */
  "authentication.writes-nothing": "A request without a valid key adds no animal, whatever the response says.";
  /** 1, implied */
  "authentication.store-orders": "GET /store/orders requires the key too.";
  /** 5, open */
  "authentication.scheme-case": "Does the letter case of the word Bearer matter?";
  /** 5, open */
  "authentication.challenge": "Does a 401 have a WWW-Authenticate header?";
  /** 5, open */
  "authentication.key-places": "Where else is the key accepted than in the Authorization header?";
  /** 5, open */
  "authentication.order-of-checks": "Is anything checked before the key?";
  /** 5, open */
  "authentication.unknown-paths": "Is the key required where the contract knows neither the path nor the method?";
  /** 7, stated */
  "errors.error-object": "Every error response of the catalogue is an Error object: `code` string, `message` string, `status` integer.";
  /** 7, stated */
  "errors.status-field": "The `status` field of the Error body equals the HTTP status of the response.";
  /** 4, stated */
  "errors.valid-requests": "A valid request gets a response, and never a 5xx.";
  /** 7, implied */
  "errors.invalid-requests": "A request that is invalid, or that the contract does not describe, never returns a 5xx.";
  /** 7, implied */
  "errors.unknown-paths": "Unknown paths and methods below the base address return an Error object too.";
  /** 7, implied */
  "errors.refused-in-front": "A request that is refused for its signs (encoded control characters in an address, quotes or markup in a name) returns an Error object too, and a key of 20,000 characters gets a response.";
  /** 7, open */
  "errors.codes": "Which `code` does an Error have, by status?";
  /** 7, open */
  "errors.messages": "What is the `message` of an Error, by status?";
  /** 7, open */
  "errors.more-properties": "Which properties does an Error have that the contract does not define?";
  /** 7, open */
  "errors.property-order": "In which order are the properties of an Error written?";
  /** 7, open */
  "errors.unknown-path": "How does the service respond to a path that the contract does not define?";
  /** 7, open */
  "errors.unknown-method": "How does the service respond to a method that the contract does not define?";
  /** 4.1, open */
  "errors.odd-queries": "How does the service respond to a query with an empty, repeated or garbled parameter?";
  /** 9, implied */
  "version.base-path": "The base address ends in the version prefix /v1.";
}

export type RuleId = keyof Statements;
