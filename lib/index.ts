// The way in for programs: `import { run } from 'animal-store-conformance'`.
export {};
