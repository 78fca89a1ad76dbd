// The ways in which a fault or a variant changes one step of the server. No fault is defined here.
import { Refusal } from '../refusal.js';
import type { Server } from '../server.js';

export type Change = (server: Server) => void;

/** A step that takes an argument, so that it can be changed in more ways than by replacing it. */
type Step = {
  [K in keyof Server]: Server[K] extends (...given: infer Given) => unknown
    ? Given extends []
      ? never
      : K
    : never;
}[keyof Server];
type Given<S extends Step> = Parameters<Server[S]>;
type Result<S extends Step> = ReturnType<Server[S]>;

/** Replaces a step by one that may call the original. */
export const replace =
  <K extends keyof Server>(
    step: K,
    make: (original: Server[K], server: Server) => Server[K],
  ): Change =>
  (server) => {
    server[step] = make(server[step], server);
  };

/** Looks at the argument of a step before the step does, and may throw. */
export const before = <S extends Step>(
  step: S,
  look: (...given: [...Given<S>, server: Server]) => unknown,
): Change =>
  around(step, (original, given, server) =>
    whenSettled(look(...given, server), () => original(...given)),
  );

/** Returns a result of its own, or undefined to let the step decide. */
export const instead = <S extends Step>(
  step: S,
  find: (...given: [...Given<S>, server: Server]) => Result<S> | undefined,
): Change =>
  around(step, (original, given, server) => find(...given, server) ?? original(...given));

/** Returns a result of its own where the step refuses, or undefined to let the refusal stand. */
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

/** Turns the result of a step into another one. */
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

/** Applies several changes to one server. */
export const all =
  (...changes: readonly Change[]): Change =>
  (server) => {
    for (const change of changes) change(server);
  };
