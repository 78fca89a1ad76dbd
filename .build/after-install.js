// `npm ci` builds, unless development dependencies are left out: then there is nothing to build with.
import { createRequire } from 'node:module';

try {
  createRequire(import.meta.url).resolve('typescript');
} catch {
  process.exit();
}
await import('./build.js');
