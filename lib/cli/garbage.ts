// Keeps the process small. Node collects garbage late if the machine has memory left, which is too late beside a
// candidate on a small runner, with a target that responds in megabytes. Does nothing in an ordinary run.
import { setFlagsFromString } from 'node:v8';

const tidyFrom = 150 * 1024 * 1024;
const everyMs = 100;
/** The greatest share of the time that is spent on collecting, in case it does not help. */
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

/** The size is read from a file, and is unknown if the process cannot open any more files. */
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
