// `certify`: a full run of a target, and out of its report a certificate that anybody can check and repeat.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { command } from '../../arguments/command.js';
import { oneOf, text, toggle, value } from '../../../api/options/flags.js';
import { program } from '../../../api/package.js';
import { connection, effort, tested } from '../../../api/options/run-flags.js';
import type { Configuration } from '../../../api/configuration/configuration.js';
import { secretsOf } from '../../../api/configuration/key.js';
import { exitCodes } from '../../../api/exit-codes.js';
import { readText, shownIn } from '../../../api/files.js';
import type { Report } from '../../../judge/result/report.js';
import { type Io } from '../../io.js';
import { oneLine, UsageError } from '../../../api/errors.js';
import { reportersOf } from '../../output/reporters.js';

const { quickstart, 'allow-writes': allowWrites, 'category-ids': categoryIds } = tested;
const { seed, settle, 'max-time': maxTime, rate, 'wrong-keys': wrongKeys, concurrency } = effort;

export const certify = command({
  name: 'certify',
  summary: 'Test a target in full; if it is conformant, sign a certificate.',
  operand: {
    name: 'TARGET',
    required: false,
    help: 'as for `run`: a base address such as https://animals.example/v1, staging, production, or reference, for practice; needed unless --start, --init or --keygen is set',
  },
  flags: {
    Certificate: {
      implementation: value(
        'FILE',
        text,
        'the description of your product: default implementation.yaml. Written by --init',
      ),
      'signing-key': value(
        'FILE',
        text,
        'the private key that signs (Ed25519, PEM), or - for standard input; default signing-key.pem. Written by --keygen',
      ),
      out: value('DIR', text, 'the folder of the certificate; default certificate'),
      init: toggle('ask for the details of your product, and write implementation.yaml'),
      keygen: toggle('make a new pair of keys'),
    },
    Scope: {
      quickstart,
      'allow-writes': allowWrites,
      'category-ids': categoryIds,
      incomplete: toggle(
        'certify although the store is so full that some stated rules cannot be tested; the certificate says so',
      ),
      strict: toggle('certify only if no implied rule is broken either'),
      'wrong-keys': wrongKeys,
    },
    'Effort and limits': {
      effort: value('LEVEL', oneOf('standard', 'thorough'), 'standard (the default) or thorough'),
      seed,
      settle,
      'max-time': maxTime,
      rate,
      concurrency,
    },
    'Key and connection': connection,
    Output: {
      output: value(
        'DIR',
        text,
        'write the reports of the run to this folder; default reports/NAME',
        { formerly: 'report-dir' },
      ),
      quiet: toggle('print only the causes of failures and the verdict'),
    },
  },
  notes: [
    'A certificate needs a full run: all rules, with writes. The API has no delete, so the animals that are added remain.',
    'Only `conformant` certifies. Anything else says what is missing, and exits as `run` does.',
  ],
  examples: [
    'animal-store-conformance certify --init',
    'animal-store-conformance certify --keygen',
    'animal-store-conformance certify https://animals.example/v1 --quickstart https://quickstart.animals.example --out certificate',
  ],
  async run({ values, operand, commands }, io) {
    const {
      init = false,
      keygen = false,
      incomplete = false,
      implementation = 'implementation.yaml',
      out = 'certificate',
      'signing-key': signingKey,
      output: reportDir,
      quiet = false,
      ...wanted
    } = values;
    const files = { implementation, out, signingKey };
    if (init || keygen) {
      if (operand !== undefined)
        throw new UsageError('--init and --keygen test nothing: omit the target.');
      return setUp({ init, keygen }, files, io);
    }
    // Without an address, the target would be the embedded server, which nobody means to certify.
    if (operand === undefined && values.start === undefined)
      throw new UsageError(
        'certify needs a TARGET: a base address such as https://animals.example/v1, staging, production, or reference, which is for practice.',
      );
    if (signingKey === '-' && values['key-from'] === '-')
      throw new UsageError(
        '--signing-key and --key-from cannot both come from standard input: put one of them into a file.',
      );
    // Everything that is missing is reported before the first request.
    const issuer = await issuerOf(files, io);
    const { configure } = await import('../../../api/configuration/configuration.js');
    const configuration = await configure(wanted, operand, { ...io, commands });
    expectFull(configuration);
    await expectKnownForm(configuration);
    // An empty store is empty only once.
    if (
      values.quickstart === undefined &&
      configuration.target.addresses?.quickstartBaseUrl === null
    )
      io.stderr.write(
        `${program}: The certificate will cover the catalogue only: add --quickstart URL, if the server has a quickstart.\n`,
      );
    const { wordsToTarget } = await import('../../../api/options/replay-flags.js');
    const words = wordsToTarget(wanted, operand);
    const found = await testedInFull(configuration, { reportDir, quiet, incomplete, words }, io);
    if (found.report === undefined) return found.code;
    const isIssued = await issuer.issue(found.report, incomplete);
    return isIssued || found.code !== exitCodes.fine ? found.code : exitCodes.inconclusive;
  },
});

/** As a person names them. */
interface Files {
  readonly implementation: string;
  readonly out: string;
  readonly signingKey: string | undefined;
}

async function setUp(
  { init, keygen }: { readonly init: boolean; readonly keygen: boolean },
  { implementation, signingKey }: Files,
  io: Io,
): Promise<number> {
  const { makeKeys, privateName } = await import('../../signing-keys.js');
  const { askForImplementation } = await import('./implementation.js');
  if (init) await askForImplementation(implementation, io);
  if (keygen) makeKeys(signingKey ?? privateName, io);
  return exitCodes.fine;
}

interface Issuer {
  /** Writes the certificate, or says why there is none. Returns whether it was written. */
  issue(report: Report, incomplete: boolean): Promise<boolean>;
}

/** Reads all files first, so that none is missing after the run. */
async function issuerOf(files: Files, io: Io): Promise<Issuer> {
  const [{ privateName, publicName, signingKey }, { implementationAt }, folders, { issued }] =
    await Promise.all([
      import('../../signing-keys.js'),
      import('./implementation.js'),
      import('../../../api/certificates/folder.js'),
      import('./issue.js'),
    ]);
  if (!existsSync(resolve(io.folder, files.implementation)))
    throw new UsageError(
      `There is no ${files.implementation}: certify --init writes it, and --implementation FILE names another.`,
    );
  const implementation = implementationAt(
    files.implementation,
    readText(files.implementation, 'The implementation', io.folder).text,
  );
  const keyPath = files.signingKey ?? privateName;
  const key = await signingKey(keyPath, io);
  const folder = folders.expectUsable(files.out, io.folder);
  const shownFolder = shownIn(io.folder, folder);
  return {
    async issue(report, incomplete) {
      const publicKey = publicName(keyPath);
      const certificate = await issued(report, implementation, key, {
        incomplete,
        publicKey: existsSync(resolve(io.folder, publicKey)) ? publicKey : undefined,
      });
      const isThere = existsSync(resolve(folder, 'attestation.json'));
      if ('missing' in certificate) {
        const earlier = `The folder ${shownFolder} still holds the certificate of an earlier run.`;
        io.stderr.write(
          `${program}: No certificate:\n${inList(certificate.missing)}${isThere ? `${earlier}\n` : ''}`,
        );
        return false;
      }
      // The candidate may have replaced the file by something else.
      folders.writeCertificate(folders.expectUsable(files.out, io.folder), certificate.files);
      io.stdout.write(`${certificate.reported(shownFolder)}\n`);
      if (isThere)
        io.stdout.write(`This certificate replaces the one that was in ${shownFolder}.\n`);
      return true;
    },
  };
}

/** The report above lists all of them. */
const mostReasons = 5;

function inList(reasons: readonly string[]): string {
  const further = reasons.length - mostReasons;
  return [
    ...reasons.slice(0, mostReasons).map((why) => `  - ${oneLine(why)}\n`),
    ...(further > 0 ? [`  and ${further} more: see the report\n`] : []),
  ].join('');
}

/** A shorter key occurs in other text by chance. Masked there, cases could not be judged again; unmasked, it would be published. */
const shortestKey = 8;

async function expectKnownForm({ keys }: Configuration): Promise<void> {
  const [{ isOfKnownForm }, { publicText }] = await Promise.all([
    import('../../../judge/recorded-cases/forms-of-keys.js'),
    import('../../../http/secrets/public-text.js'),
  ]);
  const isPublic = publicText();
  if (secretsOf(keys).some(({ secret }) => isPublic(secret.toLowerCase())))
    throw new UsageError(
      'certify needs a random key: this one stands in the text of many requests, and would be masked in all of them, so that nobody could check the certificate. Give the server another key for this run.',
    );
  if (!secretsOf(keys).every(({ secret }) => isOfKnownForm(secret)))
    throw new UsageError(
      'certify needs a random key: with this one, some wrong keys are equal to one another, so that nobody could check the certificate. Give the server another key for this run.',
    );
}

function expectFull({ scope, target, tls, keys }: Configuration): void {
  if (secretsOf(keys).some(({ secret }) => secret.length < shortestKey))
    throw new UsageError(
      `certify needs a key of at least ${shortestKey} characters: a shorter one cannot be told from other text, and a certificate is published. Give the server another key for this run.`,
    );
  if (tls.insecure === true)
    throw new UsageError(
      '--insecure and NODE_TLS_REJECT_UNAUTHORIZED=0 cannot certify: nobody would know whose server answered. Trust its certificate with --ca FILE.',
    );
  if (scope.full) return;
  if (scope.readOnly)
    throw new UsageError(
      `${target.name} is only read unless --allow-writes is set, and a certificate needs a full run: test a system that may be written to, or add --allow-writes --wrong-keys all.`,
    );
  throw new UsageError(
    'A certificate needs all wrong keys to be tried: add --wrong-keys all, if nobody is locked out by that.',
  );
}

async function testedInFull(
  configuration: Configuration,
  {
    reportDir,
    quiet,
    incomplete,
    words,
  }: {
    readonly reportDir: string | undefined;
    readonly quiet: boolean;
    readonly incomplete: boolean;
    /** They lead to the target again. */
    readonly words: readonly string[];
  },
  io: Io,
) {
  const [
    { folderOf, openReportFolder },
    { runAndPrint },
    { confirmWrites, printBeforehand },
    { rememberRun },
  ] = await Promise.all([
    import('../../../api/reports/report-folder.js'),
    import('../../runs/run-and-print.js'),
    import('../../runs/beforehand.js'),
    import('../../runs/own-runs.js'),
  ]);
  await io.hide(secretsOf(configuration.keys));
  const reports = openReportFolder(reportDir, folderOf(configuration), io);
  try {
    await confirmWrites(configuration, io);
    printBeforehand([configuration], io);
    const shown = {
      folder: reports,
      tests: undefined,
      reporters: reportersOf({}, io.folder),
      quiet,
      verbose: false,
    };
    const wantedOfRun = { keepCases: true, needsEmptyList: !incomplete };
    const found = await runAndPrint(configuration, shown, wantedOfRun, io);
    if (found.report) rememberRun(reports.path, words, configuration.mask, io);
    return found;
  } finally {
    reports.giveBack();
  }
}
