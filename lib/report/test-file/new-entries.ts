// Rules by which something must not be added: the case is the one request that added too much, between two looks at how many
// animals of its name there are. What else such a case sends only finds out what is new.
import type { Failure, RecordedExchange, RuleResult } from '../../judge/result/report.js';
import { parsed } from '../sent.js';
import { type Check, type Facts, expecting } from './check.js';
import { quoted } from './literals.js';

/** How many animals the request may add. */
const mayAdd: Readonly<Record<string, number>> = {
  'add-animal.refused-adds-nothing': 0,
  'authentication.writes-nothing': 0,
  'add-animal.adds-one': 1,
};

export function newEntriesCase(
  { id }: RuleResult,
  { exchanges }: Failure,
  { maximumLimit, statuses }: Facts,
): { readonly exchanges: readonly RecordedExchange[]; readonly check: Check } | undefined {
  const most = mayAdd[id];
  const act = exchanges.at(-1);
  const name = nameIn(act?.request.body?.text);
  if (most === undefined || act?.request.method !== 'POST' || name === undefined) return undefined;
  const { status } = (parsed(act.request.body?.text ?? '') ?? {}) as { readonly status?: unknown };
  const filter = statuses.find((one) => one === status);
  const query = quoted(filter === undefined ? '' : `&status=${filter}`);
  const count = `await counted(${quoted(name)}, ${maximumLimit}, ${query});`;
  const check = expecting(
    '// What is stored in the background shows only later.',
    'await new Promise((resolve) => setTimeout(resolve, 500));',
    `const after = ${count}`,
    'if (after.isFull && after.count === before.count) skip();',
    `expect(after.count).toBe(before.count${most === 0 ? '' : ` + ${most}`});`,
  );
  return { exchanges: [act], check: { ...check, before: [`const before = ${count}`] } };
}

function nameIn(text = ''): string | undefined {
  const { name } = (parsed(text) ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : undefined;
}
