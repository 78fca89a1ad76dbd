// Orders the kit's versions as semantic versioning does: 0.10.0 comes after 0.9.0, and 1.0.0-rc.1 before 1.0.0.

const written = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*))?$/i;

export const isVersion = (text: string): boolean => written.test(text);

/** Whether a version is a release rather than a preview. Rules name the release in which they appeared. */
export const isRelease = (text: string): boolean => /^\d+\.\d+\.\d+$/.test(text) && isVersion(text);

/** Negative if the first version is the older one. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [partsOf(one), partsOf(other)];
  for (const [at, number] of first.numbers.entries()) {
    const difference = number - (second.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return comparePreviews(first.preview, second.preview);
}

interface Parts {
  readonly numbers: readonly number[];
  /** The parts `rc` and `1` of 1.0.0-rc.1; empty for a release. */
  readonly preview: readonly string[];
}

function partsOf(version: string): Parts {
  const [, major, minor, patch, preview] = written.exec(version) ?? [];
  if (major === undefined) throw new Error(`${version} is not a version: write it as 0.3.0.`);
  return {
    numbers: [major, minor, patch].map(Number),
    preview: preview?.split('.') ?? [],
  };
}

/** A preview comes before its release. Numbers are compared as numbers, and come before words. */
function comparePreviews(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return other.length - one.length;
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const [part, against] = [one[at], other[at]];
    if (part === undefined || against === undefined) return part === undefined ? -1 : 1;
    if (part === against) continue;
    const [number, againstNumber] = [numberIn(part), numberIn(against)];
    if (number !== undefined && againstNumber !== undefined) return number - againstNumber;
    if (number !== undefined || againstNumber !== undefined) return number !== undefined ? -1 : 1;
    return part < against ? -1 : 1;
  }
  return 0;
}

const numberIn = (text: string): number | undefined =>
  /^\d+$/.test(text) ? Number(text) : undefined;
