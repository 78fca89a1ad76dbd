// Keys that are checked not at all, or too late.
import type { Server } from '../server.js';
import type { Call, Operation } from '../types.js';
import { before, instead, type Change } from './change.js';
import { is, isOfCatalogue } from './requests.js';

/** Skips the key check for some requests of the catalogue. */
export const unchecked = (when: (call: Call, server: Server) => boolean): Change =>
  instead('needsKey', (call, server) =>
    isOfCatalogue(call) && when(call, server) ? false : undefined,
  );

/** Runs a step of the operation before the key check. */
export const beforeKey = (
  operation: Operation,
  look: (call: Call, server: Server) => unknown,
): Change =>
  before('answer', (call, server) => (is(call, operation) ? look(call, server) : undefined));

/** Compares keys of the catalogue too loosely. */
export const compared = (isKey: (shown: string, key: string, call: Call) => boolean): Change =>
  instead('isKey', (shown, key, call) =>
    isOfCatalogue(call) ? isKey(shown, key, call) : undefined,
  );
