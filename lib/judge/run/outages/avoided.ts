// What has crashed the candidate is not sent to it again: neither the request, whatever it is for, nor its case.
import type { Ask } from '../../../http/types.js';
import type { AnyExperiment } from '../../rules/rule.js';
import { Excused } from '../../rules/signals.js';
import type { At } from '../standing/place.js';
import { requestOf, type Suspect } from './suspects.js';

/** Where so many cases of one experiment crash the candidate, its other cases would as well. */
const enough = 2;

export class Avoided {
  readonly #requests = new Set<string>();
  readonly #cases = new Map<AnyExperiment, Set<string>>();

  add({ exchange, occasion: { experiment, at } }: Suspect): void {
    this.#requests.add(requestOf(exchange.ask));
    if (!experiment) return;
    const cases = this.#cases.get(experiment) ?? new Set();
    this.#cases.set(experiment, cases.add(caseAt(at)));
  }

  /** Why a request is not sent. */
  ofRequest(ask: Ask): Excused | undefined {
    if (this.#requests.size === 0 || !this.#requests.has(requestOf(ask))) return undefined;
    return new Excused(`${ask.method} ${ask.path} crashed the candidate`, 'cantTell');
  }

  /** Why a case is not carried out. */
  ofCase(experiment: AnyExperiment, at: At): Excused | undefined {
    const cases = this.#cases.get(experiment);
    if (!cases) return undefined;
    if (cases.size >= enough)
      return new Excused(`cases of this kind crashed the candidate`, 'cantTell');
    return cases.has(caseAt(at)) ? new Excused('it crashed the candidate', 'cantTell') : undefined;
  }
}

const caseAt = ({ stream, path }: At): string => `${stream} ${path}`;
