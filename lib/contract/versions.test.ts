import { expect, test } from 'vitest';
import { compareVersions, isRelease, isVersion } from './versions.js';

// The example on semver.org, and numbers that a text comparison would put in the wrong order.
const inOrder = [
  '0.9.0',
  '0.10.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.2',
  '1.0.10',
  '1.2.0',
];

test('versions are ordered as semantic versioning orders them', () => {
  for (const [at, one] of inOrder.entries())
    for (const [against, other] of inOrder.entries())
      expect(Math.sign(compareVersions(one, other)), `${one} ${other}`).toBe(
        Math.sign(at - against),
      );
});

test('a v before the number changes nothing', () => {
  expect(compareVersions('v1.2.0', '1.2.0')).toBe(0);
});

test('what is not a version is told from what is, and a preview from a release', () => {
  for (const text of ['1', '1.2', '1.2.3.4', '1.2.x', 'latest', '1.2.3-', ''])
    expect(isVersion(text), text).toBe(false);
  expect(isVersion('1.2.3-rc.1')).toBe(true);
  expect(isRelease('1.2.3-rc.1')).toBe(false);
  expect(isRelease('1.2.3')).toBe(true);
  expect(() => compareVersions('1.2', '1.2.0')).toThrow('1.2 is not a version: write it as 0.3.0.');
});
