// Sets Node for the second or two of an ordinary run, and for a long one beside a candidate on a small runner.
import { setFlagsFromString } from 'node:v8';

/**
 * The flags for the versions of Node on which they were measured to help. Later versions have a cheaper compiler in
 * between, and an unknown flag would print an error.
 */
const flags: Readonly<Record<string, string>> = {
  20: '--interrupt-budget=800000',
  22: '--invocation-count-for-turbofan=30000',
};

/**
 * Makes Node's compiler wait. It optimises what was called some hundred times; most of that is never called often enough again
 * in a run, and a fifth of the processor time went there. A long run is optimised all the same.
 */
export function compileLate(): void {
  const flag = flags[process.versions.node.split('.', 1)[0] ?? ''];
  if (flag !== undefined) setFlagsFromString(flag);
}

const tidyFrom = 150 * 1024 * 1024;
const everyMs = 100;
/** The greatest share of the time that is spent on collecting, in case it does not help. */
const share = 1 / 4;

/**
 * Keeps the process small. Node collects garbage late if the machine has memory left, which is too late with a target that
 * responds in megabytes. Does nothing in an ordinary run.
 */
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
