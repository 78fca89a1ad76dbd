// Clause 9: the version in the base address.
import { accuse, experiment, rule, type Exchange } from '../lib/judge/rules/index.js';

const version = 'v1';

const baseAddress = experiment({
  name: 'the base address',
  stage: 'untouched',
  cases: (setup) => [setup.baseUrl],
  send: (_, session) => session.list({ limit: 1 }),
});

export const rules = [
  rule('version.base-path', baseAddress, (answered, baseUrl) => {
    const { pathname } = new URL(baseUrl);
    if (!pathname.replace(/\/$/, '').endsWith(`/${version}`)) withoutVersion(baseUrl, answered);
  }),
];

function withoutVersion(baseUrl: string, answered: Exchange): never {
  return accuse('no version in the address', answered, {
    values: { address: baseUrl, path: new URL(baseUrl).pathname, version },
  });
}
