// A vendor's server, for tests of the package: the reference server, with the defect that the file "fault" names, if there is
// one. A variable of the environment would not do: a candidate is given few of them.
import { existsSync, readFileSync } from 'node:fs';
import { createReferenceServer } from 'animal-store-conformance';

const { PORT, ANIMAL_STORE_API_KEY: key } = process.env;
const faults = existsSync('fault') ? [readFileSync('fault', 'utf8').trim()] : [];
await createReferenceServer({ port: Number(PORT), key, faults });
