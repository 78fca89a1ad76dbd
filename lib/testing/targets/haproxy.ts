// Test support: HAProxy in front of several servers on this machine, which it asks in turn. Without HAProxy, `haproxy`
// is undefined, and the tests that need it report that they were skipped.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../api/configuration/start.js';
import { closing, type Front } from './nginx.js';

export const haproxy = [process.env['HAPROXY'], '/usr/sbin/haproxy', '/usr/bin/haproxy'].find(
  (path) => path !== undefined && existsSync(path),
);

export async function startBalancer(ports: readonly number[]): Promise<Front> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration(port, ports));
  const child = spawn(haproxy ?? 'haproxy', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {},
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const close = closing(child, folder);
  let isOver = false;
  const over = (): void => void (isOver = true);
  child.once('error', over).once('close', over);
  while (!(await isListening(port))) {
    if (!isOver) continue;
    throw new Error(`HAProxy did not start: ${said}`);
  }
  return { port, close };
}

/** Follows its manual: requests of one connection go to one server after another. */
const configuration = (port: number, ports: readonly number[]): string => `
defaults
  mode http
  timeout connect 5s
  timeout client 1m
  timeout server 1m
frontend front
  bind 127.0.0.1:${port}
  default_backend replicas
backend replicas
  balance roundrobin
${ports.map((one, at) => `  server replica${at} 127.0.0.1:${one}`).join('\n')}
`;

/** Retries as soon as a connection is refused. */
const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => setTimeout(() => resolve(false), 20));
  });
