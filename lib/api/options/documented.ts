// Documents the options of a program for editors: a type that follows from the table of flags has no comments, so the build
// writes the help of each flag into the declaration that users get.
import type { Flag } from './flags.js';
import { camel, namingOptions, optionOf } from './option-values.js';
import { table } from './run-table.js';

const opening = 'export interface RunOptions extends OptionsOfFlags {\n';

/** The declaration of `run-options.ts` with a comment for each option. */
export function documented(declaration: string): string {
  if (!declaration.includes(opening))
    throw new Error(`The declaration of the options does not contain "${opening.trim()}".`);
  const flags: readonly (readonly [string, Flag])[] = Object.entries(table);
  const options = flags.filter(
    ([name, { forPrograms }]) => forPrograms !== false && name !== 'output',
  );
  const current = options.map(([name, flag]) => member(optionOf(name), commentOf(flag)));
  const former = options.flatMap(([name, { formerly }]) =>
    formerly === undefined
      ? []
      : [member(camel(formerly), `@deprecated It is now called \`${optionOf(name)}\`.`)],
  );
  return declaration.replace(opening, () => opening + [...current, ...former].join(''));
}

const member = (option: string, comment: string): string =>
  `    /** ${comment} */\n    readonly ${option}?: OptionsOfFlags['${option}'];\n`;

/** The placeholder is the unit, which a program does not see. */
function commentOf({ help, placeholder }: Flag): string {
  const text = namingOptions(help.replace(/; repeatable$/, ''), (option) => `\`${option}\``);
  const isNumber = placeholder === 'SECONDS' || placeholder === 'MEGABYTES';
  const unit = isNumber ? ` In ${placeholder.toLowerCase()}.` : '';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.${unit}`;
}
