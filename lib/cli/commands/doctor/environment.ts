// Looks at what a run finds on this machine: Node, settings, proxy, certificate authorities, and a folder for reports.
// Sends nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../contract/files.js';
import type { RunValues } from '../../../api/options/run-table.js';
import { type Settings, type Variable, variables } from '../../../api/configuration/settings.js';
import { type Environment } from '../../../api/environment.js';
import { UsageError } from '../../../api/errors.js';
import { openReportFolder } from '../../../api/reports/report-folder.js';
import type { Examination, Setting } from './examination.js';

export function nodeHere(version: string = process.versions.node): Examination['node'] {
  const { engines } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  const needs = engines.node.replace(/^>=/, '');
  return { version, needs, isSupported: isAtLeast(version, needs) };
}

function isAtLeast(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

export const settingsHere = (settings: Settings): readonly Setting[] =>
  (Object.keys(variables) as Variable[]).map((variable) => ({
    variable: variables[variable],
    from: settings.sourceOf(variable) ?? null,
  }));

export function networkHere(
  { ca, insecure }: RunValues,
  environment: Environment,
): Examination['network'] {
  const isSet = (name: string): boolean => (environment[name] ?? '') !== '';
  const proxies = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'].filter(isSet);
  const isUnchecked = environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' && ca === undefined;
  const more = ca ?? (isSet('NODE_EXTRA_CA_CERTS') ? 'those in NODE_EXTRA_CA_CERTS' : undefined);
  const trust =
    insecure === true || isUnchecked
      ? `certificates are not checked (${insecure === true ? '--insecure' : 'NODE_TLS_REJECT_UNAUTHORIZED=0'})`
      : `trusts the usual authorities${more === undefined ? '' : ` and ${more}`}`;
  return { proxies, trust };
}

/** Claims the folder as a run does, and gives it back. */
export function reportsHere(
  wanted: string | undefined,
  name: string,
  folder: string,
): Examination['reports'] {
  try {
    const claimed = openReportFolder(wanted, name, { folder, stderr: { write() {} } });
    claimed.giveBack();
    return { folder: claimed.shown, problem: null };
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return { folder: wanted ?? join('reports', name), problem: thrown.message };
  }
}
