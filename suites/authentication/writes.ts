// Clause 5: an add without a valid key adds nothing, whatever its response says.
import { statuses } from '../../lib/contract/facts.js';
import { isRareScheme } from '../../lib/contract/keys.js';
import { jsonText, type NewAnimal } from '../../lib/contract/values/values.js';
import {
  experiment,
  rule,
  type Session,
  type Exchange,
  type KeyForm,
  type Setup,
} from '../../lib/judge/rules/index.js';
import {
  bisect,
  expectNothingHidden,
  newEntries,
  takesEffect,
  type Entry,
} from '../new-entries.js';
import { noKey } from './calls.js';

interface Form extends KeyForm {
  readonly added: NewAnimal;
}

interface Writes {
  readonly animal: NewAnimal;
  readonly forms: readonly Form[];
}

const fewest = statuses.length + 2;

const writesWithoutKey = experiment({
  name: 'adds without a valid key, and then the lists',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup) => {
    const { animal } = await setup.acceptedTwin();
    const forms = formsOf(animal, setup);
    // The first part has one form for each animal: it finds most defects, and takes few requests.
    return [forms.slice(0, fewest), forms.slice(fewest)].map((some) => ({ animal, forms: some }));
  },
  send: async ({ animal, forms }: Writes, session) => {
    const { done, entries, hidden } = await newEntries(session, {
      canary: (name) => ({ ...animal, name }),
      act: () => Promise.all(forms.map((form, index) => attempt(form, index, session))),
      byIdentifier: true,
    });
    return { attempts: done, entries, hidden };
  },
  smaller: ({ animal, forms }) => bisect(forms).map((half) => ({ animal, forms: half })),
  describe: ({ forms }) =>
    forms.length === 1
      ? `${forms[0]?.label}: ${jsonText(forms[0]?.added)}`
      : `${forms.length} animals without a valid key`,
});

/** Varies the animal as well as the key, because what is added without a key may depend on both. */
function formsOf(animal: NewAnimal, setup: Setup): readonly Form[] {
  const { credentials } = setup;
  const { status: _, ...withoutStatus } = animal;
  const animals = [...statuses.map((status) => ({ ...animal, status })), withoutStatus];
  const forms = credentials.otherForms.filter((form) => !isRareScheme(form.label));
  const keys = [...animals.map(() => noKey), ...credentials.wrongKeys, ...forms];
  return keys.map(({ label, how }, index) => ({
    label,
    how,
    added: animals[index % animals.length] ?? animal,
  }));
}

interface Attempt {
  readonly name: string;
  readonly label: string;
  readonly answered: Exchange;
}

async function attempt(
  { label, how, added }: Form,
  index: number,
  session: Session,
): Promise<Attempt> {
  const animal = session.marked({ ...added, name: `Key ${index + 1}` });
  return { name: animal.name, label, answered: await session.add(animal, how) };
}

export const rules = [
  rule('authentication.writes-nothing', writesWithoutKey, ({ attempts, entries, hidden }) => {
    for (const one of attempts) expectNothingOf(one, entries);
    expectNothingHidden(hidden, 'adds cannot be seen');
  }),
];

function expectNothingOf({ name, label, answered }: Attempt, entries: readonly Entry[]): void {
  const added = entries.find((entry) => isLike(name, entry.name));
  if (added) takesEffect(added, answered, label);
}

/** Compares names loosely, because the service may have altered the name. */
const isLike = (sent: string, name: unknown): boolean =>
  typeof name === 'string' && name.trim().toLowerCase() === sent.toLowerCase();
