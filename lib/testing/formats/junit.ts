// As much of JUnit as reporters use, from Jenkins' junit-10.xsd: where elements may appear, their attributes, and that stated
// counts are correct. Test support only.
import type { Element } from './read-xml.js';

interface ElementRule {
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

const junit: Readonly<Record<string, ElementRule>> = {
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

/** What is wrong with an element that should have this name, and with all below it. */
export function problemsOfJunit(name: string, element: Element): readonly string[] {
  const rule = junit[name];
  if (!rule || element.name !== name) return [`<${element.name}> is no <${name}> of JUnit`];
  const wrong = Object.entries(element.attributes).filter(
    ([attribute, value]) =>
      !rule.attributes[attribute.replace(/\?$/, '')]?.test(value) &&
      !rule.attributes[`${attribute}?`]?.test(value),
  );
  const lacking = Object.keys(rule.attributes).filter(
    (attribute) => !attribute.endsWith('?') && element.attributes[attribute] === undefined,
  );
  const order = element.children.map((child) => child.name).join(' ');
  const counted = Object.entries(rule.counts ?? {}).filter(
    ([attribute, counts]) => Number(element.attributes[attribute]) !== below(element, counts),
  );
  return [
    ...wrong.map(([attribute, value]) => `${name}/@${attribute} is ${JSON.stringify(value)}`),
    ...lacking.map((attribute) => `${name}/@${attribute} is missing`),
    ...(rule.children.test(order) ? [] : [`<${name}> holds ${order}`]),
    ...(rule.text === true || element.text.trim() === '' ? [] : [`<${name}> holds text`]),
    ...counted.map(
      ([attribute, counts]) =>
        `${name}/@${attribute} is ${element.attributes[attribute]}, but there are ${below(element, counts)}`,
    ),
    ...element.children.flatMap((child) => problemsOfJunit(child.name, child)),
  ];
}

const below = (element: Element, name: string): number =>
  element.children.reduce(
    (sum, child) => sum + (child.name === name ? 1 : 0) + below(child, name),
    0,
  );
