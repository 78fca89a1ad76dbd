// Each experiment has its own stream of values, so that one more experiment changes no other.
import { createHash } from 'node:crypto';

export function seedOf(seed: number, name: string): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readInt32LE(0);
}
