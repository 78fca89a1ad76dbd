import { describe, expect, test } from 'vitest';
import { loadLedger } from '../../contract/ledger.js';
import { chosenIds, idsInScope, ruleOf } from './only.js';

const all = loadLedger().rules;
const idsOf = (choose: (rule: (typeof all)[number]) => boolean): string[] =>
  all.filter(choose).map((rule) => rule.id);

describe('--only', () => {
  test('takes ids, globs, suites and clauses, and keeps the order of the ledger', () => {
    expect(chosenIds(['messages.echo'])).toEqual(['messages.echo']);
    expect(chosenIds(['messages.*'])).toEqual(idsOf(({ id }) => id.startsWith('messages.')));
    expect(chosenIds(['messages'])).toEqual(chosenIds(['messages.*']));
    expect(chosenIds(['*.wrong-key'])).toEqual(['messages.wrong-key', 'authentication.wrong-key']);
    expect(chosenIds(['*.unique-id?'])).toEqual(idsOf(({ id }) => id.endsWith('.unique-ids')));
    expect(chosenIds(['4.1'])).toEqual(idsOf(({ clause }) => clause === '4.1'));
    expect(chosenIds(['4'])).toEqual(
      idsOf(({ clause }) => clause === '4' || clause.startsWith('4.')),
    );
    expect(chosenIds(['5', '4.1'])).toEqual(
      idsOf(({ clause }) => clause === '5' || clause === '4.1'),
    );
    expect(chosenIds(['*'])).toEqual(all.map((rule) => rule.id));
  });

  test('takes several stars in one glob, and any number of them in no time', () => {
    expect(chosenIds(['list*.as*d'])).toEqual(['list-animals.as-created']);
    expect(chosenIds(['**echo**'])).toEqual(['messages.echo']);
    expect(() => chosenIds(['messages.echo*echo'])).toThrow();
    expect(() => chosenIds([`${'*'.repeat(1000)}z`])).toThrow('no rule has this id');
    expect(() => chosenIds([`${'*a*e*i*n'.repeat(100)}z`])).toThrow('no rule has this id');
  });

  test('takes no character of a glob for anything else', () => {
    expect(() => chosenIds(['messagesXecho'])).toThrow();
    expect(() => chosenIds(['(messages.echo|x)'])).toThrow();
    expect(() => chosenIds(['essages.echo'])).toThrow();
  });

  test.each([
    ['list-animals.fliter', 'list-animals.filter'],
    ['list-animal.*', 'list-animals.*'],
    ['message', 'messages.*'],
    ['queued', 'messages.queued'],
    ['messages.limits-accepted', 'list-animals.limits-accepted'],
  ])('finds for %s the nearest: %s', (pattern, near) => {
    expect(() => chosenIds([pattern])).toThrow(`Did you mean ${near}?`);
  });

  test('lists the clauses for one that does not exist', () => {
    expect(() => chosenIds(['4.9'])).toThrow(/clauses are 1, 2, 3/);
  });

  test('knows one rule by its id alone', () => {
    expect(ruleOf('messages.echo').clause).toBe('2');
    expect(() => ruleOf('messages.ehco')).toThrow('Did you mean messages.echo?');
    for (const many of ['messages', 'messages.*', '4.5'])
      expect(() => ruleOf(many)).toThrow(
        new RegExp(
          `^"${many.replace('*', '\\*')}" stands for \\d+ rules: specify one rule, such as messages\\.`,
        ),
      );
  });
});

describe('--exclude', () => {
  test('leaves rules out of all, or of those of --only', () => {
    expect(idsInScope([], ['messages', '4.1'])).toEqual(
      idsOf(({ id, clause }) => !id.startsWith('messages.') && clause !== '4.1'),
    );
    expect(idsInScope(['messages'], ['messages.echo'])).toEqual(
      idsOf(({ id }) => id.startsWith('messages.') && id !== 'messages.echo'),
    );
    expect(idsInScope(['messages'], [])).toEqual(chosenIds(['messages']));
  });

  test('is refused where no rule has the name, or none is left', () => {
    expect(() => idsInScope([], ['mesages'])).toThrow(
      /^--exclude "mesages": no rule has this id or clause\. Did you mean messages\.\*\?/,
    );
    expect(() => idsInScope(['messages.echo'], ['messages'])).toThrow(
      '--exclude leaves no rule to run',
    );
  });
});
