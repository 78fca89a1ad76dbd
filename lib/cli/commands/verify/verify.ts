// `verify`: does a certificate hold? It derives again what can be derived; with --rerun it repeats the run as well.
import { command } from '../../arguments/command.js';
import { text, toggle, value } from '../../../api/options/flags.js';
import { connection, effort, tested } from '../../../api/options/run-flags.js';
import { exitCodes } from '../../../api/exit-codes.js';
import { UsageError } from '../../../api/errors.js';

const { quickstart, 'allow-writes': allowWrites, 'category-ids': categoryIds } = tested;
const { seed, settle, 'max-time': maxTime, rate, concurrency } = effort;

export const verify = command({
  name: 'verify',
  summary: 'Check a certificate: signature, digests, every rule, the verdict.',
  operand: {
    name: 'FOLDER|FILE',
    required: true,
    help: 'the folder of a certificate, or its attestation.json; or the report.json in it alone',
  },
  flags: {
    Certificate: {
      'public-key': value(
        'FILE',
        text,
        "the vendor's public key (Ed25519, PEM), obtained from the vendor; without it, the signature is not checked",
      ),
      rerun: value(
        'TARGET',
        text,
        'repeat the run against this target twice, and compare every rule: with another seed and in disguise, then with the same seed',
      ),
    },
    'With --rerun': {
      sign: value(
        'KEY',
        text,
        'if no rule of the certificate is broken, sign with this private key (Ed25519, PEM) that you have repeated the run: repetition.json, beside the certificate',
      ),
      quickstart,
      'allow-writes': allowWrites,
      'category-ids': categoryIds,
      seed: {
        ...seed,
        help: 'the seed of the first time, which the vendor cannot know; by default, a new one',
      },
      settle,
      'max-time': maxTime,
      rate,
      concurrency,
      ...connection,
    },
    Output: {
      json: toggle('print the outcome as JSON'),
      quiet: toggle('print the outcome in one line'),
    },
  },
  notes: [
    'Exit status: 0 the certificate is valid, 1 it is not, 3 no problem was found, but no signature was checked: no public key was specified, or only a report.json was given, which has no signature. With --rerun also 1 if a rule of the certificate is broken, 3 if one cannot be decided, or --sign could not sign.',
    'Nothing is sent, except with --rerun, which adds animals as `run` does, and twice: a server could recognise the requests of one seed, or the User-Agent and the names of the kit (`run --disguise`). You name the target yourself: an address in a file proves nothing.',
  ],
  examples: [
    'animal-store-conformance verify certificate --public-key vendor.pem',
    'animal-store-conformance verify certificate --public-key vendor.pem --rerun https://animals.example/v1',
  ],
  async run({ values, operand = '', commands }, io) {
    const { json = false, quiet = false, rerun, sign, 'public-key': keyPath, ...wanted } = values;
    if (sign !== undefined && (rerun === undefined || keyPath === undefined))
      throw new UsageError(
        '--sign is for a run that was repeated, of a certificate whose signature was checked: add --rerun TARGET and --public-key FILE.',
      );
    if (rerun === undefined && Object.keys(wanted).length > 0)
      throw new UsageError(
        `--${Object.keys(wanted)[0]} is for --rerun TARGET: without it nothing is sent.`,
      );
    const [
      { readCertificate },
      { publicKey },
      { thisKit },
      { verified },
      { verificationLines, asJson },
    ] = await Promise.all([
      import('../../../api/certificates/folder.js'),
      import('../../signing-keys.js'),
      import('../../../api/certificates/verifying.js'),
      import('../../../certify/verification/verify.js'),
      import('./lines.js'),
    ]);
    // A key that cannot sign is reported before anything is sent.
    const repeater =
      sign === undefined
        ? undefined
        : await (await import('../../signing-keys.js')).signingKey(sign, io);
    const { files, unread, others } = readCertificate(operand, io.folder);
    const key = keyPath === undefined ? undefined : publicKey(keyPath, io);
    const found = await verified({ ...thisKit(), files, unread, publicKey: key });
    const verification =
      others.length === 0
        ? found
        : {
            ...found,
            notes: [
              ...found.notes,
              `Not part of the certificate: ${others.slice(0, 5).join(', ')}.`,
            ],
          };
    const again =
      rerun === undefined || verification.report === undefined || verification.problems.length > 0
        ? undefined
        : await (
            await import('./rerun.js')
          ).repeated(
            verification.report,
            rerun,
            quiet ? { ...wanted, quiet } : wanted,
            commands,
            io,
          );
    const isUnsigned =
      again !== undefined &&
      repeater !== undefined &&
      again.couldNot === undefined &&
      !(await (
        await import('./rerun.js')
      ).countersigned({ files, verification, again, key: repeater, operand }, io));
    if (json) io.stdout.data(`${asJson(verification, again)}\n`);
    else io.stdout.write(verificationLines(verification, again, { quiet }));
    if (verification.problems.length > 0 || (again?.differences.length ?? 0) > 0)
      return exitCodes.notConformant;
    if (again?.isInterrupted) return exitCodes.interrupted;
    if (again?.couldNot !== undefined) return exitCodes.cannotTest;
    const isOpen = key === undefined || isUnsigned || (again?.undecided.length ?? 0) > 0;
    return isOpen ? exitCodes.inconclusive : exitCodes.fine;
  },
});
