// A vendor's server, for tests of the package: the reference server, with a defect where FAULT names one.
import { createReferenceServer } from 'animal-store-conformance';

const { PORT, ANIMAL_STORE_API_KEY: key, FAULT } = process.env;
await createReferenceServer({ port: Number(PORT), key, faults: FAULT ? [FAULT] : [] });
