// Clause 2: each message has an identifier of its own.
import { accuse, remembering, type Exchange } from '../../lib/judge/rules/index.js';
import { messages, repeatedText, textOf } from './sent.js';

export const rules = [
  // Covers messages with different texts, and messages with the same text.
  remembering('messages.unique-ids', [messages, repeatedText], () => {
    const seen = new Set<string>();
    return (sent) => {
      for (const { answered } of 'answered' in sent ? [sent] : sent) expectNew(answered, seen);
    };
  }),
];

function expectNew(accepted: Exchange, seen: Set<string>): void {
  const id = textOf(accepted, 'id');
  if (seen.has(id)) accuse('one identifier for two messages', accepted, { values: { id } });
  seen.add(id);
}
