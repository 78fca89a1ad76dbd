// Makes README.md of a certificate: what it proves, and the exact commands that verify it and repeat the run.
import { codes, markdownText, tableRow } from '../../report/markdown.js';
import { type Content, html, joined, md, mdBlock, mdCode } from '../../report/markup.js';
import { talliesOf } from '../../report/words.js';
import { type Certified, factsOf } from './facts.js';

export function certificateReadme(certified: Certified): string {
  const facts = factsOf(certified);
  const { report, implementation, digest, keyId, reportDigest } = facts;
  const { kit, contract, target, run } = report;
  const { url, contact, image, commit } = implementation;
  const { practice, gap, commands } = facts;
  const digestOf = (hex: string): Content => mdCode(`sha256:${hex}`);
  const row = (name: string, ...content: Content[]): Content =>
    tableRow([name, joined(content, ', ')]);
  const rows = [
    row('Product', facts.product),
    row('Web page', mdCode(url)),
    row('Contact', codes(contact)),
    image !== undefined && row('Image', mdCode(image)),
    commit !== undefined && row('Commit', mdCode(commit)),
    row('Contract', facts.contract, digestOf(contract.digest)),
    row('Profiles', facts.profiles),
    row('Address', mdCode(target.baseUrl)),
    target.quickstartBaseUrl !== null && row('Quickstart', mdCode(target.quickstartBaseUrl)),
    row('Tested', html`${facts.testedOn}, seed ${run.seed}, effort ${run.effort}`),
    row('Valid until', html`${facts.endsOn}`),
    row('Rules', talliesOf(report)),
    practice !== undefined && row('For practice only', practice),
    gap !== '' && row('Incomplete', gap),
    row('Kit', `${kit.name} ${kit.version}`, digestOf(kit.digest)),
    row('Report', digestOf(reportDigest)),
    row('Certificate', digestOf(digest)),
    row('Signing key', digestOf(keyId)),
  ];
  return `# ${md`${facts.title}`}

| | |
|---|---|
${markdownText(rows)}

## Check this certificate

Get the public key from the vendor, not from whoever gave you this folder. The digest of the key must be that of the signing key above. Then, in this folder:

${mdBlock(commands.verify, 'sh')}

That checks the signature and digests, and judges the recorded exchanges again. Nothing is sent.

## Repeat the run

Set \`ANIMAL_STORE_API_KEY\` to a key for the server, and empty the store. This writes to the server: the animals that it adds remain there.

${mdBlock(commands.rerun, 'sh')}

It first sends different requests (a new seed, in disguise), then those of the certified run, and compares the outcome of every rule. To only run the tests:

${mdBlock(commands.run, 'sh')}

## What is in this folder

- \`report.json\`: the outcome of every rule, with the exchanges that prove it
- \`report.html\`: the same for reading
- \`attestation.json\`: the signed statement (DSSE with an in-toto statement; predicate test-result v0.1)
- \`predicate.json\`: its predicate alone, for attestation tools
- \`badge.svg\`: for your own pages, linked to \`index.html\`
- \`index.html\`: a web page of this certificate
`;
}
