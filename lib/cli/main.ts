#!/usr/bin/env node
// The door from the operating system: hands streams, environment and signals to the command, and its code back.
import { main } from './arguments/cli.js';
import { compileLate } from './compiling.js';
import type { Input, Io, Output } from './io.js';
import { keepSmall } from './garbage.js';

function outputOf(stream: NodeJS.WriteStream): Output {
  let open = true;
  // Whoever reads along may go away (`| head`): the run goes on, and its reports are still written.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    open = false;
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    write: (text) => void (open && stream.write(text)),
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns ?? 80;
    },
  };
}

const stdin: Input = {
  isTTY: process.stdin.isTTY === true,
  async text() {
    let all = '';
    process.stdin.setEncoding('utf8');
    for await (const chunk of process.stdin) all += chunk as string;
    return all;
  },
  async line() {
    const { createInterface } = await import('node:readline');
    const lines = createInterface({ input: process.stdin });
    try {
      for await (const line of lines) return line;
      return '';
    } finally {
      lines.close();
    }
  },
};

const listeners = new Set<(signal: string) => void>();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (interrupted || listeners.size === 0) process.exit(130);
    interrupted = true;
    for (const listener of listeners) listener(signal);
  });
}

const io: Io = {
  stdout: outputOf(process.stdout),
  stderr: outputOf(process.stderr),
  stdin,
  environment: process.env,
  folder: process.cwd(),
  onInterrupt(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

compileLate();
keepSmall();
const code = await main(process.argv.slice(2), io);
process.exitCode = code;
// A socket that is still closing must not keep the process; what was written must still get out.
await Promise.all(
  [process.stdout, process.stderr].map(
    (stream) =>
      new Promise((resolve) =>
        stream.destroyed || !stream.writable ? resolve(null) : stream.write('', resolve),
      ),
  ),
);
process.exit(code);
