import { test } from 'vitest';
import { allRules } from '../../suites/index.js';
import { runInMemory } from '../proof/in-memory.js';
import { faults } from '../reference/index.js';
import { shardOf } from './shard.js';
test('measure', async () => {
  for (const of of [2, 3, 4, 8]) {
    let out = '';
    for (let index = 1; index <= of; index++) {
      const rules = shardOf(allRules, { index, of });
      const rep = await runInMemory({ rules });
      out += ` ${rep.run.exchanges}/${rep.run.writes}/${rules.length}/${rep.verdict}`;
      if (of === 4) console.log(index, rules.map((r) => r.id).join(' '));
    }
    console.log(of, out);
  }
  const rank = { failed: 0, cantTell: 1, untested: 2, inapplicable: 3, observed: 4, passed: 5 };
  let bad = 0;
  for (const fault of [undefined, ...faults]) {
    const f = fault ? [fault] : [];
    const whole = await runInMemory({ faults: f });
    const parts = [];
    for (let index = 1; index <= 4; index++) parts.push(await runInMemory({ faults: f, rules: shardOf(allRules, { index, of: 4 }) }));
    const diffs: string[] = [];
    for (const r of whole.rules) {
      const same = parts.flatMap((p) => p.rules.filter((x) => x.id === r.id && x.reason !== 'no case came about'));
      const worst = same.sort((a, b) => rank[a.outcome] - rank[b.outcome])[0];
      if ((worst?.outcome ?? 'cantTell') !== r.outcome) diffs.push(`${r.id}: whole ${r.outcome} (${r.reason}) parts ${worst?.outcome} (${worst?.reason})`);
    }
    for (const o of whole.observations) { const p = parts.flatMap((x) => x.observations).find((x) => x.id === o.id); if (p?.answer !== o.answer) diffs.push(`${o.id}: whole ${o.answer} parts ${p?.answer}`); }
    if (diffs.length) { bad++; console.log(fault?.name, fault?.flaky ? 'FLAKY' : '', diffs.join('\n   ')); }
  }
  console.log('different', bad, 'of', faults.length);
}, 3000000);
