// How output looks: colours only where they are wanted, lines as wide as the window.
import type { Environment, Output } from '../io.js';

/** FORCE_COLOR and NO_COLOR as Node itself reads them: the first wins. */
export function wantsColour(output: Output, environment: Environment): boolean {
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  return output.isTTY && environment['TERM'] !== 'dumb';
}

export function widthOf(output: Output): number {
  return output.isTTY && output.columns > 0 ? output.columns : 100;
}
