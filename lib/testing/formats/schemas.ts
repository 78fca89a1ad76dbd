// Formats for which no package provides a schema: HAR 1.2 (the W3C draft), shields' endpoint, and as much of JUnit as
// reporters use, from Jenkins' junit-10.xsd. Test support only.

const text = { type: 'string' };
const size = { type: 'integer', minimum: -1 };
const time = { type: 'number', minimum: -1 };
const pairs = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'value'],
    properties: { name: text, value: text, comment: text },
    additionalProperties: false,
  },
};

/** An object without further names, except those that begin with an underscore, which anybody may add. */
const closed = (required: readonly string[], properties: object): object => ({
  type: 'object',
  required,
  properties: { ...properties, comment: text },
  patternProperties: { '^_': {} },
  additionalProperties: false,
});

const exchanged = {
  httpVersion: text,
  cookies: pairs,
  headers: pairs,
  headersSize: size,
  bodySize: size,
};

export const har = closed(['log'], {
  log: closed(['version', 'creator', 'entries'], {
    version: { const: '1.2' },
    creator: closed(['name', 'version'], { name: text, version: text }),
    browser: closed(['name', 'version'], { name: text, version: text }),
    pages: { type: 'array' },
    entries: {
      type: 'array',
      items: closed(['startedDateTime', 'time', 'request', 'response', 'cache', 'timings'], {
        startedDateTime: { type: 'string', format: 'date-time' },
        time: { type: 'number', minimum: 0 },
        request: closed(
          [
            'method',
            'url',
            'httpVersion',
            'cookies',
            'headers',
            'queryString',
            'headersSize',
            'bodySize',
          ],
          {
            ...exchanged,
            method: { type: 'string', pattern: '^[A-Z]+$' },
            url: { type: 'string', format: 'uri' },
            queryString: pairs,
            postData: closed(['mimeType', 'text'], { mimeType: text, text }),
          },
        ),
        response: closed(
          [
            'status',
            'statusText',
            'httpVersion',
            'cookies',
            'headers',
            'content',
            'redirectURL',
            'headersSize',
            'bodySize',
          ],
          {
            ...exchanged,
            status: { type: 'integer', minimum: 0, maximum: 999 },
            statusText: text,
            redirectURL: text,
            content: closed(['size', 'mimeType'], {
              size: { type: 'integer', minimum: 0 },
              compression: { type: 'integer' },
              mimeType: text,
              text,
              encoding: { enum: ['base64'] },
            }),
          },
        ),
        cache: { type: 'object' },
        timings: closed(['send', 'wait', 'receive'], {
          blocked: time,
          dns: time,
          connect: time,
          ssl: time,
          send: time,
          wait: time,
          receive: time,
        }),
      }),
    },
  }),
});

export const shields = {
  type: 'object',
  required: ['schemaVersion', 'label', 'message'],
  properties: {
    schemaVersion: { const: 1 },
    label: text,
    message: { type: 'string', minLength: 1 },
    color: { type: 'string', pattern: '^[0-9a-f]{6}$' },
    isError: { type: 'boolean' },
  },
  additionalProperties: false,
};

export interface ElementRule {
  /** The attributes, each with the pattern of its values. A name that ends in ? is optional. */
  readonly attributes: Readonly<Record<string, RegExp>>;
  /** The names of its children, in their order. */
  readonly children: RegExp;
  readonly text?: true;
  /** Attributes that count the elements of a name below this one. */
  readonly counts?: Readonly<Record<string, string>>;
}

const any = /^[^]+$/;
const whole = /^\d+$/;
const seconds = /^\d+(?:\.\d+)?$/;
const none = /^$/;
const counts = { tests: 'testcase', failures: 'failure', errors: 'error' };

export const junit: Readonly<Record<string, ElementRule>> = {
  testsuites: {
    attributes: {
      'name?': any,
      'tests?': whole,
      'failures?': whole,
      'errors?': whole,
      'time?': seconds,
    },
    children: /^(?:testsuite(?: |$))*$/,
    counts,
  },
  testsuite: {
    attributes: {
      name: any,
      tests: whole,
      failures: whole,
      errors: whole,
      'skipped?': whole,
      'time?': seconds,
      'timestamp?': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
    },
    children: /^(?:properties ?)?(?:testcase(?: |$))*$/,
    counts: { ...counts, skipped: 'skipped' },
  },
  properties: { attributes: {}, children: /^(?:property(?: |$))*$/ },
  property: { attributes: { name: any, value: /^[^]*$/ }, children: none },
  testcase: {
    attributes: { name: any, classname: any, 'time?': seconds },
    children: /^(?:|(?:skipped|error|failure)(?: system-out)?|system-out)$/,
  },
  skipped: { attributes: { 'message?': any }, children: none, text: true },
  failure: { attributes: { 'message?': any, 'type?': any }, children: none, text: true },
  error: { attributes: { 'message?': any, 'type?': any }, children: none, text: true },
  'system-out': { attributes: {}, children: none, text: true },
};

export const jsonLdKeywords: ReadonlySet<string> = new Set([
  '@id',
  '@type',
  '@value',
  '@language',
  '@list',
  '@set',
  '@graph',
  '@context',
]);
