// Whether responses of the same kind have shown an animal in one way, and later in another: then others may be at work in
// the store. It costs no request.
import type { Status } from '../../../contract/facts.js';
import { operations } from '../../../contract/operations.js';
import type { Animal } from '../../../contract/values/animals.js';
import type { Exchange } from '../../../http/types.js';
import { rememberedText } from '../../result/remembered.js';
import { isList, queryOf } from './suspicions.js';

/** Only a hostile target shows more animals in a run. */
const mostShown = 20_000;

export class SeenInPassing {
  readonly #last = new Map<string, Status | undefined>();
  #showsOthers = false;

  get showsOthers(): boolean {
    return this.#showsOthers;
  }

  note({ ask, answer }: Exchange, animals: readonly Animal[]): void {
    const isGet = ask.operation === operations.getPet.id;
    if (isGet && answer?.status === 404 && this.#last.has(`get ${ask.path.split('/').at(-1)}`))
      this.#showsOthers = true;
    // A list with a filter shows no other status.
    const isWhole = isList(ask) && queryOf(ask).get('status') === null;
    if (!isGet && !isWhole) return;
    for (const { id, status } of animals) {
      const key = `${isGet ? 'get' : 'list'} ${id}`;
      const isKnown = this.#last.has(key);
      if (isKnown && this.#last.get(key) !== status) this.#showsOthers = true;
      if (isKnown || this.#last.size < mostShown) this.#last.set(rememberedText(key), status);
    }
  }
}
