// The file format of failure signatures. One list has the places (rule and experiment), another one the findings, each
// without repetition. The row of a fault refers to both by number, and names an alteration. A finding stands once for
// all places in a row that show it: `finding~cut=place#case,place`.
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
      const groups: { readonly finding: string; readonly places: Set<string> }[] = [];
      for (const signature of own) {
        const at = signature.at === undefined ? '' : `#${signature.at}`;
        const altered = signature.altered === undefined ? '' : `~${signature.altered}`;
        const finding = `${shown.indexOf(signature.shown)}${altered}`;
        if (groups.at(-1)?.finding !== finding) groups.push({ finding, places: new Set() });
        groups.at(-1)?.places.add(`${places.indexOf(where(signature))}${at}`);
      }
      const written = groups.map((group) => `${group.finding}=${[...group.places].join(',')}`);
      return `    "${fault}": "${written.join(' ')}"`;
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
  const groups = rows[fault]?.split(' ').filter((one) => one !== '') ?? [];
  return groups.flatMap((group) => {
    const [finding = '', all = ''] = group.split('=');
    const [form, altered] = finding.split('~');
    return all.split(',').map((one) => {
      const [number, at] = one.split('#');
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
  });
}
