// Subtle faults: one value, one path, one spelling. Found by somebody who read the contract before the rules.
import { all, replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { header, parameters, unescaped } from '../request.js';
import { invalid, Refusal } from '../refusal.js';
import { statuses } from '../store.js';
import type { Call, Status } from '../types.js';
import type { Server } from '../server.js';
import {
  inGets,
  inLists,
  page,
  refusals,
  replies,
  storedName,
  takeCategory,
  takeStatus,
  withField,
} from './changes.js';

const f = (
  name: string,
  clause: string,
  sentence: string,
  change: Fault['change'],
  fails: readonly string[] = [],
): Fault => ({ name, clause, sentence, fails, change });
const is = (call: Call, ...ops: string[]): boolean => ops.includes(call.operation);
const q = (call: Call, name: string): string | undefined => parameters(call, name)[0];
const badKeyPasses = (ok: (shown: string, call: Call) => boolean): Fault['change'] =>
  replace('isKey', (isKey) => (shown, key, call) => isKey(shown, key, call) || ok(shown, call));
const unchecked = (when: (call: Call, server: Server) => boolean): Fault['change'] =>
  replace('needsKey', (needsKey, server) => (call) => !when(call, server) && needsKey(call));
const refuseWhen = (when: (call: Call) => boolean, status: number): Fault['change'] =>
  replace('operate', (operate) => (call) => {
    if (when(call)) throw new Refusal(status, 'x', 'Something is wrong.');
    return operate(call);
  });
const textOf = (call: Call): string =>
  typeof call.request.body === 'string'
    ? call.request.body
    : call.request.body === undefined
      ? ''
      : new TextDecoder().decode(call.request.body);
const noStatus = new WeakSet<object>();
/** Remembers which animals came without a status. */
const markNoStatus: Fault['change'] = replace('add', (add) => async (body, call) => {
  const animal = await add(body, call);
  if (body.status === undefined) noStatus.add(animal);
  return animal;
});

export const subtle: readonly Fault[] = [
  f(
    'key-constructor',
    '5',
    'Looks keys up in a plain object, so that constructor is one.',
    badKeyPasses((s) => s in {}),
    ['authentication.wrong-key'],
  ),
  f(
    'key-sql-wildcard',
    '5',
    'Looks keys up with LIKE, so that % is one.',
    badKeyPasses((s) => s.includes('%')),
    ['authentication.wrong-key'],
  ),
  f(
    'key-sql-injection',
    '5',
    'Puts the key into SQL.',
    badKeyPasses((s) => /'\s*or\s*'/i.test(s)),
    ['authentication.wrong-key'],
  ),
  f(
    'key-regexp',
    '5',
    'Takes the key shown for a pattern.',
    badKeyPasses((s) => s === '.*'),
    ['authentication.wrong-key'],
  ),
  f(
    'key-true',
    '5',
    'Takes the word true for a key.',
    badKeyPasses((s) => ['true', '1', '0', 'false'].includes(s)),
    ['authentication.wrong-key'],
  ),
  f(
    'key-none',
    '5',
    'Takes the words None and nil for a key.',
    badKeyPasses((s) => ['None', 'nil', 'NULL'].includes(s)),
    ['authentication.wrong-key'],
  ),
  f(
    'key-among-words',
    '5',
    'Takes the key wherever it stands among the words of the header.',
    replace('shownKey', (shownKey, server) => (call) => {
      const words = (server.authorization(call) ?? '').split(/[ ,]+/);
      return words[0] === 'Bearer' && words.includes(server.key) ? server.key : shownKey(call);
    }),
    ['authentication.bearer-form'],
  ),
  f(
    'key-in-query-as-key',
    '5',
    'Takes the key as the query parameter key.',
    replace('shownKey', (shownKey) => (call) => shownKey(call) ?? q(call, 'key')),
    ['authentication.other-places'],
  ),
  f(
    'key-in-query-as-token',
    '5',
    'Takes the key as the query parameter token.',
    replace('shownKey', (shownKey) => (call) => shownKey(call) ?? q(call, 'token')),
    ['authentication.other-places'],
  ),
  f(
    'key-in-query-as-apikey',
    '5',
    'Takes the key as the query parameter apikey.',
    replace('shownKey', (shownKey) => (call) => shownKey(call) ?? q(call, 'apikey')),
    ['authentication.other-places'],
  ),
  f(
    'key-in-x-auth-token',
    '5',
    'Takes the key in X-Auth-Token.',
    replace(
      'shownKey',
      (shownKey) => (call) => shownKey(call) ?? header(call.request, 'x-auth-token'),
    ),
    ['authentication.other-places'],
  ),
  f(
    'key-in-cookie-token',
    '5',
    'Takes the key in the cookie token.',
    replace(
      'shownKey',
      (shownKey) => (call) =>
        shownKey(call) ?? /token=([^;]+)/.exec(header(call.request, 'cookie') ?? '')?.[1],
    ),
    ['authentication.other-places'],
  ),
  f(
    'key-unchecked-with-limit-alone',
    '5',
    'Looks at no key when a limit but no filter is sent.',
    unchecked(
      (call) =>
        is(call, 'listPets') &&
        /^[1-9]\d?$/.test(q(call, 'limit') ?? '') &&
        q(call, 'status') === undefined,
    ),
    ['authentication.missing-key', 'authentication.wrong-key'],
  ),
  f(
    'key-unchecked-for-available',
    '5',
    'Looks at no key when available animals are listed.',
    unchecked((call) => q(call, 'status') === 'available'),
    ['authentication.missing-key', 'authentication.wrong-key'],
  ),
  f(
    'key-unchecked-for-status-alone',
    '5',
    'Looks at no key when a filter but no limit is sent.',
    unchecked(
      (call) =>
        is(call, 'listPets') &&
        statuses.includes(q(call, 'status') as Status) &&
        q(call, 'limit') === undefined,
    ),
    ['authentication.missing-key', 'authentication.wrong-key'],
  ),
  f(
    'key-unchecked-for-limit-100',
    '5',
    'Looks at no key when the limit is 100.',
    unchecked((call) => q(call, 'limit') === '100'),
    ['authentication.missing-key', 'authentication.wrong-key'],
  ),
  f(
    'key-unchecked-for-sold-add',
    '5',
    'Looks at no key when a sold animal is added.',
    unchecked((call) => is(call, 'createPet') && /"sold"/.test(textOf(call))),
    ['authentication.missing-key', 'authentication.wrong-key'],
  ),
  f(
    'message-bare-key',
    '4.5',
    'Takes the bare key for messages.',
    replace(
      'shownKey',
      (shownKey, server) => (call) =>
        shownKey(call) ?? (is(call, 'sendMessage') ? server.authorization(call) : undefined),
    ),
    ['messages.wrong-key'],
  ),
  f(
    'message-any-scheme',
    '4.5',
    'Takes the key of a message after any word.',
    replace(
      'shownKey',
      (shownKey, server) => (call) =>
        shownKey(call) ??
        (is(call, 'sendMessage') ? server.authorization(call)?.split(' ')[1] : undefined),
    ),
    ['messages.wrong-key'],
  ),
  f(
    'message-key-in-x-api-key',
    '4.5',
    'Takes the key of a message in X-API-Key.',
    replace(
      'shownKey',
      (shownKey) => (call) =>
        shownKey(call) ?? (is(call, 'sendMessage') ? header(call.request, 'x-api-key') : undefined),
    ),
    ['messages.other-places'],
  ),
  f(
    'message-key-also-in-query',
    '4.5',
    'Takes the key of a message also in the query.',
    replace(
      'shownKey',
      (shownKey) => (call) =>
        shownKey(call) ?? (is(call, 'sendMessage') ? q(call, 'api_key') : undefined),
    ),
    ['messages.other-places'],
  ),
  f(
    'message-bare-scheme',
    '4.5',
    'Takes Bearer without a key for messages.',
    replace(
      'isAuthorized',
      (isAuthorized, server) => (call) =>
        isAuthorized(call) || (is(call, 'sendMessage') && server.authorization(call) === 'Bearer'),
    ),
    ['messages.wrong-key'],
  ),
  f(
    'message-key-once-per-connection',
    '4.5',
    'Looks at the key of the first message of a connection only.',
    (server) => {
      const known = new Set<string>();
      replace('isAuthorized', (isAuthorized) => (call) => {
        const c = call.request.connection;
        if (is(call, 'sendMessage') && c !== undefined && known.has(c)) return true;
        const ok = isAuthorized(call);
        if (ok && c !== undefined && is(call, 'sendMessage')) known.add(c);
        return ok;
      })(server);
    },
    ['messages.missing-key'],
  ),
  f(
    'add-charset-refused',
    '4',
    'Refuses an animal whose content type names a charset.',
    replace('requireJsonType', (r) => (call) => {
      r(call);
      if (header(call.request, 'content-type')?.includes(';')) throw new Refusal(415, 'x', 'x');
    }),
    ['add-animal.charset'],
  ),
  f(
    'add-charset-400',
    '4',
    'Refuses an animal whose content type names a charset with 400.',
    replace('requireJsonType', (r) => (call) => {
      r(call);
      if (header(call.request, 'content-type')?.includes(';')) throw invalid('x');
    }),
    ['add-animal.charset'],
  ),
  f(
    'add-indented-refused',
    '4',
    'Refuses a body with a line feed between members.',
    replace('parse', (parse) => (text, call) => {
      if (is(call, 'createPet') && /[,{]\s*\n/.test(text)) throw invalid('x');
      return parse(text, call);
    }),
    ['add-animal.any-spelling'],
  ),
  f(
    'add-members-in-order',
    '4.2',
    'Reads members in the order name, categoryId, status only.',
    replace('readObject', (r) => (call) => {
      const body = r(call);
      const keys = [...body.keys()].filter((k) => ['name', 'categoryId', 'status'].includes(k));
      if (keys.join() !== ['name', 'categoryId', 'status'].filter((k) => keys.includes(k)).join())
        throw invalid('order');
      return body;
    }),
    ['add-animal.any-spelling'],
  ),
  f(
    'add-status-lost-when-first',
    '4.2',
    'Ignores a status that comes before the name.',
    replace(
      'statusOf',
      (s) => (body, call) => ([...body.keys()][0] === 'status' ? undefined : s(body, call)),
    ),
    ['add-animal.any-spelling'],
  ),
  f(
    'add-unknown-member-500',
    '4.2',
    'Fails with 500 for a property that it does not know.',
    replace('readObject', (r) => (call) => {
      const body = r(call);
      if ([...body.keys()].some((k) => !['id', 'name', 'categoryId', 'status'].includes(k)))
        throw new Refusal(500, 'x', 'x');
      return body;
    }),
    ['errors.invalid-requests'],
  ),
  f(
    'add-bom-500',
    '4.2',
    'Fails with 500 for a byte order mark.',
    replace('parse', (parse) => (text, call) => {
      if (text.startsWith('\ufeff')) throw new Refusal(500, 'x', 'x');
      return parse(text, call);
    }),
    ['errors.invalid-requests'],
  ),
  f(
    'add-lone-surrogate-500',
    '4.2',
    'Fails with 500 for a lone surrogate.',
    replace('nameOf', (n) => (body, call) => {
      const name = n(body, call);
      if (/[\ud800-\udfff]/.test(name.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '')))
        throw new Refusal(500, 'x', 'x');
      return name;
    }),
    ['errors.invalid-requests'],
  ),
  f(
    'add-invalid-utf8-500',
    '4.2',
    'Fails with 500 for bytes that are no UTF-8.',
    replace('decode', (d) => (call) => {
      try {
        return d(call);
      } catch {
        throw new Refusal(500, 'x', 'x');
      }
    }),
    ['errors.invalid-requests'],
  ),
  f(
    'add-whole-decimal-500',
    '4.2',
    'Fails with 500 for 1.0.',
    replace('categoryOf', (c) => (body, call) => {
      const v = body.get('categoryId');
      if (typeof v === 'number' && Number.isInteger(v) && Math.abs(v) < 1e9)
        throw new Refusal(500, 'x', 'x');
      return c(body, call);
    }),
    ['errors.invalid-requests'],
  ),
  f(
    'add-client-id-500',
    '4.2',
    'Fails with 500 for an id in the request.',
    replace('readObject', (r) => (call) => {
      const b = r(call);
      if (b.has('id')) throw new Refusal(500, 'x', 'x');
      return b;
    }),
    ['errors.invalid-requests'],
  ),
  f(
    'list-unknown-parameter-500',
    '4.1',
    'Fails with 500 for an unknown parameter.',
    refuseWhen((call) => is(call, 'listPets') && /offset|page|sort|such/.test(call.query), 500),
    ['errors.invalid-requests'],
  ),
  f(
    'no-validation-without-status',
    '7',
    'Looks at the fields only when there is a status.',
    replace('readNewAnimal', (r) => (call) => {
      try {
        return r(call);
      } catch (e) {
        const text = textOf(call);
        if (text.startsWith('{"') && !text.includes('"status"') && text.endsWith('}'))
          return { name: 'x', categoryId: 1n, status: undefined };
        throw e;
      }
    }),
    ['add-animal.missing-name'],
  ),
  f(
    'missing-name-without-status-taken',
    '7',
    'Takes {"categoryId":1}.',
    replace(
      'nameOf',
      (n) => (body, call) =>
        !body.has('name') && !body.has('status') && body.has('categoryId') ? '' : n(body, call),
    ),
    ['add-animal.missing-name'],
  ),
  f(
    'invalid-name-without-status-taken',
    '7',
    'Takes a number for a name when there is no status.',
    replace(
      'nameOf',
      (n) => (body, call) =>
        typeof body.get('name') === 'bigint' && !body.has('status') ? '7' : n(body, call),
    ),
    ['add-animal.invalid-name'],
  ),
  f(
    'missing-category-without-status-taken',
    '7',
    'Takes {"name":"a"}.',
    replace(
      'categoryOf',
      (n) => (body, call) =>
        !body.has('categoryId') && !body.has('status') && body.has('name') ? 0n : n(body, call),
    ),
    ['add-animal.missing-category'],
  ),
  f(
    'invalid-taken-when-sold',
    '7',
    'Takes a missing name of a sold animal.',
    replace(
      'nameOf',
      (n) => (body, call) =>
        !body.has('name') && body.get('status') === 'sold' ? '' : n(body, call),
    ),
    ['add-animal.missing-name'],
  ),
  f(
    'status-line-feed-taken',
    '7',
    'Takes a status with a line feed at its end.',
    takeStatus((v) => (typeof v === 'string' ? statuses.find((s) => `${s}\n` === v) : undefined)),
    ['add-animal.padded-status'],
  ),
  f(
    'status-proto-taken',
    '7',
    'Takes constructor and __proto__ for a status.',
    takeStatus((v) => (typeof v === 'string' && v in {} ? 'available' : undefined)),
    ['add-animal.invalid-status'],
  ),
  f(
    'status-proto-500',
    '7',
    'Fails with 500 for the status constructor.',
    takeStatus((v) => {
      if (typeof v === 'string' && v in {}) throw new Refusal(500, 'x', 'x');
      return undefined;
    }),
    ['add-animal.invalid-status'],
  ),
  f(
    'category-400-digits-500',
    '7',
    'Fails with 500 for a number of 400 digits.',
    replace('decode', (d) => (call) => {
      const t = d(call);
      if (/\d{400}/.test(t)) throw new Refusal(500, 'x', 'x');
      return t;
    }),
    ['add-animal.invalid-category'],
  ),
  f(
    'category-fraction-beyond-double-taken',
    '7',
    'Takes 9007199254740993.5.',
    takeCategory((v) =>
      typeof v === 'number' && Math.abs(v) > 2 ** 53 && Math.abs(v) < 2 ** 63
        ? BigInt(v)
        : undefined,
    ),
    ['add-animal.fine-fraction'],
  ),
  f(
    'refused-then-next-refused',
    '4.2',
    'Refuses the animal after a refused one.',
    (server) => {
      let bad = false;
      replace('readNewAnimal', (r) => (call) => {
        if (bad) {
          bad = false;
          throw invalid('x');
        }
        try {
          return r(call);
        } catch (e) {
          bad = true;
          throw e;
        }
      })(server);
    },
    ['add-animal.answers-201'],
  ),
  f(
    'no-status-category-lost',
    '2',
    'Stores category 0 for an animal without a status.',
    replace('readNewAnimal', (r) => (call) => {
      const b = r(call);
      return b.status === undefined ? { ...b, categoryId: 0n } : b;
    }),
    ['add-animal.keeps-category'],
  ),
  f(
    'no-status-name-lost',
    '2',
    'Stores the name in capitals when no status is sent.',
    replace('readNewAnimal', (r) => (call) => {
      const b = r(call);
      return b.status === undefined ? { ...b, name: b.name.toUpperCase() } : b;
    }),
    ['add-animal.keeps-name'],
  ),
  f(
    'no-status-fetched-null',
    '2',
    'Shows status null when an animal without one is fetched.',
    all(
      markNoStatus,
      inGets((fields, a) => (noStatus.has(a) ? withField(fields, 'status', () => 'null') : fields)),
    ),
    ['get-animal.exact-animal'],
  ),
  f(
    'no-status-listed-null',
    '2',
    'Shows status null when an animal without one is listed.',
    all(
      markNoStatus,
      inLists((fields, a) =>
        noStatus.has(a) ? withField(fields, 'status', () => 'null') : fields,
      ),
    ),
    ['list-animals.bare-array'],
  ),
  f(
    'no-status-fetched-unknown',
    '2',
    'Shows status unknown when an animal without one is fetched.',
    all(
      markNoStatus,
      inGets((fields, a) =>
        noStatus.has(a) ? withField(fields, 'status', () => '"unknown"') : fields,
      ),
    ),
    ['get-animal.exact-animal'],
  ),
  f(
    'no-status-fetched-other',
    '3',
    'Answers available, fetches pending.',
    all(
      markNoStatus,
      inGets((fields, a) =>
        noStatus.has(a) ? withField(fields, 'status', () => '"pending"') : fields,
      ),
    ),
    ['get-animal.exact-animal'],
  ),
  f(
    'no-status-fetched-name-cut',
    '4.3',
    'Cuts name at fetch without a status.',
    all(
      markNoStatus,
      inGets((fields, a) => (noStatus.has(a) ? withField(fields, 'name', () => '"x"') : fields)),
    ),
    ['get-animal.exact-animal'],
  ),
  f(
    'no-status-not-found-by-filter',
    '4.1',
    'Answers available, but the filter does not find it (null in the database).',
    all(
      markNoStatus,
      replace(
        'isVisible',
        (v) => (a, call) => v(a, call) && !(noStatus.has(a) && q(call, 'status') !== undefined),
      ),
    ),
    ['list-animals.filter-finds'],
  ),
  f(
    'no-status-found-by-every-filter',
    '4.1',
    'An animal without a status matches every filter.',
    all(
      markNoStatus,
      replace('select', (select, server) => async (status, limit, call) => {
        if (status === undefined) return select(status, limit, call);
        return server.store.slice(undefined, limit, (a) => a.status === status || noStatus.has(a));
      }),
    ),
    ['list-animals.filter'],
  ),
  f(
    'no-status-listed-nowhere',
    '4.1',
    'Lists no animal that came without a status.',
    all(
      markNoStatus,
      replace('isVisible', (v) => (a, call) => v(a, call) && !noStatus.has(a)),
    ),
    ['list-animals.finds-created'],
  ),
  f(
    'name-chomped',
    '2',
    'Cuts a line feed at the end of a name off.',
    storedName((n) => n.replace(/\n$/, '')),
    ['add-animal.keeps-padding'],
  ),
  f(
    'name-without-pipe',
    '2',
    'Drops | from a name.',
    storedName((n) => n.replaceAll('|', '')),
    ['add-animal.keeps-name'],
  ),
  f(
    'name-without-backtick',
    '2',
    'Drops ` from a name.',
    storedName((n) => n.replaceAll('`', '')),
    ['add-animal.keeps-name'],
  ),
  f(
    'name-without-caret-tilde',
    '2',
    'Drops ^ and ~ from a name.',
    storedName((n) => n.replace(/[\^~]/g, '')),
    ['add-animal.keeps-name'],
  ),
  f(
    'name-none-null',
    '2',
    'Answers an empty name for None and N/A.',
    storedName((n) => (['None', 'N/A', 'NULL', 'nil'].includes(n) ? '' : n)),
    ['add-animal.odd-names'],
  ),
  f(
    'name-infinity-number',
    '2',
    'Shows Infinity / 1.50 as number.',
    storedName((n) => (/^\d+\.\d+$/.test(n) ? String(Number(n)) : n)),
    ['add-animal.odd-names'],
  ),
  f(
    'only-last-400-kept',
    '4.3',
    'Forgets an animal when 400 more were added.',
    replace('find', (find, server) => async (id, call) => {
      const a = await find(id, call);
      const c = server.store.count();
      return a && BigInt(c) - id > 400n ? undefined : a;
    }),
    ['get-animal.until-removal'],
  ),
  f(
    'gone-after-3-reads',
    '4.3',
    'Finds an animal three times only.',
    (server) => {
      const reads = new Map<bigint, number>();
      replace('find', (find) => (id, call) => {
        reads.set(id, (reads.get(id) ?? 0) + 1);
        return (reads.get(id) ?? 0) > 3 ? undefined : find(id, call);
      })(server);
    },
    ['get-animal.until-removal'],
  ),
  f(
    'status-changes-when-listed',
    '3',
    'Listing 100 sold animals shows them pending after the tenth listing.',
    (server) => {
      const reads = new Map<bigint, number>();
      inLists((fields, a) => {
        reads.set(a.id, (reads.get(a.id) ?? 0) + 1);
        return (reads.get(a.id) ?? 0) > 30 ? withField(fields, 'name', () => '"x"') : fields;
      })(server);
    },
    ['list-animals.as-created'],
  ),
  f(
    'limit-ignored-when-after-status',
    '4.1',
    'Ignores a limit that comes after the filter.',
    replace(
      'limitOf',
      (l) => (call) => (/status=.*limit=/.test(call.query) ? Math.max(100, l(call)) : l(call)),
    ),
    ['list-animals.limit-is-maximum'],
  ),
  f(
    'limit-37-in-data',
    '2',
    'Wraps a list with limit=37 in data.',
    replies('listPets', (r, call) =>
      q(call, 'limit') === '37' ? { ...r, body: `{"data":${String(r.body)}}` } : r,
    ),
    ['list-animals.bare-array'],
  ),
  f(
    'limit-37-status-null',
    '2',
    'Shows status null for the first animal of a list with limit=37.',
    replace(
      'listText',
      (l) => (a, call) =>
        q(call, 'limit') === '37'
          ? l(a, call).replace(/"status":"\w+"/, '"status":null')
          : l(a, call),
    ),
    ['list-animals.bare-array'],
  ),
  f(
    'limit-37-name-altered',
    '2',
    'Alters names in lists of limit=37.',
    replace(
      'listText',
      (l) => (a, call) =>
        q(call, 'limit') === '37' ? l(a, call).replace(/"name":"/g, '"name":"x') : l(a, call),
    ),
    ['list-animals.as-created'],
  ),
  f(
    'limit-100-id-altered',
    '2',
    'Id off by a thousand in unfiltered lists.',
    inLists((fields, _, call) =>
      q(call, 'status') === undefined
        ? withField(fields, 'id', (l) => String(BigInt(l) + 100_000n))
        : fields,
    ),
    ['list-animals.finds-created'],
  ),
  f(
    'no-parameter-name-altered',
    '2',
    'Alters names in lists without parameters.',
    inLists((fields, _, call) =>
      call.query === ''
        ? withField(fields, 'name', (l) => l.toUpperCase().replaceAll('\\U', '\\u'))
        : fields,
    ),
    ['list-animals.as-created'],
  ),
  f(
    'no-limit-filter-category-lost',
    '2',
    'CategoryId 0 in lists with a filter and no limit.',
    inLists((fields, _, call) =>
      q(call, 'limit') === undefined && q(call, 'status') !== undefined
        ? withField(fields, 'categoryId', () => '0')
        : fields,
    ),
    ['list-animals.as-created'],
  ),
  f(
    'unknown-status-error-200',
    '4.1',
    'Answers an unknown status with 200 and an Error.',
    refusals(
      (r, call) => r.status === 400 && is(call, 'listPets') && q(call, 'status') !== undefined,
      (r) => ({ ...r, status: 200 }),
    ),
    ['list-animals.bare-array'],
  ),
  f(
    'bad-limit-error-200',
    '4.1',
    'Answers a bad limit with 200 and an Error.',
    refusals(
      (r, call) => r.status === 400 && is(call, 'listPets'),
      (r) => ({ ...r, status: 200 }),
    ),
    ['list-animals.bare-array'],
  ),
  f(
    'bad-limit-null',
    '2',
    'Answers a bad limit with 200 and null.',
    refusals(
      (r, call) => r.status === 400 && is(call, 'listPets'),
      (r) => ({ ...r, status: 200, body: 'null' }),
    ),
    ['list-animals.bare-array'],
  ),
  f(
    'bad-limit-object-list',
    '2',
    'Answers a bad limit with 200 {items: []}.',
    refusals(
      (r, call) => r.status === 400 && is(call, 'listPets'),
      (r) => ({ ...r, status: 200, body: '{"items":[]}' }),
    ),
    ['list-animals.bare-array'],
  ),
  f(
    'unknown-status-line-feed',
    '2',
    'Takes sold%0A for sold in the filter.',
    replace(
      'filterOf',
      (x) => (call) => statuses.find((s) => `${s}\n` === q(call, 'status')) ?? x(call),
    ),
    ['list-animals.unknown-status'],
  ),
  f(
    'unknown-status-proto-500',
    '2',
    'Fails with 500 for status=constructor in the list.',
    refuseWhen((call) => is(call, 'listPets') && (q(call, 'status') ?? 'x') in {}, 500),
    ['errors.invalid-requests'],
  ),
  f(
    'unknown-status-proto-all',
    '2',
    'Lists everything for status=__proto__.',
    replace('filterOf', (x) => (call) => ((q(call, 'status') ?? 'x') in {} ? undefined : x(call))),
    ['list-animals.unknown-status'],
  ),
  f(
    'unknown-small-id-null',
    '4.3',
    'Answers 200 null for an unknown animal within 32 bits.',
    refusals(
      (r, call) => r.status === 404 && is(call, 'getPet') && /^[1-9]\d{0,9}$/.test(call.petId),
      (r) => ({ ...r, status: 200, body: 'null' }),
    ),
    ['get-animal.unknown-id'],
  ),
  f(
    'unknown-small-id-500',
    '4.3',
    'Fails with 500 for an unknown animal within 32 bits.',
    refusals(
      (r, call) => r.status === 404 && is(call, 'getPet') && /^[1-9]\d{0,9}$/.test(call.petId),
      (r) => ({ ...r, status: 500 }),
    ),
    ['get-animal.unknown-id'],
  ),
  f(
    'unknown-id-within-53-bits-500',
    '4.3',
    'Fails with 500 for an unknown animal within 53 bits.',
    refusals(
      (r, call) => r.status === 404 && is(call, 'getPet') && /^[1-9]\d{0,14}$/.test(call.petId),
      () => page(500),
    ),
    ['get-animal.unknown-id'],
  ),
  f(
    'unknown-next-id-400',
    '4.3',
    'Answers 400 for the next identifier.',
    refusals(
      (r, call) => r.status === 404 && is(call, 'getPet') && /^[1-9]\d{0,5}$/.test(call.petId),
      (r) => ({ ...r, status: 400 }),
    ),
    ['get-animal.unknown-id'],
  ),
  f(
    'odd-id-null',
    '4.3',
    'Answers 200 null for a petId that is no integer.',
    refusals(
      (r, call) => r.status === 404 && is(call, 'getPet') && !/^-?\d+$/.test(call.petId),
      (r) => ({ ...r, status: 200, body: 'null' }),
    ),
    ['get-animal.no-integer'],
  ),
  f(
    'odd-id-list',
    '4.3',
    'Answers a petId that is no integer with the list.',
    replace(
      'getPet',
      (g, server) => async (call) =>
        /^-?\d+$/.test(unescaped(call.petId)) ? g(call) : server.listPets(call),
    ),
    ['get-animal.no-integer'],
  ),
  f(
    'odd-id-error-200',
    '4.3',
    'Answers a petId that is no integer with 200 and an Error.',
    refusals(
      (r, call) => r.status === 404 && is(call, 'getPet') && !/^-?\d+$/.test(call.petId),
      (r) => ({ ...r, status: 200 }),
    ),
    ['get-animal.no-integer'],
  ),
  f(
    'odd-id-line-feed',
    '4.3',
    'Takes 1%0A for 1.',
    replace('idOf', (i) => (call) => {
      const t = unescaped(call.petId);
      return /^\d+\n$/.test(t) ? BigInt(t.trim()) : i(call);
    }),
    ['get-animal.no-integer'],
  ),
  f(
    'odd-id-space-before',
    '4.3',
    'Takes %201 for 1.',
    replace('idOf', (i) => (call) => {
      const t = unescaped(call.petId);
      return /^\s+\d+$/.test(t) ? BigInt(t.trim()) : i(call);
    }),
    ['get-animal.no-integer'],
  ),
  f(
    'odd-id-proto-500',
    '4.3',
    'Fails with 500 for the petId __proto__.',
    refuseWhen((call) => is(call, 'getPet') && unescaped(call.petId) in {}, 500),
    ['errors.invalid-requests'],
  ),
  f(
    'odd-id-nul-500',
    '4.3',
    'Fails with 500 for NUL in petId.',
    refuseWhen((call) => is(call, 'getPet') && /%00/i.test(call.petId), 500),
    ['errors.invalid-requests'],
  ),
  f(
    'odd-id-long-500',
    '4.3',
    'Fails with 500 for petId of 400 digits.',
    refuseWhen((call) => is(call, 'getPet') && /\d{100}/i.test(call.petId), 500),
    ['errors.invalid-requests'],
  ),
  f(
    'odd-id-wraps-64',
    '4.3',
    'Keeps 64 bits of a petId.',
    replace('idOf', (i) => (call) => {
      const t = unescaped(call.petId);
      return /^\d{19,40}$/.test(t) ? BigInt.asIntN(64, BigInt(t)) : i(call);
    }),
    ['get-animal.no-integer'],
  ),
  f(
    'message-cut-at-8192',
    '2',
    'Cuts a message off after 8,192 letters.',
    replace('textOf', (t) => (b, c) => t(b, c).slice(0, 8192)),
    ['messages.echo'],
  ),
  f(
    'message-nul-dropped',
    '2',
    'Drops control characters of a message.',
    replace('textOf', (t) => (b, c) => t(b, c).replace(/\p{Cc}/gu, '')),
    ['messages.echo'],
  ),
  f(
    'message-crlf',
    '2',
    'Makes LF of CRLF.',
    replace('textOf', (t) => (b, c) => t(b, c).replace(/\r\n/g, '\n')),
    ['messages.echo'],
  ),
  f(
    'message-tab',
    '2',
    'Makes spaces of tabs.',
    replace('textOf', (t) => (b, c) => t(b, c).replace(/\t/g, ' ')),
    ['messages.echo'],
  ),
  f(
    'message-double-space',
    '2',
    'Single spaces.',
    replace('textOf', (t) => (b, c) => t(b, c).replace(/ {2,}/g, ' ')),
    ['messages.echo'],
  ),
  f(
    'message-body-array',
    '4.5',
    'Takes an array body as message.',
    replace(
      'requireObject',
      (t) => (j, c) =>
        is(c, 'sendMessage') && Array.isArray(j) ? new Map([['message', 'x']]) : t(j, c),
    ),
    ['messages.missing-message'],
  ),
  f(
    'message-body-null-500',
    '4.5',
    'Fails with 500 for a body null.',
    replace('requireObject', (t) => (j, c) => {
      if (is(c, 'sendMessage') && j === null) throw new Refusal(500, 'x', 'x');
      return t(j, c);
    }),
    ['messages.missing-message'],
  ),
  f(
    'message-body-string-taken',
    '4.5',
    'Takes a JSON string for the message.',
    replace(
      'requireObject',
      (t) => (j, c) =>
        is(c, 'sendMessage') && typeof j === 'string' ? new Map([['message', j]]) : t(j, c),
    ),
    ['messages.missing-message'],
  ),
  f(
    'message-multipart-taken',
    '4.5',
    'Takes multipart.',
    replace('requireMessageType', (t) => (c) => {
      if (!(header(c.request, 'content-type') ?? '').startsWith('multipart/')) t(c);
    }),
    ['messages.content-type'],
  ),
];
