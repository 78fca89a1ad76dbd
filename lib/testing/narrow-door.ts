// For tests: a proxy that serves only so many connections at a time. Each further one is dropped, or waits for another one to
// be closed.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Door {
  readonly origin: string;
  readonly counted: { refused: number };
  close(): void;
}

export async function narrowDoor(
  to: number,
  most: number,
  further: 'dropped' | 'waits',
): Promise<Door> {
  const counted = { refused: 0 };
  const waiting: Socket[] = [];
  let open = 0;
  const enter = (incoming: Socket): void => {
    open += 1;
    const onward = connect(to, '127.0.0.1').on('error', () => incoming.destroy());
    incoming.pipe(onward).pipe(incoming);
    incoming.once('close', () => {
      open -= 1;
      onward.destroy();
      const next = waiting.find(({ destroyed }) => !destroyed);
      waiting.splice(0, next ? waiting.indexOf(next) + 1 : waiting.length);
      if (next) enter(next);
    });
  };
  const server = createServer((incoming) => {
    incoming.on('error', () => {});
    if (open < most) return enter(incoming);
    counted.refused += 1;
    if (further === 'waits') waiting.push(incoming);
    else incoming.resetAndDestroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counted,
    close: () => server.close(),
  };
}
