// Tests whether anybody listens at an address, by opening a connection and closing it. Sends nothing.
import net from 'node:net';
import { addressOf } from './connect.js';

const enoughMs = 1000;

export function somebodyListens(baseUrl: string): Promise<boolean> {
  const { host, port } = addressOf(baseUrl);
  return new Promise((resolve) => {
    const socket = net.connect({ host, port });
    const settle = (yes: boolean) => (): void => {
      socket.destroy();
      resolve(yes);
    };
    socket.setTimeout(enoughMs, settle(false));
    socket.once('connect', settle(true)).on('error', settle(false));
  });
}
