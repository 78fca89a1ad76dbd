// The ways in which a fault or a variant changes one step of the server. No fault is defined here.
import { Refusal } from '../refusal.js';
import type { Server } from '../server.js';

export type Change = (server: Server) => void;

/** A step takes something, and so it can be changed in more ways than to be replaced. */
type Step = {
  [K in keyof Server]: Server[K] extends (...given: infer Given) => unknown
    ? Given extends []
      ? never
      : K
    : never;
}[keyof Server];
type Given<S extends Step> = Parameters<Server[S]>;
type Result<S extends Step> = ReturnType<Server[S]>;

/** Replaces one step by one that may call the step it replaces. */
export const replace =
  <K extends keyof Server>(
    step: K,
    make: (original: Server[K], server: Server) => Server[K],
  ): Change =>
  (server) => {
    server[step] = make(server[step], server);
  };

/** Looks at what a step is given before the step does; it may throw. */
export const before = <S extends Step>(
  step: S,
  look: (...given: [...Given<S>, server: Server]) => unknown,
): Change =>
  around(step, (original, given, server) =>
    whenSettled(look(...given, server), () => original(...given)),
  );

/** Has a result of its own; undefined leaves it to the step. */
export const instead = <S extends Step>(
  step: S,
  find: (...given: [...Given<S>, server: Server]) => Result<S> | undefined,
): Change =>
  around(step, (original, given, server) => find(...given, server) ?? original(...given));

/** Has a result of its own where the step refuses; undefined leaves it at that. */
export const insteadOfRefusal = <S extends Step>(
  step: S,
  find: (
    refusal: Refusal,
    ...given: [...Given<S>, server: Server]
  ) => Result<S> | Promise<undefined> | undefined,
): Change =>
  around(step, (original, given, server) => {
    const recover = (thrown: unknown): unknown => {
      if (!(thrown instanceof Refusal)) throw thrown;
      return whenSettled(find(thrown, ...given, server), (found) => {
        if (found === undefined) throw thrown;
        return found;
      });
    };
    try {
      const result: unknown = original(...given);
      return result instanceof Promise ? result.catch(recover) : result;
    } catch (thrown) {
      return recover(thrown);
    }
  });

/** Makes another result of the one that the step has. */
export const after = <S extends Step>(
  step: S,
  alter: (result: Awaited<Result<S>>, ...given: [...Given<S>, server: Server]) => Result<S>,
): Change =>
  around(step, (original, given, server) =>
    whenSettled(original(...given), (result) =>
      alter(result as Awaited<Result<S>>, ...given, server),
    ),
  );

function around<S extends Step>(
  step: S,
  make: (original: (...given: Given<S>) => Result<S>, given: Given<S>, server: Server) => unknown,
): Change {
  return replace(step, (original, server) => {
    const call = original as (...given: Given<S>) => Result<S>;
    return ((...given: Given<S>) => make(call, given, server)) as Server[S];
  });
}

const whenSettled = (value: unknown, next: (settled: unknown) => unknown): unknown =>
  value instanceof Promise ? value.then(next) : next(value);

/** Several changes of one server. */
export const all =
  (...changes: readonly Change[]): Change =>
  (server) => {
    for (const change of changes) change(server);
  };
