// The rules of spec/rules.yaml with their sentences, for the compiler and for people: a wrong id does not compile.
// Written by `npx vitest run --project kit lib/contract -u`.
export interface Statements {
  /** 1, stated */
  "sequences.model": "Any sequence of adds, lists and gets agrees with a plain model of a store: what was added is there, as it was added, and nothing else appears under its identifier.";
  /** 4, stated */
  "bodies.json": "Bodies are JSON, sent as application/json.";
  /** 4.1, stated */
  "list-animals.answers-200": "A valid list request is answered with status 200.";
  /** 2, stated */
  "list-animals.bare-array": "A list response is a bare array of Pet objects.";
  /** 4.1, stated */
  "list-animals.nothing-matches": "When no animal matches, the answer is 200 with an empty array.";
  /** 8, stated */
  "list-animals.limits-accepted": "Every limit from 1 to 100 is accepted, both ends included, with and without a filter.";
  /** 4.1, stated */
  "list-animals.limit-is-maximum": "At most `limit` animals are returned, for every limit from 1 to 100, with and without a filter.";
  /** 8, stated */
  "list-animals.default-limit": "Without a limit, the list holds at most 20 animals, and steadily as many as with limit=20.";
  /** 8, stated */
  "list-animals.never-above-100": "No list holds more than 100 animals, whatever is asked.";
  /** 4.1, stated */
  "list-animals.filter": "With a status filter, only animals with this status are returned.";
  /** 4.1, stated */
  "list-animals.no-filter": "A list without `status` is not filtered by the status of an earlier request.";
  /** 4.1, stated */
  "list-animals.filter-few": "With a status filter, only animals with this status are returned also when fewer match than the limit allows.";
  /** 2, stated */
  "list-animals.unique-ids": "An identifier is unique: no list shows one twice.";
  /** 2, stated */
  "list-animals.as-created": "An animal is listed exactly as it was created, integers to the last digit.";
  /** 4.1, implied */
  "list-animals.full-pages": "A list is as long as its limit when that many animals match.";
  /** 4.1, implied */
  "list-animals.filter-finds": "The filter finds an animal that was created with that status.";
  /** 4.1, implied */
  "list-animals.finds-created": "An animal that was added is in the list without a filter, where that is not full.";
  /** 2, implied */
  "list-animals.name-form": "A list shows a name as it was sent, with the spaces around it and in its Unicode form.";
  /** 2, implied */
  "list-animals.unknown-status": "A status that is not one of the three lists no animal.";
  /** 8, open */
  "list-animals.limit-out-of-range": "What does a limit outside 1 to 100, or one that is no integer, do?";
  /** 4.1, open */
  "list-animals.order": "In which order are animals listed?";
  /** 4.1, open */
  "list-animals.links": "Does a list offer pagination links or metadata in its headers?";
  /** 4.1, open */
  "list-animals.unknown-parameter": "What does a query parameter that the contract does not know do?";
  /** 4.1, open */
  "list-animals.delay": "How soon is a new animal listed?";
  /** 4.2, stated */
  "add-animal.answers-201": "A valid animal is added: status 201.";
  /** 4.2, stated */
  "add-animal.returns-pet": "The answer to an add is a Pet; it carries the assigned integer identifier.";
  /** 2, stated */
  "add-animal.keeps-name": "The name comes back as it was sent, whatever its script.";
  /** 2, stated */
  "add-animal.keeps-spaces": "A name keeps the spaces inside it.";
  /** 2, stated */
  "add-animal.keeps-category": "The categoryId comes back exactly as it was sent, to the last digit of an int64.";
  /** 2, stated */
  "add-animal.keeps-status": "A status that was sent comes back as it was sent, for each of the three.";
  /** 2, stated */
  "add-animal.status-optional": "An animal can be added without a status.";
  /** 2, stated */
  "add-animal.assigns-id": "The identifier is assigned by the service: an `id` in the request is never adopted.";
  /** 2, stated */
  "add-animal.unique-ids": "Every animal gets an identifier of its own, also when many are added at once.";
  /** 2, stated */
  "add-animal.names-may-repeat": "Two animals may share a name.";
  /** 4.2, stated */
  "add-animal.can-be-fetched": "An animal that was added can be fetched by its identifier.";
  /** 7, stated */
  "add-animal.missing-name": "A body without `name` is answered with 400.";
  /** 7, stated */
  "add-animal.missing-category": "A body without `categoryId` is answered with 400.";
  /** 7, stated */
  "add-animal.invalid-name": "A `name` that is no string is answered with 400.";
  /** 7, stated */
  "add-animal.invalid-category": "A `categoryId` that is no int64 integer is answered with 400.";
  /** 7, stated */
  "add-animal.invalid-status": "A `status` that is not one of the three is answered with 400; of null and of spaces around it there are two readings (add-animal.null-status, add-animal.padded-status).";
  /** 7, stated */
  "add-animal.not-an-object": "A JSON body that is not an object is answered with 400.";
  /** 4.2, stated */
  "add-animal.not-json": "A body that is not JSON is answered with 400.";
  /** 4.2, stated */
  "add-animal.empty-body": "The body is required: an empty one is answered with 400.";
  /** 4.2, implied */
  "add-animal.nearly-json": "A body that only a lenient reader takes for JSON (a trailing comma, a comment, single quotes, more text after the end) is refused.";
  /** 4.2, implied */
  "add-animal.null-status": "A `status` of null is refused, not taken for an absent one.";
  /** 7, implied */
  "add-animal.padded-status": "A `status` with white space around it is refused, not taken for the one without.";
  /** 7, implied */
  "add-animal.fine-fraction": "A `categoryId` whose fraction only shows beyond double precision is refused like any other fraction.";
  /** 4.2, implied */
  "add-animal.letter-case": "A required member in other letter case (`Name`) is not taken for it.";
  /** 2, implied */
  "add-animal.keeps-padding": "A name keeps the spaces around it.";
  /** 2, implied */
  "add-animal.keeps-unicode-form": "A name keeps its Unicode form: it is not normalised.";
  /** 2, implied */
  "add-animal.category-range": "Where any small categoryId is taken, large ones are taken too: the range of int64 is not cut.";
  /** 4.2, implied */
  "add-animal.refused-adds-nothing": "A body that is refused adds no animal.";
  /** 4.2, implied */
  "add-animal.adds-one": "One request adds one animal.";
  /** 2, stated */
  "add-animal.odd-names": "An odd but valid name (empty, very long, control characters, quotes, `__proto__`) is kept exactly or refused with 4xx; never altered, never a server error; spaces around it and its Unicode form have rules of their own.";
  /** 4, implied */
  "add-animal.charset": "A charset parameter does not make application/json another content type.";
  /** 4, stated */
  "add-animal.any-spelling": "The same JSON is understood however it is written: indented, with its members in another order, or with escapes.";
  /** 3, open */
  "add-animal.default-status": "Which status does an animal have that was added without one?";
  /** 4.2, open */
  "add-animal.unknown-properties": "What happens to properties that the contract does not know?";
  /** 4.2, open */
  "add-animal.other-content-type": "What does an add do when its content type is not application/json?";
  /** 2, open */
  "add-animal.whole-decimals": "Is a categoryId written as 2.0 taken for an integer?";
  /** 4.2, open */
  "add-animal.unusual-json": "What do a byte order mark, a doubled key, a lone surrogate, invalid UTF-8 or arrays a thousand deep in the body do?";
  /** 8, open */
  "add-animal.long-names": "How long may a name be?";
  /** 4.3, stated */
  "get-animal.exact-animal": "The answer is exactly the requested animal.";
  /** 4.3, stated */
  "get-animal.unknown-id": "An identifier that no animal has is answered with 404; of 0 and negative ones there are two readings (get-animal.impossible-id).";
  /** 9, stated */
  "get-animal.until-removal": "The operation is served until its removal on 5 December 2030.";
  /** 4.3, implied */
  "get-animal.impossible-id": "An identifier that no service assigns, 0 or a negative one, is answered with 404 like any other that no animal has, not with 400.";
  /** 9, implied */
  "get-animal.sunset": "A Sunset header, where one is sent, names 5 December 2030.";
  /** 4.3, implied */
  "get-animal.no-integer": "A petId that is no integer is refused: it never yields an animal.";
  /** 4.3, open */
  "get-animal.no-integer-answer": "How is a petId that is no integer answered?";
  /** 9, open */
  "get-animal.deprecation": "Do answers announce the deprecation in a header?";
  /** 4.4, implied */
  "store-orders.exists": "GET /store/orders exists: it is answered neither with 404 nor with a server error.";
  /** 4.4, open */
  "store-orders.answer": "What does GET /store/orders answer?";
  /** 4.5, stated */
  "messages.accepted": "A valid message is answered with a success status.";
  /** 2, stated */
  "messages.returns-message": "The answer is a Message in JSON: id, message, status and createdAt are strings.";
  /** 2, stated */
  "messages.echo": "The answer echoes the submitted text exactly.";
  /** 2, stated */
  "messages.queued": "A freshly accepted message has the status `queued`.";
  /** 2, stated */
  "messages.created-at": "createdAt is an ISO 8601 timestamp in UTC.";
  /** 4.5, stated */
  "messages.missing-key": "A message without a key is answered with 401.";
  /** 4.5, stated */
  "messages.wrong-key": "A message with an invalid key is answered with 401.";
  /** 4.5, stated */
  "messages.invalid-json": "A body that is not valid JSON is answered with 400.";
  /** 4.5, stated */
  "messages.missing-message": "A body without `message` is answered with 400.";
  /** 4.5, stated */
  "messages.content-type": "A content type that is not JSON is refused with 400; of 415 there are two readings (messages.content-type-400).";
  /** 2, implied */
  "messages.unique-ids": "Every message gets an identifier of its own.";
  /** 2, implied */
  "messages.recent": "createdAt is about the time at which the message was sent.";
  /** 4.5, implied */
  "messages.charset": "A charset parameter does not make application/json another content type.";
  /** 4.5, implied */
  "messages.text-is-string": "A `message` that is no string is refused.";
  /** 4.5, implied */
  "messages.key-first": "Without a valid key the answer is 401, whatever else is wrong with the request.";
  /** 4.5, implied */
  "messages.no-server-error": "No message request, valid or not, is answered with a 5xx.";
  /** 4.5, implied */
  "messages.nearly-json": "A message body that only a lenient reader takes for JSON (a trailing comma, a comment, NaN, more text after the end) is refused.";
  /** 4.5, implied */
  "messages.letter-case": "A `message` in other letter case is not taken for it.";
  /** 4.5, implied */
  "messages.content-type-400": "A content type that is not JSON is refused with 400, not with 415.";
  /** 2, implied */
  "messages.timestamp-form": "createdAt is written with the letters T and Z.";
  /** 4.5, implied */
  "messages.other-places": "The key counts only in the Authorization header of a message.";
  /** 4.5, open */
  "messages.success-status": "Which success status does a message get?";
  /** 4.5, open */
  "messages.error-body": "What is the body of a refused message? (The Error object belongs to the catalogue.)";
  /** 4.5, open */
  "messages.empty-text": "Is an empty text accepted?";
  /** 5, stated */
  "authentication.valid-key": "A valid key is accepted by every catalogue operation.";
  /** 5, stated */
  "authentication.missing-key": "A request without a key is answered with 401, by every catalogue operation.";
  /** 5, stated */
  "authentication.wrong-key": "A request with an invalid key is answered with 401, however near the key is to a valid one.";
  /** 5, stated */
  "authentication.bearer-form": "Only the form `Authorization: Bearer <API_KEY>` carries the key: in any other form the answer is 401.";
  /** 7, stated */
  "authentication.comes-first": "Without a valid key the answer is 401, whatever else is wrong with the request.";
  /** 1, stated */
  "authentication.every-request": "All requests are authenticated: also on a connection, path or query that a valid key has just used, and every time out of many.";
  /** 5, stated */
  "authentication.error-body": "A 401 for a missing or invalid key carries an Error body.";
  /** 5, implied */
  "authentication.other-places": "The key counts only in the Authorization header: in the query, in a cookie or in another header the answer is 401.";
  /** 5, stated */
  "authentication.writes-nothing": "An add without a valid key adds no animal, whatever its answer says.";
  /** 1, implied */
  "authentication.store-orders": "GET /store/orders is protected by the key too.";
  /** 5, open */
  "authentication.scheme-case": "Does the letter case of the word Bearer matter?";
  /** 5, open */
  "authentication.challenge": "Does a 401 carry a WWW-Authenticate header?";
  /** 7, stated */
  "errors.error-object": "Every error response of the catalogue is an Error object: `code` string, `message` string, `status` integer.";
  /** 7, stated */
  "errors.status-field": "The `status` field of the Error body equals the HTTP status of the response.";
  /** 4, stated */
  "errors.valid-requests": "A valid request is answered, and never with a 5xx.";
  /** 7, implied */
  "errors.invalid-requests": "A request that is invalid, or on which the contract is silent, is never answered with a 5xx.";
  /** 7, implied */
  "errors.unknown-paths": "Unknown paths and methods below the base address are answered with an Error object too.";
  /** 9, implied */
  "version.base-path": "The base address ends in the version prefix /v1.";
}

export type RuleId = keyof Statements;
