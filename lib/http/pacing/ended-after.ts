// A separate time limit for one request, for which that of the transport would be too long.
import { TransportError, type Clock } from '../types.js';

/** Ends whatever takes longer, in the same way as a time limit of the transport. */
export async function endedAfter<T>(
  ms: number,
  clock: Clock,
  signal: AbortSignal | undefined,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const tooLong = new AbortController();
  const over = new AbortController();
  void clock.sleep(ms, over.signal).then(
    () => tooLong.abort(),
    () => {},
  );
  const either = signal ? AbortSignal.any([signal, tooLong.signal]) : tooLong.signal;
  try {
    return await send(either);
  } catch (error) {
    if (!tooLong.signal.aborted || signal?.aborted === true) throw error;
    throw new TransportError(
      'timeout',
      `no response within ${Math.ceil(ms / 100) / 10} s, although others came at once`,
    );
  } finally {
    over.abort();
  }
}
