// For a project of your own: `import 'animal-store-conformance/vitest'` in one test file registers every rule as a test.
// ANIMAL_STORE_RUN holds the target and flags as one would type them behind the command, ANIMAL_STORE_API_KEY the key.
import { suites } from '../../suites/index.js';
import { conformance } from './door.js';

for (const suite of Object.keys(suites)) conformance(suite);
