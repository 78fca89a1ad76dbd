// Checks the messages of doctor about this machine: the version of Node, the trusted certificates and the proxy.
import { describe, expect, test } from 'vitest';
import type { RunValues } from '../../../api/options/run-table.js';
import { type Environment } from '../../../api/environment.js';
import { networkHere, nodeHere } from './environment.js';

test.each([
  ['20.17.9', false],
  ['20.18.0', true],
  ['20.20.2', true],
  ['18.99.0', false],
  ['26.0.0', true],
])('Node %s: %s', (version, isSupported) => {
  expect(nodeHere(version)).toEqual({ version, needs: '20.18', isSupported });
});

describe('the network', () => {
  test.each<[RunValues, Environment, readonly string[], string]>([
    [{}, {}, [], 'trusts the usual authorities'],
    [{ ca: 'own.pem' }, {}, [], 'trusts the usual authorities and own.pem'],
    [
      {},
      { NODE_EXTRA_CA_CERTS: '/x.pem', https_proxy: 'http://user:hidden@p' },
      ['https_proxy'],
      'trusts the usual authorities and those in NODE_EXTRA_CA_CERTS',
    ],
    [
      { ca: 'own.pem' },
      { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      [],
      'trusts the usual authorities and own.pem',
    ],
    [{ insecure: true }, {}, [], 'certificates are not checked (--insecure)'],
    [
      {},
      { NODE_TLS_REJECT_UNAUTHORIZED: '0', HTTP_PROXY: 'p:1', HTTPS_PROXY: '' },
      ['HTTP_PROXY'],
      'certificates are not checked (NODE_TLS_REJECT_UNAUTHORIZED=0)',
    ],
  ])('%j %j', (values, environment, proxies, trust) => {
    expect(networkHere(values, environment)).toEqual({ proxies, trust });
  });
});
