// A first look at each target that is configured or was named, through the sockets of a run. A candidate is started for it,
// and stopped.
import { CannotTest } from '../../judge/run/options.js';
import type { QuickstartLook } from '../../judge/run/first-look.js';
import type { Configuration } from '../configuration/configuration.js';
import { variables } from '../configuration/settings.js';
import { type Environment, oneLine } from '../io.js';
import type { Problem, Quickstart, Target } from './examination.js';

export interface Asking {
  readonly environment: Environment;
  readonly signal: AbortSignal;
  /** Else only what needs no key is asked. */
  readonly hasKey: boolean;
  readonly hasQuickstartKey: boolean;
}

export interface Seen {
  readonly target: Target;
  readonly quickstart: Quickstart | null;
}

export async function seen(configuration: Configuration, asking: Asking): Promise<Seen> {
  const { name, addresses } = configuration.target;
  const scope = configuration.scope.readOnly ? 'read-only' : 'full';
  const known = { name, address: addresses?.baseUrl ?? null, scope } as const;
  try {
    return await looked(configuration, asking, known);
  } catch (thrown) {
    if (!(thrown instanceof CannotTest)) throw thrown;
    const problem = { kind: 'target', says: oneLine(thrown.message) } as const;
    return { target: { ...known, problem, look: null, remarks: [] }, quickstart: null };
  }
}

async function looked(
  configuration: Configuration,
  { environment, signal, hasKey, hasQuickstartKey }: Asking,
  known: Pick<Target, 'name' | 'scope'>,
): Promise<Seen> {
  const [{ prepare }, { firstLook }] = await Promise.all([
    import('../run/conduct.js'),
    import('../../judge/run/first-look.js'),
  ]);
  const prepared = await prepare(configuration, { environment, signal });
  try {
    const { aim } = prepared;
    const { firstAnswerMs } = configuration.timeouts;
    const look = await firstLook({ ...aim, hasKey, hasQuickstartKey, firstAnswerMs });
    const { quickstart, ...catalogue } = look;
    const { baseUrl, quickstartBaseUrl } = aim.target;
    return {
      target: { ...known, address: baseUrl, look: catalogue, ...findingsOf(catalogue) },
      quickstart:
        quickstart === null || quickstartBaseUrl === null
          ? null
          : { address: quickstartBaseUrl, look: quickstart, ...quickstartFindings(quickstart) },
    };
  } finally {
    await prepared.close();
  }
}

type Findings = Pick<Target, 'problem' | 'remarks'>;

const fine: Findings = { problem: null, remarks: [] };
const unusable = (says: string): Findings => ({
  problem: { kind: 'target', says } satisfies Problem,
  remarks: [],
});
const remark = (...remarks: readonly string[]): Findings => ({ problem: null, remarks });

function findingsOf(look: NonNullable<Target['look']>): Findings {
  const { looksRight, meant, withKey, withoutKey } = look;
  const status = withKey ?? withoutKey;
  if (meant !== undefined)
    return unusable(`GET /pets lists no animals there. Did you mean ${meant}?`);
  // A run goes on with defects: it is there to find them.
  const answers = `GET /pets?limit=1 returned ${status}${status === 200 ? ', which is not a list of animals' : ''}`;
  if (!looksRight)
    return withKey === null
      ? unusable(`Does not look like an Animal Store: ${answers} without a key.`)
      : remark(`${answers}: expect failures.`);
  return withoutKey === 401 || withKey === null
    ? fine
    : remark(`Without a key it returned ${withoutKey}, not 401: expect failures.`);
}

function quickstartFindings({ withKey, withoutKey, silence }: QuickstartLook): Findings {
  if (silence !== undefined) return unusable(`Does not respond: ${silence}.`);
  if (withoutKey === null) return fine;
  if (withKey === 401 || withKey === 403)
    return unusable(`Refuses the key. Check ${variables.quickstartKey}.`);
  const status = withKey ?? withoutKey;
  if ([404, 405].includes(status) || (status >= 300 && status < 400))
    return unusable(
      `POST /messages returned ${status}: there is no quickstart. Check the address.`,
    );
  if (withoutKey < 300 || withoutKey >= 500)
    return remark(
      `POST /messages with broken JSON and no key returned ${withoutKey}: expect failures.`,
    );
  if (withKey !== null && (withKey < 400 || withKey >= 500))
    return remark(`POST /messages with broken JSON returned ${withKey}: expect failures.`);
  return withoutKey === 401
    ? fine
    : remark(`Without a key it returned ${withoutKey}, not 401: expect failures.`);
}
