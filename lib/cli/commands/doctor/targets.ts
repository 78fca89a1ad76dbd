// A first look at each target that is configured or was named, through the sockets of a run. A candidate is started for it,
// and stopped.
import { CannotTest } from '../../../judge/health/cannot-test.js';
import type { FirstLook, Looking, QuickstartLook } from '../../../judge/run/first-look.js';
import type { Configuration } from '../../../api/configuration/configuration.js';
import { variables } from '../../../api/configuration/settings.js';
import { type Environment } from '../../../api/environment.js';
import { inLines, oneLine } from '../../../api/errors.js';
import type { Prepared } from '../../../api/execute/execute.js';
import type { Problem, Quickstart, Target } from './examination.js';

interface Asking {
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly onPhase: (what: string) => void;
  /** Unless it is set, only requests that need no key are sent. */
  readonly hasKey: boolean;
  readonly hasQuickstartKey: boolean;
  /** Whether the quickstart has a key of its own, and not that of the catalogue. */
  readonly hasOwnQuickstartKey: boolean;
}

export interface Seen {
  readonly target: Target;
  readonly quickstart: Quickstart | null;
}

export async function seen(configuration: Configuration, asking: Asking): Promise<Seen> {
  const { name, addresses } = configuration.target;
  const scope = configuration.scope.readOnly ? 'read-only' : 'full';
  const known = { name, address: addresses?.baseUrl ?? null, scope } as const;
  const { prepare } = await import('../../../api/execute/execute.js');
  let prepared: Prepared | undefined;
  try {
    prepared = await prepare(configuration, asking);
    const { runStart } = prepared;
    const { hasKey, hasQuickstartKey, hasOwnQuickstartKey } = asking;
    const { firstAnswerMs } = configuration.timeouts;
    const looking = { ...runStart, hasKey, hasQuickstartKey, firstAnswerMs };
    return await looked(looking, known, hasOwnQuickstartKey);
  } catch (thrown) {
    return { target: unreached(thrown, known), quickstart: null };
  } finally {
    await prepared?.close();
  }
}

type Known = Pick<Target, 'name' | 'address' | 'scope'>;

/** A quickstart is looked at whatever becomes of the catalogue. */
async function looked(looking: Looking, known: Known, hasOwnQuickstartKey: boolean): Promise<Seen> {
  const { firstLook, firstLookAtQuickstart } = await import('../../../judge/run/first-look.js');
  const { baseUrl, quickstartBaseUrl } = looking.target;
  const ofCatalogue = async (): Promise<Target> => {
    const look = await firstLook(looking);
    return { ...known, address: baseUrl, look, ...findingsOf(look) };
  };
  const [target, look] = await Promise.all([
    ofCatalogue().catch((thrown: unknown) => unreached(thrown, known)),
    // It offers nothing to read.
    known.scope === 'read-only' ? null : firstLookAtQuickstart(looking),
  ]);
  if (quickstartBaseUrl === null) return { target, quickstart: null };
  const findings = look === null ? fine : quickstartFindings(look, hasOwnQuickstartKey);
  return { target, quickstart: { address: quickstartBaseUrl, look, ...findings } };
}

function unreached(thrown: unknown, known: Known): Target {
  if (!(thrown instanceof CannotTest)) throw thrown;
  const problem = problemOf('target', inLines(thrown), thrown);
  return { ...known, problem, look: null, remarks: [] };
}

export const problemOf = (
  kind: Problem['kind'],
  says: string,
  { meant, because }: Pick<Problem, 'meant' | 'because'> = {},
): Problem => ({ kind, says: says.split('\n').map(oneLine).join('\n'), meant, because });

type Findings = Pick<Target, 'problem' | 'remarks'>;

const fine: Findings = { problem: null, remarks: [] };
const unusable = (says: string, meant?: string): Findings => ({
  problem: problemOf('target', says, { meant }),
  remarks: [],
});
const remark = (...remarks: readonly string[]): Findings => ({ problem: null, remarks });

function findingsOf(look: FirstLook): Findings {
  const { looksRight, meant, withKey, withoutKey } = look;
  const status = withKey ?? withoutKey;
  if (meant !== undefined)
    return unusable(`GET /pets lists no animals there. Did you mean ${meant}?`, meant);
  // Defects do not keep a run from starting, because finding them is its purpose.
  const answers = `GET /pets?limit=1 returned ${status}${status === 200 ? ', which is not a list of animals' : ''}`;
  if (!looksRight)
    return withKey === null
      ? unusable(`Does not look like an Animal Store: ${answers} without a key.`)
      : remark(`${answers}: expect failures.`);
  return withoutKey === 401 || withKey === null
    ? fine
    : remark(`Without a key it returned ${withoutKey}, not 401: expect failures.`);
}

function quickstartFindings(
  { withKey, withoutKey, idleTimeout: silence }: QuickstartLook,
  hasOwnKey: boolean,
): Findings {
  if (silence !== undefined) return unusable(`Does not respond: ${silence}.`);
  if (withoutKey === null) return fine;
  if (withKey === 401 || withKey === 403)
    return unusable(
      hasOwnKey
        ? `Refuses the key. Check ${variables.quickstartKey}.`
        : `Refuses the key of the catalogue. If it has a key of its own, set ${variables.quickstartKey}.`,
    );
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
