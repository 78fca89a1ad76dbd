// Makes README.md of a certificate: what it proves, and the exact commands that verify it and repeat the run.
import { markdown, markdownBlock, markdownCode } from '../../report/text/inert.js';
import { talliesOf } from '../../report/words.js';
import { incompleteText } from './incomplete.js';
import { productOf } from './implementation.js';
import { practiceOf } from './practice.js';
import {
  type CertificateFacts,
  contractOf,
  endsOn,
  profilesIn,
  rerunCommand,
  runCommand,
  testedOn,
  titleOf,
  verifyCommand,
} from './facts.js';

export function certificateReadme(facts: CertificateFacts): string {
  const { report, implementation, digest, keyId, reportDigest } = facts;
  const { kit, contract, target, run } = report;
  const { url, contact, image, commit } = implementation;
  const gap = incompleteText(report);
  const practice = practiceOf(report);
  const rows: readonly (readonly [string, string])[] = [
    ['Product', markdown(productOf(implementation))],
    ['About it', markdownCode(url)],
    ['Contact', contact.map(markdownCode).join(', ')],
    ...(image === undefined ? [] : [['Image', markdownCode(image)] as const]),
    ...(commit === undefined ? [] : [['Commit', markdownCode(commit)] as const]),
    ['Contract', `${markdown(contractOf(facts))}, ${markdownCode(`sha256:${contract.digest}`)}`],
    ['Profiles', profilesIn(facts)],
    ['Address', markdownCode(target.baseUrl)],
    ...(target.quickstartBaseUrl === null
      ? []
      : [['Quickstart', markdownCode(target.quickstartBaseUrl)] as const]),
    ['Tested', `${testedOn(facts)}, seed ${run.seed}, effort ${run.effort}`],
    ['Valid until', endsOn(facts)],
    ['Rules', markdown(talliesOf(report))],
    ...(practice === undefined ? [] : [['For practice only', markdown(practice)] as const]),
    ...(gap === '' ? [] : [['Incomplete', markdown(gap)] as const]),
    ['Kit', `${markdown(`${kit.name} ${kit.version}`)}, ${markdownCode(`sha256:${kit.digest}`)}`],
    ['Report', markdownCode(`sha256:${reportDigest}`)],
    ['Certificate', markdownCode(`sha256:${digest}`)],
    ['Signing key', markdownCode(`sha256:${keyId}`)],
  ];
  return `# ${markdown(titleOf(facts))}

| | |
|---|---|
${rows.map(([name, text]) => `| ${name} | ${text} |`).join('\n')}

## Check this certificate

Get the public key from the vendor, not from whoever gave you this folder. The digest of the key must be that of the signing key above. Then, in this folder:

${markdownBlock(verifyCommand(facts), 'sh')}

That checks the signature and all digests, and has the rules judge the recorded exchanges again. Nothing is sent.

## Repeat the run

With a key for the server in \`ANIMAL_STORE_API_KEY\`. This writes to the server: the animals that it adds remain there.

${markdownBlock(rerunCommand(facts), 'sh')}

It sends the same requests again and compares the outcome of every rule. To only run the tests:

${markdownBlock(runCommand(facts), 'sh')}

## What is in this folder

- \`report.json\`: the outcome of every rule, with the exchanges that prove it
- \`report.html\`: the same for reading
- \`attestation.json\`: the signed statement (DSSE with an in-toto statement; predicate test-result v0.1)
- \`predicate.json\`: its predicate alone, for attestation tools
- \`badge.svg\`: for your own pages, linked to \`index.html\`
- \`index.html\`: this page, for a web server
`;
}
