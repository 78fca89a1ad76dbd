// Ensures that a candidate does not outlive the kit, however the kit ends: a separate process waits until the kit has
// ended or asks for it, and then ends everything that the candidate has started. Judges nothing.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';

interface Guard {
  /** A variable of the candidate's environment by which processes are found that have left its group. */
  readonly mark: Readonly<Record<string, string>>;
  /** Called with the process group of the candidate once it has started. */
  watch(group: number): void;
  /** Ends whatever is left of it. */
  end(): Promise<void>;
}

export const markName = 'ANIMAL_STORE_CANDIDATE';

/**
 * Its input ends with the kit, whether killed or not. It looks repeatedly, because a marked process may just be
 * starting another one.
 */
const script = `
read -r group
cat > /dev/null
[ -n "$group" ] && kill -s KILL -- "-$group" 2> /dev/null
for round in 1 2 3 4 5; do
  found=$(grep -lsF "$1" /proc/[0-9]*/environ 2> /dev/null)
  [ -n "$found" ] || exit 0
  for path in $found; do
    path=\${path#/proc/}
    kill -s KILL "\${path%/environ}" 2> /dev/null
  done
done`;

export function guard(): Guard {
  const id = randomUUID();
  const mark = { [markName]: id };
  if (process.platform === 'win32') return { mark, watch() {}, async end() {} };
  const { PATH = '/usr/bin:/bin' } = process.env;
  const child = spawn('/bin/sh', ['-c', script, 'sh', `${markName}=${id}`], {
    // The guard has a process group of its own, so that it survives a signal to the group of the kit.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH },
    cwd: '/',
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  child.stdin.on('error', () => {}); // without a guard the group is ended all the same
  child.unref();
  return {
    mark,
    watch: (group) => void child.stdin.write(`${group}\n`),
    end() {
      child.ref();
      child.stdin.end();
      return ended;
    },
  };
}
