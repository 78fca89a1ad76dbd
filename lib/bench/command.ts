// How long the command takes from outside: what `npm start` runs without npm, compared with an empty process and an
// empty vitest run. Each has a process of its own, and they take turns.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageRoot } from '../contract/files.js';

interface Started {
  readonly wallMs: number;
  /** The time until the first result was printed; not a number if there was none. */
  readonly firstResultMs: number;
  readonly peakMb: number;
}

/** Matches the lines that `npm start` prints during a run: "  1 of 159 rules and observations, 10 requests". */
const result = /^ +\d+ of \d+ rules /m;

export async function commandSideBySide(): Promise<
  Readonly<Record<'kit' | 'empty' | 'vitest', Started>>
> {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
  try {
    writeFileSync(join(folder, 'empty.test.js'), `test('nothing', () => {});\n`);
    const manifest = createRequire(import.meta.url).resolve('vitest/package.json');
    const vitest = join(dirname(manifest), 'vitest.mjs');
    const kit = join(packageRoot(), 'dist/lib/cli/main.js');
    return {
      kit: await timed([kit, '--output', join(folder, 'report')]),
      empty: await timed(['-e', '0']),
      vitest: await timed([vitest, 'run', '--globals', '--root', folder]),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** When the process ends, it writes its peak memory to a fourth stream. */
const reportPeak = `import{writeSync}from"node:fs";process.on("exit",()=>{try{writeSync(3,String(process.resourceUsage().maxRSS))}catch{}})`;

function timed(argv: readonly string[]): Promise<Started> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(reportPeak)}`, ...argv],
      { stdio: ['ignore', 'pipe', 'pipe', 'pipe'], cwd: tmpdir() },
    );
    let printed = '';
    let peak = '';
    let firstResultMs = Number.NaN;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        if (!Number.isNaN(firstResultMs)) return;
        printed += chunk.toString();
        if (result.test(printed)) firstResultMs = performance.now() - startedAt;
      });
    }
    child.stdio[3]?.on('data', (chunk: Buffer) => (peak += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      const wallMs = performance.now() - startedAt;
      if (code === 0) resolve({ wallMs, firstResultMs, peakMb: Number(peak) / 1024 });
      else reject(new Error(`node ${argv.join(' ')} ended with ${code}: ${printed.slice(0, 500)}`));
    });
  });
}
