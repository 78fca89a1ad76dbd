// What has crashed the candidate is not sent to it again: neither the request, whatever it is for, nor its case, nor what
// is like it. What has been answered shows in what a request is unlike all others: only who shares that is like it.
import type { Ask } from '../../../http/types.js';
import type { AnyExperiment } from '../../rules/rule.js';
import { Excused } from '../../result/signals.js';
import type { At } from '../../evidence/sort-key.js';
import { requestOf, type Suspect } from './in-flight.js';
import { isIncidental, type Trait, traitsOf } from './features.js';

/** Where so many cases of one experiment crash the candidate, and nothing is seen that they have in common, none is sent. */
const enough = 2;

interface Culprit {
  readonly ask: Ask;
  readonly traits: readonly Trait[];
  /** Of the code, where the candidate said where it crashed. */
  readonly place: string | undefined;
}

export class Avoided {
  readonly #requests = new Map<string, Culprit>();
  readonly #cases = new Map<AnyExperiment, Map<string, Culprit>>();
  readonly #unlike = new Map<AnyExperiment, Culprit[]>();
  readonly #culprits: Culprit[] = [];
  /** Traits of requests that were answered. */
  readonly #harmless = new Set<string>();
  /** Traits that two culprits have in common, and the first one that has it. */
  readonly #harmful = new Map<string, Culprit>();

  /** `place`: where in its code the candidate crashed. */
  add({ exchange: { ask }, occasion: { experiment, at } }: Suspect, place?: string): void {
    const culprit = { ask, traits: traitsOf(ask), place };
    this.#requests.set(requestOf(ask), culprit);
    const isLikeAnother = this.#compare(culprit);
    if (!experiment) return;
    const cases = this.#cases.get(experiment) ?? new Map<string, Culprit>();
    this.#cases.set(experiment, cases.set(caseAt(at), culprit));
    if (isLikeAnother) return;
    this.#unlike.set(experiment, [...(this.#unlike.get(experiment) ?? []), culprit]);
  }

  /** To be told of every request that was answered. */
  noteAnswered(ask: Ask): void {
    for (const { name } of traitsOf(ask)) this.#harmless.add(name);
  }

  /** Why a request is not sent. */
  ofRequest(ask: Ask): Excused | undefined {
    if (this.#requests.size === 0) return undefined;
    const same = this.#requests.get(requestOf(ask));
    if (same) return leftOut(`it crashed the candidate: ${this.#named(same)}`);
    const alike = this.#like(ask, traitsOf(ask));
    return alike && leftOut(`a request like it crashed the candidate: ${this.#named(alike)}`);
  }

  /** Why a case is not carried out. */
  ofCase(experiment: AnyExperiment, at: At): Excused | undefined {
    const same = this.#cases.get(experiment)?.get(caseAt(at));
    if (same) return leftOut(`it crashed the candidate: ${this.#named(same)}`);
    const unlike = this.#unlike.get(experiment) ?? [];
    if (unlike.length < enough) return undefined;
    const named = [...new Set(unlike.map((one) => this.#named(one)))].join(', ');
    return leftOut(`other cases of its kind crashed the candidate: ${named}`);
  }

  /** "`POST /pets` with `"name": null`": with what no request has that was answered, where that is one thing. */
  inWords(ask: Ask): string {
    const said = this.#telling(traitsOf(ask)).find((trait) => trait.said !== undefined)?.said;
    return `\`${ask.method} ${ask.path}\`${said === undefined ? '' : ` with ${said}`}`;
  }

  #named({ ask }: Culprit): string {
    return this.inWords(ask);
  }

  /** The culprit that a request is like. */
  #like(ask: Ask, traits: readonly Trait[]): Culprit | undefined {
    for (const { name } of traits) {
      const culprit = this.#harmful.get(name);
      if (culprit) return culprit;
    }
    return this.#culprits.find(
      (culprit) =>
        isSentAlike(culprit.traits, traits) && this.#sharesWhatTells(culprit, ask, traits),
    );
  }

  /** It has the trait of the culprit that was never answered, or its member is of yet another type that never was. */
  #sharesWhatTells(culprit: Culprit, ask: Ask, traits: readonly Trait[]): boolean {
    const telling = this.#telling(culprit.traits);
    if (telling.some(({ name }) => traits.some((other) => other.name === name))) return true;
    const member = this.#memberOfWrongType(culprit.traits);
    return (
      member !== undefined &&
      ask.operation === culprit.ask.operation &&
      this.#culprits.some((other) => other !== culprit && this.#isOfOneDefect(culprit, other)) &&
      this.#isOfWrongType(member, traits)
    );
  }

  /** What no answered request had, where all of it is about one thing; nothing where it may be any of several. */
  #telling(traits: readonly Trait[]): readonly Trait[] {
    const never = traits.filter((trait) => !this.#harmless.has(trait.name) && !isIncidental(trait));
    // Keys of one kind differ too much: they are all wrong in their own way.
    const isOneThing = new Set(never.map(({ of }) => of)).size === 1 && never[0]?.of !== 'key';
    return isOneThing ? never : [];
  }

  /** Where the type of one member is all that was never answered. */
  #memberOfWrongType(traits: readonly Trait[]): string | undefined {
    const [first] = this.#telling(traits);
    return first?.of.startsWith('member ') === true && this.#isOfWrongType(first.of, traits)
      ? first.of
      : undefined;
  }

  /** Neither the type of the member nor its value was ever answered. */
  #isOfWrongType(member: string, traits: readonly Trait[]): boolean {
    const own = traits.filter(({ of }) => of === member);
    return own.length > 0 && own.every(({ name }) => !this.#harmless.has(name));
  }

  /** The candidate crashed at the same place, for the same member. */
  #isOfOneDefect(one: Culprit, other: Culprit): boolean {
    const member = this.#memberOfWrongType(one.traits);
    return (
      member !== undefined &&
      member === this.#memberOfWrongType(other.traits) &&
      one.place !== undefined &&
      one.place === other.place &&
      one.ask.operation === other.ask.operation
    );
  }

  /** Has it something in common with an earlier culprit? */
  #compare(culprit: Culprit): boolean {
    let isLikeAnother = false;
    for (const other of this.#culprits) {
      const common = culprit.traits.filter(
        ({ name }) => !this.#harmless.has(name) && other.traits.some((one) => one.name === name),
      );
      for (const { name } of common) if (!this.#harmful.has(name)) this.#harmful.set(name, other);
      isLikeAnother ||= common.length > 0 || this.#isOfOneDefect(culprit, other);
    }
    this.#culprits.push(culprit);
    return isLikeAnother;
  }
}

/** With the same kind of key and the same content type: else the candidate may refuse it before it looks further. */
const isSentAlike = (one: readonly Trait[], other: readonly Trait[]): boolean =>
  one
    .filter(({ of }) => of === 'key' || of === 'content type')
    .every(({ name }) => other.some((trait) => trait.name === name));

const leftOut = (why: string): Excused => new Excused(`left out, because ${why}`, 'cantTell');

const caseAt = ({ stream, path }: At): string => `${stream} ${path}`;
