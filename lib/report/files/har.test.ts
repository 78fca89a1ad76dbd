// exchanges.har of what only a report of others holds: what is in it otherwise is held in files.test.ts.
import { expect, test } from 'vitest';
import { cleanReport, exchange } from '../../testing/reports/fixture.js';
import { exchangesHar } from './har.js';

interface Request {
  readonly url: string;
  readonly queryString: readonly { readonly name: string; readonly value: string }[];
}

function requestOf(path: string): Request {
  const report = { ...cleanReport(), samples: [exchange({ number: 1, path })] };
  const { log } = JSON.parse(exchangesHar(report)) as {
    readonly log: { readonly entries: readonly { readonly request: Request }[] };
  };
  return log.entries[0]?.request ?? expect.fail('there is no entry');
}

test('of very many parameters the first are told one by one, and the address is whole', () => {
  const { url, queryString } = requestOf(`/pets?${'a&'.repeat(20_000)}`);
  expect(queryString).toHaveLength(200);
  expect(url).toMatch(/\/pets\?(?:a&){20000}$/);
});

test('a parameter has a name, and a value in which further equals signs may stand', () => {
  expect(requestOf('/pets?limit=5&&a=b=%3D&empty=&bare').queryString).toEqual([
    { name: 'limit', value: '5' },
    { name: 'a', value: 'b==' },
    { name: 'empty', value: '' },
    { name: 'bare', value: '' },
  ]);
});
