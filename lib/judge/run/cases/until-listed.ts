// Animals may appear with a delay, so full lists are read once they are full, or once waiting is over.
import { statuses, maximumLimit } from '../../../contract/facts.js';
import type { Session } from '../../rules/session.js';
import type { Setup } from '../../rules/setup.js';
import { isSignal } from '../../result/signals.js';

/** Lists are read this many times more, because one replica may not show yet what another shows. */
const moreLooks = [1, 2, 3];

export async function untilListed(session: Session, setup: Setup): Promise<void> {
  // A run with few requests to spare looks once.
  const looksAgain = setup.briefly === undefined ? moreLooks : [];
  const startedAt = session.now;
  try {
    await Promise.all(
      statuses.map(async (status) => {
        const expected = Math.min(await setup.matching(status), maximumLimit);
        const isFull = async (): Promise<boolean> => {
          const { answer } = await session.list({ limit: maximumLimit, status });
          const listed =
            answer?.json.ok && Array.isArray(answer.json.value)
              ? answer.json.value.length
              : undefined;
          return listed === undefined || listed >= expected;
        };
        await session.eventually(
          'lists',
          async () =>
            (await isFull()) && (await Promise.all(looksAgain.map(isFull))).every(Boolean)
              ? true
              : undefined,
          { learns: false },
        );
      }),
    );
    // A cache may hold each list for itself, by its query.
    await session.listsCaughtUp(startedAt);
  } catch (thrown) {
    if (!isSignal(thrown)) throw thrown;
  }
}
