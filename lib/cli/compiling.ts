// Makes Node's compiler wait. It optimises what was called some hundred times; most of that is never called often enough
// again in the second or two of a run, and a fifth of the processor time went there. A long run is optimised all the same.
import { setFlagsFromString } from 'node:v8';

/**
 * The flags for the versions of Node on which they were measured to help. Later versions have a cheaper compiler in
 * between, and an unknown flag would print an error.
 */
const flags: Readonly<Record<string, string>> = {
  20: '--interrupt-budget=800000',
  22: '--invocation-count-for-turbofan=30000',
};

export function compileLate(): void {
  const flag = flags[process.versions.node.split('.', 1)[0] ?? ''];
  if (flag !== undefined) setFlagsFromString(flag);
}
