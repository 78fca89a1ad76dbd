// Prints the code block of a page whose first line is a comment that names the file: node .ci/snippet.js README.md test.js
import { readFileSync } from 'node:fs';

const [, , page, name] = process.argv;
const blocks = [...readFileSync(page, 'utf8').matchAll(/```\w+\n([^]*?)```/g)].map(
  ([, code]) => code,
);
const found = blocks.find((code) => code.startsWith(`// ${name}`) || code.startsWith(`# ${name}`));
if (found === undefined) throw new Error(`${page} has no code block for ${name}`);
process.stdout.write(found);
