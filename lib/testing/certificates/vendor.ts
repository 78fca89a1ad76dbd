// A vendor that does not exist, for tests of certificates.
import type { Implementation } from '../../certify/certificate/implementation.js';

export const implementation: Implementation = {
  organisation: 'Acme',
  product: 'Acme Animal Store',
  version: '2.1',
  url: 'https://acme.example',
  contact: ['support@acme.example'],
  commit: 'c'.repeat(40),
};
