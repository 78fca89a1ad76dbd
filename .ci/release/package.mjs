// What the package holds, as npm would pack it: compiled code with its types, spec/, and the pages at the root. No more.
import { execFileSync } from 'node:child_process';

const allowed = [
  /^dist\/lib\/.+\.(?:js|d\.ts)$/,
  /^dist\/spec\/.+\.(?:json|cjs)$/,
  /^spec\/(?:guide\/|pipelines\/)?[^/]+\.(?:md|yaml|yml|json)$/,
  /^(?:package\.json|README\.md|LICENSE)$/,
];
const onlyForTests = /\.test\.|\.conformance\.|^dist\/lib\/(?:bench|testing)\//;
const needed = [
  'dist/lib/cli/main.js',
  'dist/lib/index.js',
  'dist/lib/index.d.ts',
  'dist/lib/vitest/index.js',
  'spec/animal-store.md',
  'spec/openapi.yaml',
  'spec/rules.yaml',
  'spec/report.schema.json',
  'spec/guide/reading-a-report.md',
  'README.md',
  'LICENSE',
];
// Other versions of Node compress a little less than the one that is measured here.
const mostBytes = 525_000;

export function packageProblems() {
  // What is there is packed as it is: it was built and tested as such.
  const packing = ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'];
  const [{ files, size }] = JSON.parse(execFileSync('npm', packing, { encoding: 'utf8' }));
  const paths = files.map(({ path }) => path);
  return [
    ...paths
      .filter((path) => onlyForTests.test(path) || !allowed.some((one) => one.test(path)))
      .map((path) => `The package holds ${path}: keep it out (\`files\` in package.json).`),
    ...needed
      .filter((path) => !paths.includes(path))
      .map(
        (path) => `The package lacks ${path}: build first (npm run build), or correct \`files\`.`,
      ),
    ...(size > mostBytes ? [`The package has ${size} bytes packed: at most ${mostBytes}.`] : []),
  ];
}
