// The file format of failure signatures. One list has the places (rule and experiment), another one the findings, each
// without repetition. The row of a fault refers to both by number, and names an alteration: `place#case=finding~cut`.
import type { FailureSignature } from './signatures.js';

type Place = Omit<FailureSignature, 'failure'>;

export interface Measured {
  readonly places: readonly string[];
  readonly shown: readonly string[];
  /** The signatures by the name of the fault. */
  readonly rows: Readonly<Record<string, string>>;
}

export function textOf(signatures: ReadonlyMap<string, readonly Place[]>): string {
  const where = ({ rule, experiment }: Place): string => `${rule} ${experiment}`;
  const all = [...signatures.values()].flat();
  const places = [...new Set(all.map(where))].sort();
  const shown = [...new Set(all.map((signature) => signature.shown))].sort();
  const lines = [...signatures]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([fault, own]) => {
      const written = own.map((signature) => {
        const number = places.indexOf(where(signature));
        const at = signature.at === undefined ? '' : `#${signature.at}`;
        const altered = signature.altered === undefined ? '' : `~${signature.altered}`;
        return `${number}${at}=${shown.indexOf(signature.shown)}${altered}`;
      });
      return `    "${fault}": "${[...new Set(written)].join(' ')}"`;
    });
  const listed = (all: readonly string[]): string =>
    all.map((one) => `    ${JSON.stringify(one)}`).join(',\n');
  return `{
  "places": [
${listed(places)}
  ],
  "shown": [
${listed(shown)}
  ],
  "rows": {
${lines.join(',\n')}
  }
}
`;
}

export function signaturesIn({ places, shown, rows }: Measured, fault: string): readonly Place[] {
  const written = rows[fault]?.split(' ').filter((one) => one !== '') ?? [];
  return written.map((one) => {
    const [, number, at, form, altered] = /^(\d+)(?:#([\w.]+))?=(\d+)(?:~(\w+))?$/.exec(one) ?? [];
    const place = places[Number(number)] ?? '';
    const space = place.indexOf(' ');
    return {
      rule: place.slice(0, space),
      experiment: place.slice(space + 1),
      at,
      shown: shown[Number(form)] ?? '',
      altered,
    };
  });
}
