// Keeps the process small. Node lets garbage lie for as long as the machine has memory; beside a candidate on a small
// runner, with a target that answers in megabytes, that is too long. Does nothing in an ordinary run.
import { setFlagsFromString } from 'node:v8';

const tidyFrom = 150 * 1024 * 1024;
const everyMs = 100;
/** At most this share of the time goes into tidying, for where it is of no use. */
const share = 1 / 4;

export function keepSmall(): void {
  let tidy: (() => void) | undefined;
  let rests = 0;
  const look = async (): Promise<void> => {
    if (rests-- > 0 || residentBytes() < tidyFrom) return;
    rests = Infinity;
    tidy ??= await collector();
    const before = process.cpuUsage();
    tidy();
    const { user, system } = process.cpuUsage(before);
    rests = Math.ceil((user + system) / 1000 / everyMs / share) - 1;
  };
  setInterval(() => void look(), everyMs).unref();
}

/** It is read from a file: where no more can be opened, there is no telling. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}

async function collector(): Promise<() => void> {
  setFlagsFromString('--expose-gc');
  const { runInNewContext } = await import('node:vm');
  return runInNewContext('gc') as () => void;
}
