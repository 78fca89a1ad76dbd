// Clause 9: the version in the base address. Rules only.
import { breach, experiment, rule, type Exchange } from '../lib/judge/rules/index.js';

const baseAddress = experiment({
  name: 'the base address',
  stage: 'untouched',
  cases: (setup) => [setup.baseUrl],
  send: (_, session) => session.list({ limit: 1 }),
});

export const rules = [
  rule('version.base-path', baseAddress, (answered, baseUrl) => {
    const { pathname } = new URL(baseUrl);
    if (!pathname.replace(/\/$/, '').endsWith('/v1')) withoutVersion(baseUrl, answered);
  }),
];

function withoutVersion(baseUrl: string, answered: Exchange): never {
  return breach({
    cause: `The base address ${baseUrl} does not end in /v1.`,
    expected: 'a base address that ends in /v1',
    actual: new URL(baseUrl).pathname,
    exchange: answered,
  });
}
