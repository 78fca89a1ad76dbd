// Faults of clause 9: the version in the base address.
import type { Change } from '../../changes/change.js';
import { breaking, type Fault } from '../fault.js';

const based =
  (basePath: string): Change =>
  (server) => {
    server.basePath = basePath;
  };

export const serviceVersion: readonly Fault[] = [
  ...breaking('version.base-path', {
    'base-without-version': ['Serves the catalogue under /api.', based('/api')],
    'base-at-root': ['Serves the catalogue at the root of its address.', based('')],
    'base-version-2': ['Serves the catalogue under /v2.', based('/v2')],
    'base-version-in-front': ['Serves the catalogue under /v1/api.', based('/v1/api')],
    'base-version-in-capitals': ['Serves the catalogue under /V1.', based('/V1')],
    'base-version-part-of-word': ['Serves the catalogue under /apiv1.', based('/apiv1')],
  }),
];
