// What rolldown makes of the sources: few files that load fast, with one way in for the command, the API, vitest, and each
// worker. What only this repository needs is bundled apart, below dist/tools, and is not packed.
import { readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';

const dependencies = /^(undici|ajv|ajv-formats|yaml|fast-check|dotenv|vitest)(\/|$)/;
const entries = (...names) => Object.fromEntries(names.map((name) => [name, `${name}.ts`]));

/** A file that ends in ?raw is imported as text, as vitest does it. */
const raw = {
  name: 'raw',
  resolveId: {
    filter: { id: /\?raw$/ },
    handler: (id, importer) => resolve(posix.dirname(importer), id),
  },
  load: {
    filter: { id: /\?raw$/ },
    handler: (id) => {
      const path = id.replace('?raw', '');
      const text = readFileSync(path, 'utf8');
      return `export default ${JSON.stringify(path.endsWith('.js') ? withoutComments(text) : text)};`;
    },
  },
};

/** The script of a page, of which each report has a copy: without lines of comments and without indentation. */
const withoutComments = (script) =>
  script.replaceAll(/^\s*\/\/.*\n/gm, '').replaceAll(/^[ \t]+/gm, '');

const common = { platform: 'node', external: [dependencies, /^node:/], plugins: [raw] };
const output = { format: 'esm', sourcemap: true, comments: false };

/**
 * Node looks on disk for a module that another one imports for the first time, even if it is loaded already. So each file
 * offers to import early, in its own name, all that it may import late: see lib/api/execute/everything.ts.
 */
function offer({ fileName, dynamicImports }) {
  const ours = dynamicImports.filter((name) => name.startsWith('lib/'));
  if (ours.length === 0) return '';
  const from = (name) => posix.relative(posix.dirname(fileName), name).replace(/^(?!\.)/, './');
  const imports = ours.map((name) => `()=>import(${JSON.stringify(from(name))})`);
  return `(globalThis[Symbol.for("animal-store-conformance.late")]??=[]).push(${imports});`;
}

export const bundles = [
  {
    ...common,
    input: entries(
      'lib/index',
      'lib/cli/main',
      'lib/cli/commands/matrix/entries-worker',
      'lib/proof/worker',
      'lib/vitest/index',
    ),
    // The group below needs it. `.ci/package` sees that no entry gains an export by it.
    preserveEntrySignatures: 'allow-extension',
    output: {
      ...output,
      // The maps are for this repository: packed files must not name what is not packed.
      sourcemap: 'hidden',
      dir: 'dist',
      entryFileNames: '[name].js',
      chunkFileNames: 'lib/parts/[name].js',
      minify: true,
      intro: offer,
      // Rooms that a command loads as a whole; of others it needs single files. One file packs smaller than twenty.
      codeSplitting: {
        groups: [
          { name: 'certify', test: /lib\/certify\// },
          { name: 'contract', test: /lib\/contract\// },
          { name: 'cli', test: /lib\/cli\/(arguments|output)\// },
          { name: 'options', test: /lib\/api\/options\// },
          { name: 'configuration', test: /lib\/api\/configuration\// },
          { name: 'execute', test: /lib\/api\/(execute|certificates)\// },
          { name: 'http', test: /lib\/http\// },
          {
            name: 'judge',
            test: /lib\/judge\/(evidence|failures|health|recorded-cases|result|rules|run)\//,
          },
          // What a command needs beside its flags, which the help of all commands shows.
          ...['compare', 'doctor', 'init', 'verify'].map((name) => ({
            name,
            test: new RegExp(`lib/cli/commands/${name}/(?!${name}\\.)`),
          })),
          { name: 'proof', test: /lib\/proof\/(?!worker)/ },
          { name: 'page', test: /lib\/report\/page\// },
          { name: 'text', test: /lib\/report\/text\// },
          { name: 'reports', test: /lib\/(report\/(files|terminal)|api\/reports)\// },
        ],
        includeDependenciesRecursively: false,
      },
    },
  },
  {
    ...common,
    input: entries(
      'lib/api/options/documented',
      'lib/bench/main',
      'lib/bench/client',
      'lib/bench/server',
      'lib/contract/prepare',
      'lib/proof/measure',
      'lib/proof/mutants/main',
      'lib/proof/order/write',
      'lib/proof/failure-signatures/write',
    ),
    output: {
      ...output,
      dir: 'dist/tools',
      entryFileNames: '[name].js',
      chunkFileNames: 'parts/[name].js',
    },
  },
];
