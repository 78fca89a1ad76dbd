// The signatures by which a failing server is recognised: where it fails, according to its report. Two servers with the same
// defect fail in the same rules, experiments and cases, whoever wrote them.
import type { Failure, RuleResult } from '../../judge/result/report.js';
import type { Finding } from '../../judge/result/finding.js';
import { placeIn } from '../../report/way-of.js';

/** The place where a rule failed, and what was found there. */
export interface FailureSignature {
  readonly rule: string;
  readonly experiment: string;
  /** The name of the case; undefined for one that was shrunk. */
  readonly at: string | undefined;
  /** The finding without its values; empty in reports of older kits. */
  readonly shown: string;
  /**
   * How a returned text was altered, or another detail that distinguishes defects with the same finding; undefined
   * without any.
   */
  readonly altered?: string | undefined;
  /** The id of the failure that shows it. */
  readonly failure: string;
}

/** The members of a result that show where the rule failed. */
export type Failed = Pick<RuleResult, 'id' | 'outcome' | 'failures'>;

export function signaturesOf({
  rules,
}: {
  readonly rules: readonly Failed[];
}): readonly FailureSignature[] {
  return rules
    .filter(({ outcome }) => outcome === 'failed')
    .flatMap(({ id, failures }) => failures.map((failure) => signatureOf(id, failure)));
}

function signatureOf(rule: string, failure: Failure): FailureSignature {
  const {
    id,
    finding,
    case: { path, name },
  } = failure;
  return {
    rule,
    experiment: path.slice(0, path.lastIndexOf('#')),
    at: name,
    shown: finding === undefined ? '' : shownIn(finding),
    altered: finding && (wayIn(finding) ?? inName(failure) ?? alterationOf(...textsIn(finding))),
    failure: id,
  };
}

/**
 * Where a text was cut, how many members are missing, why a body is not JSON, which number was refused, or what stands
 * in place of a timestamp, if the finding says so.
 */
function wayIn({
  kind,
  what,
  values = {},
}: Finding & { readonly what?: string }): string | undefined {
  const { kept, missing, body, refused, actual } = values;
  if (kept !== undefined) return `cut${kept}`;
  if (kind === 'other' && what === 'no JSON') return body === 'bytes' ? 'bytes' : 'syntax';
  if (kind === 'other' && what === 'one between the ends refused') return `refused${refused}`;
  if (kind === 'other' && what === 'no timestamp') return timeIn(String(actual));
  if (kind === 'other' && what === 'another day of removal')
    return /\b12 May\b/.test(String(values.sunset)) ? 'months' : 'other';
  if (kind === 'other' && what === 'another time') return differenceIn(String(values.away));
  return missing === undefined ? undefined : missing === 1 ? 'one' : 'several';
}

/** Whether what is left of a refused animal, once it is shrunk, still has a name of other letters than those of ASCII. */
function inName({ finding, case: { name }, exchanges }: Failure): string | undefined {
  if (finding?.kind !== 'status' || finding.expected !== 201 || name !== undefined)
    return undefined;
  const sent = exchanges.at(-1)?.request.body?.text ?? '';
  return /[^\0-\x7f]/.test(sent) ? 'letters' : 'plain';
}

/** The form of a time that is not one of ISO 8601; undefined where it is nearly one. */
function timeIn(text: string): string | undefined {
  if (/^\d{4}-?\d\d-?\d\dT|^[+-]\d+-/.test(text)) return undefined;
  if (/^\d+$/.test(text)) return 'digits';
  return /^[A-Z][a-z]{2}, \d\d? [A-Z][a-z]{2} \d{4}/.test(text) ? 'http' : 'other';
}

/** Whether a time is that of another zone, or of no time at all. */
function differenceIn(away: string): string {
  const hours = Number(/^(\d+) hours/.exec(away)?.[1] ?? Number.NaN);
  if (hours <= 14) return 'zone';
  return Number(/^(\d+) days before/.exec(away)?.[1]) > 10_000 ? 'epoch' : 'other';
}

/** The text that was sent, and the one that came back. A report contains only parts of long ones. */
export function textsIn(
  finding: Finding,
): readonly [sent: string | undefined, returned: string | undefined] {
  const { expected, actual } = finding.kind === 'field' ? finding : (finding.values ?? {});
  return [textIn(expected), textIn(actual)];
}

/** The JSON text in a value, which may be followed by its length and code points. */
function textIn(value: string | number | undefined): string | undefined {
  const [quoted] = /"(?:[^"\\]|\\.)*"/.exec(String(value ?? '')) ?? [];
  try {
    return quoted === undefined ? undefined : (JSON.parse(quoted) as string);
  } catch {
    return undefined; // a long text is not shown whole
  }
}

function alterationOf(sent: string | undefined, returned: string | undefined): string | undefined {
  if (sent === undefined || returned === undefined || sent === returned) return undefined;
  if (returned === '') return 'emptied';
  if (sent.startsWith(returned)) return 'cut';
  if (isWithin(returned, sent)) return 'shorter';
  if (isWithin(sent, returned)) return 'longer';
  return sent.length === returned.length ? 'replaced' : 'other';
}

/** Whether the short text remains where characters are left out of the long one. */
function isWithin(short: string, long: string): boolean {
  let at = 0;
  for (const character of long) if (short.startsWith(character, at)) at += character.length;
  return at === short.length;
}

/** A status, or which part of a response is wrong and how. */
function shownIn(finding: Finding): string {
  switch (finding.kind) {
    case 'status':
    case 'not refused':
    case 'kind of status':
      return `status ${finding.actual}`;
    case 'schema':
      return `${finding.schema}${placeIn(finding.pointer)}: ${finding.found}`;
    case 'field':
      return `${finding.field}: ${finding.what}`;
    case 'no answer':
      return finding.kind;
    case 'other':
      return [finding.what, finding.field, finding.label].filter(Boolean).join(': ');
  }
}

/** The field that is invalid in a returned animal; undefined if something else is wrong. */
export function invalidField({ shown }: Pick<FailureSignature, 'shown'>): string | undefined {
  const [whole, field = ''] = /^Pets?(?:(?:\/\*)?\/(\w+))?:/.exec(shown) ?? [];
  return whole === undefined ? undefined : field;
}

/** Whether two servers have common failures, each of which shows the same. */
export function showTheSame(
  signatures: readonly Omit<FailureSignature, 'failure'>[],
  others: readonly Omit<FailureSignature, 'failure'>[],
): boolean {
  const common = signatures.flatMap((signature) => {
    const there = others.filter((other) => isAt(signature, other));
    return there.length === 0
      ? []
      : [
          there.some(
            ({ at, shown, altered }) =>
              at === signature.at &&
              shown === signature.shown &&
              (altered ?? signature.altered) === (signature.altered ?? altered),
          ),
        ];
  });
  return common.length > 0 && common.every(Boolean);
}

export const isAt = (
  one: Omit<FailureSignature, 'failure'>,
  other: Omit<FailureSignature, 'failure'>,
): boolean => one.rule === other.rule && one.experiment === other.experiment;

/**
 * The signature at three levels, from coarse to fine, because servers may have a coarse level in common and not a finer one.
 */
export function tokensOf({
  rule,
  experiment,
  at,
}: Omit<FailureSignature, 'failure'>): readonly string[] {
  const where = `${rule} ${experiment}`;
  return at === undefined ? [rule, where] : [rule, where, `${where}#${at}`];
}
