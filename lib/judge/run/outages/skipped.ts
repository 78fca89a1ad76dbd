// A request that has crashed the candidate is not sent again, nor is its case, nor are requests like it. Requests that were
// answered show which features of the crashing one are unusual: a request that shares those is like it.
import type { Ask } from '../../../http/types.js';
import type { AnyExperiment } from '../../rules/rule.js';
import type { ReasonKey } from '../../result/reasons.js';
import { NotApplicable } from '../../result/signals.js';
import type { At } from '../../evidence/sort-key.js';
import { requestOf, type LostRequest } from './in-flight.js';
import { isIncidental, type Feature, featuresOf } from './features.js';

/**
 * If this many cases of one experiment crash the candidate, and they have nothing in common, no further case of it is
 * sent.
 */
const enough = 2;

interface CrashingRequest {
  readonly ask: Ask;
  readonly features: readonly Feature[];
  /** The place in the code, if the candidate printed where it crashed. */
  readonly place: string | undefined;
}

export class SkippedRequests {
  readonly #requests = new Map<string, CrashingRequest>();
  readonly #cases = new Map<AnyExperiment, Map<string, CrashingRequest>>();
  readonly #unlike = new Map<AnyExperiment, CrashingRequest[]>();
  readonly #crashing: CrashingRequest[] = [];
  /** Features of requests that were answered. */
  readonly #harmless = new Set<string>();
  /** Features that two crashing requests have in common, and the first one that has it. */
  readonly #harmful = new Map<string, CrashingRequest>();

  /** `place`: where in its code the candidate crashed. */
  add({ exchange: { ask }, occasion: { experiment, at } }: LostRequest, place?: string): void {
    const crashingRequest = { ask, features: featuresOf(ask), place };
    this.#requests.set(requestOf(ask), crashingRequest);
    const isLikeAnother = this.#compare(crashingRequest);
    if (!experiment) return;
    const cases = this.#cases.get(experiment) ?? new Map<string, CrashingRequest>();
    this.#cases.set(experiment, cases.set(caseAt(at), crashingRequest));
    if (isLikeAnother) return;
    this.#unlike.set(experiment, [...(this.#unlike.get(experiment) ?? []), crashingRequest]);
  }

  /** Must be called with every request that was answered. */
  noteAnswered(ask: Ask): void {
    for (const { name } of featuresOf(ask)) this.#harmless.add(name);
  }

  /** The reason why a request is not sent. */
  ofRequest(ask: Ask): NotApplicable | undefined {
    if (this.#requests.size === 0) return undefined;
    const same = this.#requests.get(requestOf(ask));
    if (same) return leftOut('left out, crashed', this.#named(same));
    const alike = this.#like(ask, featuresOf(ask));
    return alike && leftOut('left out, one like it crashed', this.#named(alike));
  }

  /** The reason why a case is not carried out. */
  ofCase(experiment: AnyExperiment, at: At): NotApplicable | undefined {
    const same = this.#cases.get(experiment)?.get(caseAt(at));
    if (same) return leftOut('left out, crashed', this.#named(same));
    const unlike = this.#unlike.get(experiment) ?? [];
    if (unlike.length < enough) return undefined;
    const named = [...new Set(unlike.map((one) => this.#named(one)))].join(', ');
    return leftOut('left out, others crashed', named);
  }

  /** "`POST /pets` with `"name": null`": with what no request has that was answered, where that is one thing. */
  inWords(ask: Ask): string {
    const said = this.#revealing(featuresOf(ask)).find(
      (feature) => feature.said !== undefined,
    )?.said;
    return `\`${ask.method} ${ask.path}\`${said === undefined ? '' : ` with ${said}`}`;
  }

  #named({ ask }: CrashingRequest): string {
    return this.inWords(ask);
  }

  /** The crashing request that a request is like. */
  #like(ask: Ask, features: readonly Feature[]): CrashingRequest | undefined {
    for (const { name } of features) {
      const crashingRequest = this.#harmful.get(name);
      if (crashingRequest) return crashingRequest;
    }
    return this.#crashing.find(
      (crashingRequest) =>
        isSentAlike(crashingRequest.features, features) &&
        this.#sharesRevealing(crashingRequest, ask, features),
    );
  }

  /**
   * Whether the request has the feature that crashing requests share and no answered one has, or the same member with
   * another type that was never answered.
   */
  #sharesRevealing(
    crashingRequest: CrashingRequest,
    ask: Ask,
    features: readonly Feature[],
  ): boolean {
    const revealing = this.#revealing(crashingRequest.features);
    if (revealing.some(({ name }) => features.some((other) => other.name === name))) return true;
    const member = this.#memberOfWrongType(crashingRequest.features);
    return (
      member !== undefined &&
      ask.operation === crashingRequest.ask.operation &&
      this.#crashing.some(
        (other) => other !== crashingRequest && this.#isOfOneDefect(crashingRequest, other),
      ) &&
      this.#isOfWrongType(member, features)
    );
  }

  /** The features that no answered request had, if they are all about one thing; none if it may be any of several. */
  #revealing(features: readonly Feature[]): readonly Feature[] {
    const never = features.filter(
      (feature) => !this.#harmless.has(feature.name) && !isIncidental(feature),
    );
    // Keys of one kind differ too much: they are all wrong in their own way.
    const isOneThing = new Set(never.map(({ of }) => of)).size === 1 && never[0]?.of !== 'key';
    return isOneThing ? never : [];
  }

  /** Finds a member whose wrong type is the only thing about the request that was never answered. */
  #memberOfWrongType(features: readonly Feature[]): string | undefined {
    const [first] = this.#revealing(features);
    return first?.of.startsWith('member ') === true && this.#isOfWrongType(first.of, features)
      ? first.of
      : undefined;
  }

  /** Whether neither the type of the member nor its value was ever answered. */
  #isOfWrongType(member: string, features: readonly Feature[]): boolean {
    const own = features.filter(({ of }) => of === member);
    return own.length > 0 && own.every(({ name }) => !this.#harmless.has(name));
  }

  /** The candidate crashed at the same place, for the same member. */
  #isOfOneDefect(one: CrashingRequest, other: CrashingRequest): boolean {
    const member = this.#memberOfWrongType(one.features);
    return (
      member !== undefined &&
      member === this.#memberOfWrongType(other.features) &&
      one.place !== undefined &&
      one.place === other.place &&
      one.ask.operation === other.ask.operation
    );
  }

  /** Whether it has something in common with an earlier crashing request. */
  #compare(crashingRequest: CrashingRequest): boolean {
    let isLikeAnother = false;
    for (const other of this.#crashing) {
      const common = crashingRequest.features.filter(
        ({ name }) => !this.#harmless.has(name) && other.features.some((one) => one.name === name),
      );
      for (const { name } of common) if (!this.#harmful.has(name)) this.#harmful.set(name, other);
      isLikeAnother ||= common.length > 0 || this.#isOfOneDefect(crashingRequest, other);
    }
    this.#crashing.push(crashingRequest);
    return isLikeAnother;
  }
}

/**
 * Compares the kind of key and the content type: if these differ, the candidate may refuse the request before it looks
 * further.
 */
const isSentAlike = (one: readonly Feature[], other: readonly Feature[]): boolean =>
  one
    .filter(({ of }) => of === 'key' || of === 'content type')
    .every(({ name }) => other.some((feature) => feature.name === name));

const leftOut = (what: ReasonKey, request: string): NotApplicable =>
  new NotApplicable({ what, values: { request } }, 'cantTell');

const caseAt = ({ stream, path }: At): string => `${stream} ${path}`;
