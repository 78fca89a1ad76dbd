// For a project of your own: `import 'animal-store-conformance/vitest'` in one test file registers every rule as a test.
// The target comes from the environment: ANIMAL_STORE_TARGET, ANIMAL_STORE_API_KEY and the others of the command.
import { suites } from '../../suites/index.js';
import { conformance } from './door.js';

for (const suite of Object.keys(suites)) conformance(suite);
