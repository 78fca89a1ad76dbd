// Stable identifiers for formats that ask for UUIDs: the same name gives the same identifier, in every run.
import { createHash } from 'node:crypto';

/** A name-based UUID (version 5 layout) of the kind and the name. */
export function uuidOf(kind: string, name: string): string {
  const hash = createHash('sha1').update(`animal-store-conformance/${kind}/${name}`).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
