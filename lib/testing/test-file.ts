// Runs a test file that --vitest-test wrote without starting a second vitest: it extracts the tests and calls them.
// Test support only.
import { expect } from 'vitest';

type Outcome = 'green' | 'red' | 'skipped';

interface Outcomes extends Array<Outcome> {
  /** Why tests were red. */
  readonly reasons: string[];
}

interface TestsOfFile {
  readonly names: readonly string[];
  readonly todo: readonly string[];
  /** Runs the tests one after another against this server. */
  run(environment: Readonly<Record<string, string>>): Promise<Outcomes>;
}

type Test = (context: { skip: () => never }) => Promise<void>;

const skipped = new Error('skipped');

/** `code` is JavaScript. */
export function testsOfFile(code: string): TestsOfFile {
  const load = (environment: Readonly<Record<string, string>>) => {
    const tests: { name: string; body: Test }[] = [];
    const todo: string[] = [];
    const register = Object.assign(
      (name: string, body: Test): void => void tests.push({ name, body }),
      { todo: (name: string): void => void todo.push(name) },
    );
    const inside = code.replace(/^import \{[\w, ]+\} from 'vitest';$/m, '');
    // Evaluating text is safe in this test, because the kit itself wrote it.
    const run = new Function('describe', 'test', 'expect', 'process', `'use strict';${inside}`);
    const group = (_: string, body: () => void): void => body();
    // The names of all tests are wanted, also without a server.
    const isSkipped = (is: boolean): boolean => is && environment['ANIMAL_STORE_URL'] !== undefined;
    const skipIf = (is: boolean) => (isSkipped(is) ? (): void => undefined : group);
    run(Object.assign(group, { skipIf }), register, expect, { env: environment });
    return { tests, todo };
  };
  const { tests, todo } = load({});
  return {
    names: tests.map(({ name }) => name),
    todo,
    async run(environment) {
      const outcomes: Outcomes = Object.assign([], { reasons: [] });
      for (const { name, body } of load(environment).tests)
        outcomes.push(
          await outcomeOf(body, (thrown) => outcomes.reasons.push(`${name}: ${String(thrown)}`)),
        );
      return outcomes;
    },
  };
}

async function outcomeOf(body: Test, onRed: (thrown: unknown) => void): Promise<Outcome> {
  try {
    await body({
      skip: () => {
        throw skipped;
      },
    });
    return 'green';
  } catch (thrown) {
    if (thrown === skipped) return 'skipped';
    onRed(thrown);
    return 'red';
  }
}
