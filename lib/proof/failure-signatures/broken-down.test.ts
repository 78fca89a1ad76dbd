// One defect of a service is one cause, whichever rules it breaks.
import { expect, test } from 'vitest';
import type { Failure } from '../../judge/result/report.js';
import { exchange, failure } from '../../testing/reports/fixture-parts.js';
import { brokenDown } from './broken-down.js';
import type { FailureSignature } from './signatures.js';

/** The failures that are one defect, each of a rule of its own if none is given. */
function groupsOf(
  failures: Readonly<Record<string, Failure>>,
  rules: Readonly<Record<string, string>> = {},
): readonly (readonly string[])[] {
  const signatures = Object.keys(failures).map(
    (id) => ({ rule: rules[id] ?? `of ${id}`, failure: id }) as unknown as FailureSignature,
  );
  const read = (id: string) => ({ failure: failures[id] as Failure }) as never;
  return brokenDown(signatures, read).map((group) => group.map(({ failure: id }) => id));
}

test('a body that is read as the next request is one cause, whatever that request was for', () => {
  const answering = (status: number, text: string): Failure => ({
    ...failure(),
    exchanges: [exchange({ status, answer: text })],
  });
  const failures: Readonly<Record<string, Failure>> = {
    quoted: answering(400, `Bad request syntax ('{"name":"Rex"}GET /v1/pets/1 HTTP/1.1')`),
    method: answering(501, `Unsupported method ('{"name":GET')`),
    other: answering(400, 'No such animal: GET /v1/pets/1 HTTP/1.1'),
    second: {
      ...failure(),
      finding: {
        kind: 'no answer',
        operation: 'POST /pets',
        problem: 'the response is longer than its Content-Length',
        values: { response: 'broken' },
      },
    },
  };
  expect(groupsOf(failures)).toContainEqual(['quoted', 'method', 'second']);
});

test('animals that are mixed up under load are one cause, whatever rules they break', () => {
  const added = (status: number, sent: string, returned: string): Failure => ({
    ...failure(),
    exchanges: [
      exchange({ operation: 'createPet', status, method: 'POST', send: sent, answer: returned }),
    ],
  });
  const [one, other] = ['a', 'b'].map(
    (letter) => `{"name":"Rex conformance-${letter.repeat(21)}"}`,
  );
  const failures: Readonly<Record<string, Failure>> = {
    accepted: added(201, '{"name":5}', other as string),
    named: added(201, one as string, other as string),
    refused: added(400, one as string, other as string),
    altered: { ...added(201, '{"name":"a"}', '{"name":"b"}'), confirmed: { held: 0, of: 3 } },
    missing: { ...failure(), confirmed: { held: 0, of: 3 } },
    equal: added(201, one as string, one as string),
    kept: added(201, one as string, one as string),
  };
  const groups = groupsOf(failures, {
    named: 'add-animal.keeps-name',
    equal: 'add-animal.names-may-repeat',
  });
  expect(groups).toContainEqual(['named', 'accepted', 'altered', 'missing', 'equal']);
});

test.each([
  [true, 'authentication.missing-key'],
  [false, 'authentication.every-request'],
])('a key that is never asked for, on fresh connections as well: %s', (isOnFresh, first) => {
  const everyRequest = (experiment: string): Partial<FailureSignature> => ({
    rule: 'authentication.every-request',
    experiment,
  });
  const signatures = [
    { rule: 'authentication.missing-key', experiment: 'no key with every operation' },
    everyRequest('no valid key right after a valid one, on one connection'),
    ...(isOnFresh ? [everyRequest('no valid key in the first request of a connection')] : []),
  ] as FailureSignature[];
  const shown = { ...failure(), cases: { failed: 24, of: 24 }, exchanges: [exchange({})] };
  const read = () => ({ failure: shown }) as never;
  const group = brokenDown(signatures, read).find((one) => one.length === signatures.length);
  expect(group?.[0]?.rule).toBe(first);
});
