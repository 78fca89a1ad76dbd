// A step of the build. It writes down what the YAML files in spec/ say and the validators made from them, so that no
// run has to do that again, and turns the ids of the rules and the schema of reports into types.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { declarationOf } from './declaration.js';
import { packageRoot, readSpec } from './files.js';
import { loadLedger } from './ledger.js';
import { reportTypesOf } from './report-types.js';
import { prepareValidators } from './validators.js';
import { digestOf, parsed, preparedPath, type Prepared } from './spec-data.js';

for (const name of ['openapi.yaml', 'rules.yaml']) {
  const bytes = readSpec(name);
  const path = preparedPath(name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    JSON.stringify({
      of: digestOf(bytes),
      says: parsed(bytes.toString('utf8')),
    } satisfies Prepared),
  );
}
writeFileSync(...prepareValidators());
writeFileSync(
  join(packageRoot(), 'lib', 'contract', 'rule-ids.ts'),
  declarationOf(loadLedger().rules),
);
writeFileSync(
  join(packageRoot(), 'lib', 'judge', 'result', 'report.ts'),
  reportTypesOf(JSON.parse(readSpec('report.schema.json').toString('utf8')) as object),
);
