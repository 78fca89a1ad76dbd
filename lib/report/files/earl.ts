// earl.jsonld: the judged rules as W3C EARL assertions. Questions on which the contract is silent are no assertions.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { uuidOf } from '../identity.js';
import { cut, jsonText, visible } from '../text/inert.js';
import { type ReportContext, clauseName, evidenceOf, isKnown, markOf } from '../words.js';

export function earlJsonLd(report: Report, context: ReportContext): string {
  const { kit, contract, target, run } = report;
  const document = {
    '@context': {
      earl: 'http://www.w3.org/ns/earl#',
      dct: 'http://purl.org/dc/terms/',
      doap: 'http://usefulinc.com/ns/doap#',
      xsd: 'http://www.w3.org/2001/XMLSchema#',
    },
    '@graph': [
      {
        '@id': '_:kit',
        '@type': ['earl:Assertor', 'earl:Software'],
        'doap:name': kit.name,
        'dct:hasVersion': kit.version,
        'dct:identifier': kit.digest,
      },
      {
        '@id': '_:target',
        '@type': 'earl:TestSubject',
        'dct:title': visible(cut(target.name, 200)),
        'dct:identifier': visible(cut(target.baseUrl, 500)),
      },
      {
        '@id': '_:contract',
        '@type': 'earl:TestRequirement',
        'dct:title': contract.title,
        'dct:hasVersion': contract.version,
        'dct:identifier': contract.digest,
      },
      ...report.rules
        .filter((rule) => rule.outcome !== 'observed')
        .map((rule) => assertion(rule, report, context, run.startedAt)),
    ],
  };
  return `${jsonText(document, 1)}\n`;
}

function assertion(rule: RuleResult, report: Report, context: ReportContext, date: string) {
  const why = rule.failures[0]?.cause ?? rule.reason;
  const warning =
    markOf(rule, report) === 'warning'
      ? '; a warning, because the contract only implies the rule'
      : '';
  const known = isKnown(rule) ? '; known: the baseline of the run lists what fails' : '';
  return {
    '@type': 'earl:Assertion',
    'earl:assertedBy': { '@id': '_:kit' },
    'earl:subject': { '@id': '_:target' },
    'earl:mode': { '@id': 'earl:automatic' },
    'earl:test': {
      '@id': `urn:uuid:${uuidOf('rule', rule.id)}`,
      '@type': 'earl:TestCase',
      'dct:identifier': rule.id,
      'dct:title': visible(rule.statement),
      'dct:subject': visible(clauseName(rule.clause, context)),
      'dct:type': rule.kind,
      'dct:isPartOf': { '@id': '_:contract' },
    },
    'earl:result': {
      '@type': 'earl:TestResult',
      'earl:outcome': { '@id': `earl:${rule.outcome}` },
      'dct:date': { '@value': date, '@type': 'xsd:dateTime' },
      'earl:info': `${evidenceOf(rule)}${warning}${known}`,
      ...(why === null ? {} : { 'dct:description': visible(cut(why, 1000)) }),
    },
  };
}
