// Verifies a certificate: it derives everything again that can be derived, and believes nothing that it can check. It
// takes files and returns problems, without any access to the disk or the network.
import { isAmbiguous, listProblems } from './exchange-checks.js';
import { parsed } from '../../contract/values/depth.js';
import type { KeyObject } from 'node:crypto';
import type { Contract } from '../../contract/contract.js';
import type { Rule } from '../../judge/rules/rule.js';
import type { Report } from '../../judge/result/report.js';
import { wasWhole } from '../../judge/result/scope.js';
import { latestFormat } from '../../judge/result/verdict.js';
import { reEvaluated, type ReEvaluation } from '../../judge/recorded-cases/re-evaluate.js';
import { reportJson } from '../../report/files/json.js';
import { jsonText } from '../../report/text/inert.js';
import { maskedValue } from '../../report/steady.js';
import { reportHtml } from '../../report/page/page.js';
import type { ReportContext } from '../../report/words.js';
import { withoutRecordedCase, wronglyListed } from '../certificate/provable.js';
import { certificateNames, derivedFiles, payloadOf } from '../certificate/certificate.js';
import { keyIdOf, sha256 } from '../certificate/signature.js';
import { type Repetition, repetitionIn, repetitionName } from '../certificate/repetition.js';
import { type Statement, statementOf, validUntil } from '../certificate/statement.js';
import { isEnvelope, opened, type Opened, signatureProblem } from './envelope.js';
import { areOneByWhatTheySay } from './pages.js';
import { type Problem, some } from './problems.js';
import { reportProblems } from './report-checks.js';
import type { Verification } from './outcome.js';

export interface Verifying {
  /** The files of the certificate that are in the folder, by name. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Why others of its files were not read, by name: "is a link, ...". */
  readonly unread?: ReadonlyMap<string, string>;
  /** Undefined if signatures cannot be checked, which is then reported. */
  readonly publicKey: KeyObject | undefined;
  readonly now: number;
  readonly kit: Report['kit'];
  readonly contract: Contract;
  readonly rules: readonly Rule[];
  readonly context: ReportContext;
  /** Returns why a value does not fit spec/report.schema.json, or undefined if it does. */
  readonly notAReport: (value: unknown) => string | undefined;
  /** Finds the causes of the report's failures. Without it, causes are not checked. */
  readonly causesOf?: (report: Report) => Promise<Report['causes']>;
  /** Whether to leave out the answers to questions, for which only the signature vouches. */
  readonly signedOnly?: boolean;
}

const tolerance = 10 * 60_000;
/** The day of judgement is set before the target is waited for, and the run begins after that. */
const mostBeforeRun = 3_600_000;

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

export async function verified(verifying: Verifying): Promise<Verification> {
  return new Verifier(verifying).verification();
}

class Verifier {
  readonly #options: Verifying;
  readonly #problems: Problem[] = [];
  readonly #notes: string[] = [];
  #digest: string | undefined;
  #repetition: Repetition | undefined;

  constructor(options: Verifying) {
    this.#options = options;
  }

  async verification(): Promise<Verification> {
    for (const [name, why] of this.#options.unread ?? [])
      this.#add('missing-file', `${name} ${why}.`);
    const text = this.#textOf('report.json');
    const attested = this.#opened();
    const fits = text === undefined ? undefined : this.#report(text);
    const signature = attested && this.#signature(attested);
    const { report, again } = await this.#checked(fits, text ?? '', attested);
    if (attested && text !== undefined && !report) this.#digests(attested, text);
    const passed = report?.rules.filter(({ outcome }) => outcome === 'passed') ?? [];
    return {
      problems: inOrder(this.#problems),
      notes: this.#notes,
      report,
      implementation: attested?.implementation,
      statement: attested?.statement,
      digest: attested && sha256(attested.payload),
      keyId: signature,
      repetition: this.#repetition,
      borneOut: passed.filter(({ id }) => again?.borneOut.has(id)).length,
      passed: passed.length,
      unconfirmed: (report?.observations ?? []).flatMap(({ id }) =>
        again?.borneOut.has(id) ? [] : [id],
      ),
      exchanges: report?.samples.length ?? 0,
    };
  }

  /**
   * A report that fits its schema may still contain what no run writes. An error that it causes is blamed on the
   * report, not on the kit.
   */
  async #checked(
    report: Report | undefined,
    text: string,
    attested: Opened | undefined,
  ): Promise<{ readonly report?: Report; readonly again?: ReEvaluation | undefined }> {
    if (report === undefined) return {};
    try {
      const again = await this.#judged(report, text, attested);
      if (attested) this.#statement(attested, report, text);
      else if (!this.#isThere('attestation.json')) this.#unsigned();
      return { report, again };
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      this.#add('not-a-report', `report.json holds something that no run writes (${why}).`);
      return {};
    }
  }

  /** A report may be verified alone; but if a key or other files are given, a missing attestation is a problem. */
  #unsigned(): void {
    const { files, publicKey } = this.#options;
    const why = 'There is no attestation.json: nobody has signed this report.';
    if (files.size === 1 && publicKey === undefined) this.#notes.push(why);
    else this.#add('not-signed', why);
  }

  #add(kind: Problem['kind'], message: string): void {
    this.#problems.push({ kind, message });
  }

  #textOf(name: string): string | undefined {
    const bytes = this.#options.files.get(name);
    this.#expectThere(name);
    return bytes?.toString('utf8');
  }

  #expectThere(name: string): void {
    if (!this.#isThere(name)) this.#add('missing-file', `${name} is missing.`);
  }

  /** Also where it could not be read, which has been told. */
  #isThere(name: string): boolean {
    return this.#options.files.has(name) || this.#options.unread?.has(name) === true;
  }

  #opened(): Opened | undefined {
    const bytes = this.#options.files.get('attestation.json');
    if (bytes === undefined) return undefined;
    const attested = opened(bytes.toString('utf8'));
    if (!('kind' in attested)) return attested;
    this.#problems.push(attested);
    return undefined;
  }

  /** The key that signed, if it is the given one. */
  #signature(attested: Opened): string | undefined {
    const { publicKey } = this.#options;
    if (publicKey === undefined) {
      this.#notes.push(
        'The signature was not checked: get the public key from the vendor, and pass it with --public-key.',
      );
      return undefined;
    }
    const wrong = signatureProblem(attested, publicKey);
    if (wrong) this.#problems.push(wrong);
    return wrong ? undefined : keyIdOf(publicKey);
  }

  #report(text: string): Report | undefined {
    const value = parsed(text);
    if (value === undefined) {
      this.#add('cut-file', 'report.json is not whole JSON: it was cut off or overwritten.');
      return undefined;
    }
    const why = this.#options.notAReport(value) ?? noMoment(value as Report);
    if (why === undefined) return value as Report;
    this.#add('not-a-report', `report.json is not a report of this kit: ${why}.`);
    return undefined;
  }

  async #judged(
    report: Report,
    text: string,
    attested: Opened | undefined,
  ): Promise<ReEvaluation | undefined> {
    const { kit, contract, rules, now } = this.#options;
    if (reportJson(report) !== text)
      this.#add('changed-report', 'report.json was changed after the kit wrote it.');
    this.#dates(report, now);
    if (this.#versions(report, kit, contract) || this.#isMasked(report)) return undefined;
    this.#problems.push(...reportProblems(report, contract.ledger));
    this.#conformance(report);
    const { causesOf } = this.#options;
    const causes =
      causesOf && report.rules.some(({ outcome }) => outcome === 'failed')
        ? await causesOf(report)
        : report.causes;
    if (jsonText(causes ?? [], 0) !== jsonText(report.causes ?? [], 0))
      this.#add(
        'contradiction',
        'The causes are not those that explain the failures of the report.',
      );
    // A report that differs from the signed one, uses a number twice, or lists what no run sends, is not worth judging.
    const isOther = attested !== undefined && !this.#isSigned(attested, text);
    if (isOther || isAmbiguous(report) || listProblems(report).length > 0) return undefined;
    const again = await reEvaluated(report, rules, {
      withQuestions: this.#options.signedOnly !== true,
    });
    this.#borneOut(report, again);
    return again;
  }

  #dates(report: Report, now: number): void {
    const started = Date.parse(report.run.startedAt);
    const until = validUntil(report);
    if (started > now + tolerance)
      this.#add(
        'future-date',
        `The run is from the future: it began at ${report.run.startedAt}, and it is ${new Date(now).toISOString()}.`,
      );
    else if (![started - mostBeforeRun, started].map(dayOf).includes(report.run.asOf))
      this.#add(
        'future-date',
        `The run began on ${report.run.startedAt.slice(0, 10)}, but judged as of ${report.run.asOf}.`,
      );
    else if (until < dayOf(now)) this.#add('expired', `The certificate was valid until ${until}.`);
  }

  /** Whether the kit and the contract are the same. If other rules judged, nothing more can be said. */
  #versions(report: Report, kit: Report['kit'], contract: Contract): boolean {
    const [madeBy, theirs] = [report.kit, report.contract];
    const isOtherKit = (['name', 'version', 'digest'] as const).some(
      (part) => madeBy[part] !== kit[part],
    );
    const isOtherContract = (['title', 'version', 'digest'] as const).some(
      (part) => theirs[part] !== contract[part],
    );
    // Each version of the kit has its own ledger, so a different version is the better explanation.
    if (isOtherContract && madeBy.version === kit.version)
      this.#add(
        'other-contract',
        `The report is about another contract (${theirs.title} ${theirs.version}, ${theirs.digest.slice(0, 12)}…) than this kit's (${contract.title} ${contract.version}, ${contract.digest.slice(0, 12)}…).`,
      );
    else if (isOtherKit || isOtherContract)
      this.#add(
        'other-kit',
        `The report was made by another kit (${madeBy.name} ${madeBy.version}, ${madeBy.digest.slice(0, 12)}…) than this one (${kit.version}, ${kit.digest.slice(0, 12)}…): verify it with that version.`,
      );
    else if (report.format !== latestFormat)
      this.#add(
        'contradiction',
        `This kit writes reports of format ${latestFormat}, not ${report.format}.`,
      );
    return isOtherKit || isOtherContract;
  }

  /** Whether a header is masked, without which neither the draw of cases nor a rule about time can be judged again. */
  #isMasked({ samples }: Report): boolean {
    const isMasked = samples.some(({ response }) =>
      response?.headers.some(([, value]) => value === maskedValue),
    );
    if (isMasked)
      this.#add(
        'masked-report',
        'report.json is an ordinary report, without the details that a certificate keeps, so it cannot be judged again: verify the folder that `certify` wrote.',
      );
    return isMasked;
  }

  #conformance({ verdict, run }: Report): void {
    if (!run.scope.full || !wasWhole(run))
      this.#add('not-a-full-run', 'The report is not of a full run.');
    if (verdict !== 'conformant')
      this.#add('not-conformant', `The verdict is ${verdict}: only conformant is certified.`);
  }

  #borneOut(report: Report, again: ReEvaluation): void {
    const questions = new Set(report.observations.map(({ id }) => id));
    const first = new Map(again.contradictions.map((one) => [one.rule, one]));
    for (const [rule, { where, why }] of [...first].slice(0, 5))
      if (questions.has(rule))
        this.#add(
          'changed-observation',
          `${rule} is answered otherwise by its own exchanges (${where}): ${why}.`,
        );
      else
        this.#add(
          'not-borne-out',
          `${rule} fails when its recorded exchanges are judged again (${where}): ${why}`,
        );
    const without = withoutRecordedCase(report, again).filter((id) => !first.has(id));
    if (report.witnesses !== undefined)
      for (const message of wronglyListed(report, again).slice(0, 5))
        this.#add('contradiction', message);
    const spared = [...again.listed.values()].reduce((sum, one) => sum + one.spared, 0);
    if (spared > 0)
      this.#notes.push(
        `An earlier run had tested this server, so ${spared} cases were not sent again.`,
      );
    if (without.length > 0)
      this.#add('not-borne-out', `No recorded case confirms ${some(without)}.`);
  }

  #reportDigest(text: string): string {
    return (this.#digest ??= sha256(this.#options.files.get('report.json') ?? text));
  }

  #isSigned({ statement }: Opened, text: string): boolean {
    return digestIn(statement, 'report.json') === this.#reportDigest(text);
  }

  #digests(attested: Opened, text: string): void {
    if (!this.#isSigned(attested, text))
      this.#add(
        'changed-report',
        'report.json is not the one that was signed: its digest differs.',
      );
    const page = this.#options.files.get('report.html');
    if (page !== undefined && digestIn(attested.statement, 'report.html') !== sha256(page))
      this.#add('changed-page', 'report.html is not the one that was signed: its digest differs.');
  }

  #statement(attested: Opened, report: Report, text: string): void {
    const { statement, payload, implementation, envelope } = attested;
    this.#digests(attested, text);
    for (const name of certificateNames) if (name !== 'report.json') this.#expectThere(name);
    if (this.#problems.some(({ kind }) => kind === 'other-contract' || kind === 'other-kit'))
      return;
    const page = digestIn(statement, 'report.html') ?? '';
    const digests = { report: this.#reportDigest(text), page };
    const expected = statementOf(report, implementation, digests);
    if (!payloadOf(expected).equals(payload))
      this.#add('other-statement', 'attestation.json contradicts report.json.');
    this.#repetition = this.#repeated(statement, report);
    const own = [
      { name: 'attestation.json', text: `${jsonText(envelope, 1)}\n` },
      ...derivedFiles(expected, {
        repetition: this.#repetition,
        report,
        implementation,
        digest: sha256(payload),
        keyId: envelope.signatures[0]?.keyid ?? '',
        reportDigest: digests.report,
      }),
    ];
    for (const { name, text: expectedText } of own) this.#derived(name, expectedText);
    this.#page(report);
  }

  /** Anybody may have repeated the run: an invalid statement is refused, and a valid one names its key. */
  #repeated(statement: Statement, report: Report): Repetition | undefined {
    const text = this.#options.files.get(repetitionName)?.toString('utf8');
    if (text === undefined) return undefined;
    const envelope = parsed(text);
    const found = isEnvelope(envelope)
      ? read(() => repetitionIn(envelope, statement, report, this.#options.now))
      : 'is not a DSSE envelope with one signature';
    if (typeof found !== 'string') return found;
    this.#add('changed-file', `${repetitionName} ${found}.`);
    return undefined;
  }

  #derived(name: string, expected: string): void {
    const bytes = this.#options.files.get(name);
    if (bytes === undefined || bytes.equals(Buffer.from(expected))) return;
    const isBadge = name === 'badge.svg';
    const what = isBadge ? 'is the badge of another' : 'does not belong to this';
    this.#add('changed-file', `${name} ${what} certificate, or was changed.`);
  }

  #page(report: Report): void {
    const page = this.#options.files.get('report.html')?.toString('utf8');
    if (page === undefined || this.#problems.some(({ kind }) => kind === 'changed-page')) return;
    const own = reportHtml(report, this.#options.context);
    if (!areOneByWhatTheySay(page, own, reportJson(report)))
      this.#add('changed-page', 'report.html does not show what report.json says.');
  }
}

const digestIn = ({ subject }: Statement, name: string): string | undefined =>
  subject.find((one) => one.name === name)?.digest?.['sha256'];

/** The text may come from an attacker, so errors are caught. */
function read<T>(found: () => T): T | string {
  try {
    return found();
  } catch {
    return 'holds something that nobody writes';
  }
}

/** Not every text in the form of a date is one. */
const noMoment = ({ run }: Report): string | undefined =>
  Number.isNaN(Date.parse(run.startedAt)) ? '/run/startedAt is not a date and time' : undefined;

/** Problems that explain others come first: a key, a contract, a kit; then changed files. */
function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const first: readonly Problem['kind'][] = [
    'changed-page',
    'changed-file',
    'changed-report',
    'other-kit',
    'other-contract',
    'bad-signature',
    'other-key',
    'not-signed',
  ];
  return [...problems].sort((one, other) => first.indexOf(other.kind) - first.indexOf(one.kind));
}
