// How output looks: colours only where they are wanted, lines as wide as the window.
import type { Environment } from '../../api/environment.js';
import type { Io, Output } from '../io.js';

/** FORCE_COLOR and NO_COLOR as Node itself reads them: the first wins. */
export function wantsColour(output: Output, environment: Environment): boolean {
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  return output.isTTY && environment['TERM'] !== 'dumb';
}

/** COLUMNS where somebody set it, else the window's; `otherwise` where there is none. */
export function widthOf(output: Output, environment: Environment, otherwise = 100): number {
  const wanted = Number(environment['COLUMNS'] ?? '');
  if (Number.isInteger(wanted) && wanted > 0) return wanted;
  return output.isTTY && output.columns > 0 ? output.columns : otherwise;
}

/** The appearance of standard output. In a pipe, lines are not cut, because none can be too long for a window. */
export const appearanceOf = ({ stdout, environment }: Io) => ({
  colour: wantsColour(stdout, environment),
  width: widthOf(stdout, environment),
  whole: !stdout.isTTY,
});
