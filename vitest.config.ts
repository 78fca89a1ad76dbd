import { defineConfig } from 'vitest/config';

// Three projects: the kit's own tests, the proof that every check can fail, and the contract's rules against a target.
const shared = { pool: 'threads' as const, isolate: false, environment: 'node' as const };

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'kit', include: ['lib/**/*.test.ts', 'suites/**/*.test.ts'], exclude: ['lib/proof/**', '**/node_modules/**'] } },
      { test: { ...shared, name: 'proof', include: ['lib/proof/*.test.ts'] } },
    ],
  },
});
