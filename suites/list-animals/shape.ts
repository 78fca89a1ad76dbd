// What a list looks like, for observations: its length and its order.
import { animalsOf, answerOf, type Exchange } from '../../lib/judge/rules/index.js';

export const lengthOf = (answered: Exchange): number => {
  const { json } = answerOf(answered);
  return json.ok && Array.isArray(json.value) ? json.value.length : 0;
};

export function orderOf(added: readonly string[], exchange: Exchange | undefined): string {
  const shown = exchange
    ? animalsOf(exchange)
        .map((animal) => animal.id)
        .filter((id) => added.includes(id))
    : [];
  if (shown.length < 3) return 'too few animals to tell';
  const byId = [...shown].sort((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1));
  if (byId.join() === shown.join()) return 'by ascending identifier';
  return byId.reverse().join() === shown.join()
    ? 'by descending identifier'
    : 'neither by ascending nor by descending identifier';
}
