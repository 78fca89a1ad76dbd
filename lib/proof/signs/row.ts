// How the signs of a fault are written down: each place, a rule and an experiment, once; of a fault the numbers of its
// places, with the case behind a hash.
import type { Sign } from './signs.js';

type Place = Omit<Sign, 'failure'>;

export interface Measured {
  readonly places: readonly string[];
  /** By the name of the fault. */
  readonly rows: Readonly<Record<string, string>>;
}

export function textOf(part: string, signs: ReadonlyMap<string, readonly Place[]>): string {
  const where = ({ rule, experiment }: Place): string => `${rule} ${experiment}`;
  const places = [...new Set([...signs.values()].flat().map(where))].sort();
  const lines = [...signs]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([fault, all]) => {
      const written = all.map((sign) => {
        const number = places.indexOf(where(sign));
        return sign.at === undefined ? String(number) : `${number}#${sign.at}`;
      });
      return `    '${fault}': '${[...new Set(written)].join(' ')}',\n`;
    });
  return `// By which signs each fault is known. Measured, and written by \`npm run knock-on\`.
import type { Measured } from '../row.js';

export const ${part}: Measured = {
  places: [
${places.map((place) => `    ${JSON.stringify(place)},\n`).join('')}  ],
  rows: {
${lines.join('')}  },
};
`;
}

export function signsIn({ places, rows }: Measured, fault: string): readonly Place[] {
  const written = rows[fault]?.split(' ').filter((one) => one !== '') ?? [];
  return written.map((one) => {
    const [number, at] = one.split('#');
    const place = places[Number(number)] ?? '';
    const space = place.indexOf(' ');
    return { rule: place.slice(0, space), experiment: place.slice(space + 1), at };
  });
}
