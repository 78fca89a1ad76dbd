// A report in which every text that can come from a target tries to harm its reader. Test support only.
import type { RecordedExchange, Report } from '../../judge/result/report.js';
import { failingReport } from './fixture.js';
import { base, body } from './fixture-parts.js';

/** Texts with which a target may try to break a page, a terminal or a document, or to deceive a reader. */
export const nasty = [
  '</script><script>window.hacked=1</script>',
  '<img src=x onerror="window.hacked=1">',
  ']]><evil/><![CDATA[',
  '<!--',
  '-->',
  '&lt;&amp;&#0;',
  '"\'><svg/onload=alert(1)>',
  '\u001b[2J\u001b]0;title\u0007\u001b]8;;https://evil.example\u001b\\link',
  '\u009b31m',
  'a\rb\r\nc\td',
  '\u0000\u0008\u007f',
  '\u202egnp.exe\u202c\u2066x\u2069',
  '\u200b\ufeff\u2028\u2029',
  '\ud800 lone \udfff',
  '\ufffe\uffff',
  '[link](javascript:alert(1)) ![image](https://evil.example/x.png) | cell | `code` ``` fence\n# heading\n- item',
  '@everyone #1 https://evil.example www.evil.example a@b.example',
  '::error::forged',
  '##[error]forged ##vso[task.complete]',
  '${x} `id` $(id)',
  '%0A::error::x',
  'javascript:alert(1)',
  '猫'.repeat(40),
  'x'.repeat(3000),
].join(' ');

/** Makes a report in which every text that can come from a target is hostile. */
export function hostileReport(): Report {
  const report = failingReport();
  const headers = [
    ['x-evil', nasty],
    ['content-type', `text/html ${nasty}`],
    [`x-${nasty}`, 'name'],
  ] as const;
  const poison = (one: RecordedExchange, at: number): RecordedExchange => ({
    ...one,
    request: { ...one.request, url: `${base}/pets/${nasty}`, headers, body: body(nasty) },
    response:
      one.response === null
        ? null
        : {
            ...one.response,
            headers,
            body:
              [
                body(nasty),
                body(`{"name": ${JSON.stringify(nasty)}}`),
                body('//79/A==', { encoding: 'base64', size: 4 }),
                body('x'.repeat(4096), { size: 10_000_000, truncated: true }),
              ][at % 4] ?? body(nasty),
          },
    noAnswer: one.noAnswer === null ? null : { kind: 'not-http', message: nasty },
  });
  return {
    ...report,
    target: { name: nasty, baseUrl: `http://[::1]:3000/v1?${nasty}`, quickstartBaseUrl: nasty },
    summary: `5 failed. ${nasty}`,
    run: {
      ...report.run,
      warnings: [nasty, '::error::forged'],
      created: [{ id: nasty, name: nasty, rule: 'add-animal.answers-201' }],
      outages: [
        {
          reason: nasty,
          undecided: [nasty],
          suspects: [{ request: nasty, curl: `curl '${nasty}'` }],
          failure: null,
          restarted: false,
          output: `${nasty}\n::error::forged\n${nasty}`,
        },
      ],
    },
    rules: report.rules.map((one) => ({
      ...one,
      reason: one.reason === null ? null : nasty,
      failures: one.failures.map((found) => ({
        ...found,
        cause: nasty,
        expected: `expected ${nasty}`,
        actual: nasty,
        input: nasty,
        difference: nasty,
        output: `${nasty}\n::error::forged\n${nasty}`,
        cases: { ...found.cases, inputs: [nasty, nasty] },
        exchanges: found.exchanges.map(poison),
        curl: found.curl === null ? null : `curl '${nasty}'`,
      })),
    })),
    observations: report.observations.map((one) => ({ ...one, answer: nasty })),
    samples: report.samples.map(poison),
  };
}
