// What has crashed the candidate is not sent to it again: neither the request, whatever it is for, nor its case, nor, once
// two of them are known, what is like them.
import type { Ask } from '../../../http/types.js';
import type { AnyExperiment } from '../../rules/rule.js';
import { Excused } from '../../rules/signals.js';
import type { At } from '../standing/place.js';
import { requestOf, type Suspect } from './suspects.js';
import { traitsOf } from './traits.js';

/** Where so many cases of one experiment crash the candidate, and nothing is seen that they have in common, none is sent. */
const enough = 2;

export class Avoided {
  readonly #requests = new Set<string>();
  readonly #cases = new Map<AnyExperiment, Set<string>>();
  readonly #unlike = new Map<AnyExperiment, number>();
  readonly #culprits: ReadonlySet<string>[] = [];
  /** Traits of requests that were answered. */
  readonly #harmless = new Set<string>();
  /** Traits that two culprits have in common. */
  readonly #harmful = new Set<string>();

  add({ exchange, occasion: { experiment, at } }: Suspect): void {
    this.#requests.add(requestOf(exchange.ask));
    const isLikeAnother = this.#compare(new Set(traitsOf(exchange.ask)));
    if (!experiment) return;
    const cases = this.#cases.get(experiment) ?? new Set();
    this.#cases.set(experiment, cases.add(caseAt(at)));
    if (!isLikeAnother) this.#unlike.set(experiment, (this.#unlike.get(experiment) ?? 0) + 1);
  }

  /** To be told of every request that was answered. */
  noteAnswered(ask: Ask): void {
    for (const trait of traitsOf(ask)) this.#harmless.add(trait);
  }

  /** Why a request is not sent. */
  ofRequest(ask: Ask): Excused | undefined {
    if (this.#requests.size === 0) return undefined;
    if (this.#requests.has(requestOf(ask)))
      return leftOut(`${ask.method} ${ask.path} crashed the candidate`);
    const isLikeThem =
      this.#harmful.size > 0 && traitsOf(ask).some((one) => this.#harmful.has(one));
    return isLikeThem ? leftOut('requests like it crashed the candidate') : undefined;
  }

  /** Why a case is not carried out. */
  ofCase(experiment: AnyExperiment, at: At): Excused | undefined {
    if (this.#cases.get(experiment)?.has(caseAt(at))) return leftOut('it crashed the candidate');
    const unlike = this.#unlike.get(experiment) ?? 0;
    return unlike >= enough ? leftOut('other cases of its kind crashed the candidate') : undefined;
  }

  /** Has it something in common with an earlier culprit? */
  #compare(traits: ReadonlySet<string>): boolean {
    const common = this.#culprits.flatMap((other) =>
      [...traits].filter((trait) => other.has(trait) && !this.#harmless.has(trait)),
    );
    for (const trait of common) this.#harmful.add(trait);
    this.#culprits.push(traits);
    return common.length > 0;
  }
}

const leftOut = (reason: string): Excused => new Excused(reason, 'cantTell');

const caseAt = ({ stream, path }: At): string => `${stream} ${path}`;
