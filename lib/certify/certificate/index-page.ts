// Makes index.html, which shows at a glance what a certificate says. It has no script, and loads nothing.
import { type Content, html } from '../../report/markup.js';
import { countedHow, marks, talliesOf, verdicts } from '../../report/words.js';
import { type CertificateFacts, type Certified, factsOf, repeatedText } from './facts.js';
import { plainPage } from '../../report/page/frame.js';
import { type Fact, facts as factList } from '../../report/page/parts.js';

export function certificatePage(certified: Certified): string {
  const facts = factsOf(certified);
  const { report, digest, keyId, repetition, practice, commands } = facts;
  const { glyph, mark } = verdicts[report.verdict];
  return plainPage({
    title: facts.title,
    mark: practice === undefined ? mark : 'warning',
    glyph: practice === undefined ? glyph : marks.warning.glyph,
    brand: `Certificate of conformance · ${facts.contract}`,
    summary: `Tested on ${facts.testedOn} at ${report.target.baseUrl}, valid until ${facts.endsOn}: ${talliesOf(report)}.`,
    main: html`${lead('For practice only:', practice)}${lead('Incomplete:', facts.gap)}${lead('Repeated', repetition && repeatedText(repetition))}${factList(rowsOf(facts), 'strip')}\n
      <p class="lead small">${countedHow}</p>\n
      <p><a href="report.html">The whole report, rule by rule</a></p>\n
      <h2>Do not trust this page: check it</h2>\n
      <p class="lead">Get this folder, and the public key from the vendor. The digest of the key must be <code>sha256:${keyId}</code>. The command checks the signature, and has the rules judge the recorded exchanges again:</p>\n
      <pre>${commands.verify}</pre>\n
      <p class="lead">With a key for the server in <code>ANIMAL_STORE_API_KEY</code>, repeat the run and compare every rule:</p>\n
      <pre>${commands.rerun}</pre>\n
      <h2>The badge</h2>\n
      <p><img src="badge.svg" alt=""></p>\n
      <p class="lead small">It shows the beginning of the digest of this certificate, <code>sha256:${digest}</code>.</p>`,
  });
}

const lead = (label: string, text: string | undefined): Content =>
  text !== undefined &&
  text !== '' &&
  html`<p class="lead"><strong>${label}</strong> ${text}.</p>\n`;

function rowsOf(facts: CertificateFacts): readonly Fact[] {
  const { report, implementation } = facts;
  const { image, commit, url, contact } = implementation;
  return [
    ['Organisation', implementation.organisation],
    ['Product', `${implementation.product} ${implementation.version}`],
    // The file may contain any address, so it is shown but not linked.
    ['Web page', html`<code>${url}</code>`],
    ['Contact', contact.join(', ')],
    image !== undefined && ['Image', html`<code>${image}</code>`],
    commit !== undefined && ['Commit', html`<code>${commit}</code>`],
    ['Profiles', facts.profiles],
    ['Seed, effort', `${report.run.seed}, ${report.run.effort}`],
    ['Kit', `${report.kit.name} ${report.kit.version}`],
  ];
}
