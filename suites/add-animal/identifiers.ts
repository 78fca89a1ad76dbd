// Clause 2: the service assigns the identifier, and no two animals share one, even if they have the same name. Rules
// only.
import { jsonText, type NewAnimal } from '../../lib/contract/values/values.js';
import {
  addedAnimal,
  animalOf,
  accuse,
  notApplicable,
  expectStatus,
  experiment,
  isRefusal,
  isSuccess,
  noEvidence,
  observeEach,
  remembering,
  rule,
  statusOf,
  undecided,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import { addAndFetch, fetchWhenThere } from '../animals.js';
import { inOrder } from '../forms/bodies.js';
import {
  adds,
  addsWithoutStatus,
  inWords,
  namesInUnicode,
  rightAfterARefusal,
  type Add,
} from './adds.js';

/** Readers that take no notice of case know the first, and databases the others. */
const otherNames = ['ID', '_id', 'petId', 'pk'];

const clientIds = experiment({
  name: 'an id in the request',
  stage: 'populated',
  needs: ['writes'],
  fewer: 4,
  cases: async (setup) => {
    const { id } = await setup.knownAnimal();
    const { animal } = await setup.acceptedTwin();
    // A server that assigns sequential numbers is not about to assign any of these.
    const free = [700_001n, -500_003n, 4_611_686_018_427_387_909n];
    // A later run leaves fewer animals behind, and still sends each kind: two runs are to observe the same.
    const numbers = (await setup.isKnown()) ? free.slice(0, 1) : free;
    return [
      ...numbers.map((above) => ({ label: 'a number', above })),
      { label: 'an identifier in use', id },
      { label: 'a string', above: 700_003n, quote: '"' },
      { label: 'under other names', above: 700_005n, members: otherNames },
    ].map((one): ClientId => ({ members: ['id'], quote: '', animal, ...one }));
  },
  // The name is used nowhere else: a server that returns an existing animal of the same name has not adopted the id.
  send: async ({ members, quote, animal, above = 0n, id }, session) => {
    const sent = session.marked({ ...animal, name: 'Own id' });
    const wanted = id ?? String(above < 0n ? above - numberOf(sent) : above + numberOf(sent));
    const ids = members.map((member) => `"${member}":${quote}${wanted}${quote},`).join('');
    const raw = jsonText(sent).replace('{', `{${ids}`);
    const added = await session.add({ raw }, { validity: 'open' });
    if (id === undefined || animalOf(added)?.id !== id) return { wanted, added, isAnyones: false };
    // A server that gives every animal this identifier has not adopted it.
    const next = await session.add(session.marked({ ...animal, name: 'No id' }));
    return { wanted, added, isAnyones: animalOf(next)?.id === id };
  },
  describe: ({ label, above = 0n, id, members }) =>
    `${members.join(', ')} ${id ?? `${above < 0n ? 'below' : 'above'} ${above}`}, ${label}`,
});

interface ClientId {
  readonly label: string;
  readonly members: readonly string[];
  readonly quote: string;
  readonly animal: NewAnimal;
  /** An identifier that is used already. */
  readonly id?: string;
  /** One that is not: this number and that of the animal. */
  readonly above?: bigint;
}

/** Another number for each run, because an earlier run may have had one adopted. */
const numberOf = ({ name }: NewAnimal): bigint =>
  [...name].reduce(
    (sum, character) => (sum * 31n + BigInt(character.charCodeAt(0))) % 1_000_000_007n,
    0n,
  );

interface Namesakes extends Add {
  /** The identifier of an animal that was added long before the two. */
  readonly old: string | undefined;
  /** An earlier run has tried it with two at the same time. */
  readonly isOnceMore: boolean;
}

/** Runs while little else is sent, so that both of two requests are sent at once. */
const twins = experiment({
  name: 'two animals of one name',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup) => {
    const categoryId = await setup.category();
    // This animal was added while the run was prepared, and no other has its name.
    const earliest = setup.firstAdded().at(-1);
    const old = earliest && animalOf(earliest.added)?.id;
    const animal: NewAnimal = { name: 'Double', categoryId, status: await setup.fullest() };
    // A later run leaves fewer animals behind.
    return [{ animal, fetch: setup.servesGetPet, old, isOnceMore: await setup.isKnown() }];
  },
  send: async ({ animal, fetch, old, isOnceMore }: Namesakes, session) => {
    const named = session.marked(animal);
    const first = await addAndFetch(named, session, fetch);
    // A server may take one of two requests at once for the other, sent again.
    const [second, third] = await Promise.all([
      addAndFetch(named, session, fetch),
      isOnceMore ? undefined : session.add(named),
    ]);
    const wasThere = first.fetched && isSuccess(first.fetched);
    const firstAgain = wasThere && first.known && (await fetchWhenThere(first.known.id, session));
    // If older animals are gone as well, the shared name is not the cause.
    const isGone = firstAgain && statusOf(firstAgain) === 404;
    const areOldGone = isGone && old !== undefined && statusOf(await session.get(old)) === 404;
    return { first: first.added, second: second.added, third, firstAgain, areOldGone };
  },
  describe: (value: Namesakes) => inWords(value),
});

export const rules = [
  observeEach(
    'add-animal.client-id',
    clientIds,
    ({ added }, { label }) => `${label}: ${statusOf(added)}`,
    (answers) => inOrder(answers),
  ),

  rule('add-animal.assigns-id', clientIds, ({ added, wanted, isAnyones }) => {
    if (isRefusal(added)) notApplicable('id refused');
    if (isAnyones) noEvidence();
    expectOther(wanted, added);
  }),

  remembering(
    'add-animal.unique-ids',
    [...adds, addsWithoutStatus, namesInUnicode, rightAfterARefusal],
    () => {
      const seen = new Set<string>();
      return (result) => {
        const all = 'inTurn' in result ? result.inTurn : [result];
        for (const { added } of all) expectNew(added, seen);
      };
    },
  ),

  rule('add-animal.names-may-repeat', twins, ({ first, second, third, firstAgain, areOldGone }) => {
    if (!isSuccess(first)) undecided('namesake refused');
    for (const namesake of third ? [second, third] : [second])
      if (!isSuccess(namesake)) expectStatus(namesake, 201, 'with a name that is already in use');
    const { id } = addedAnimal(first);
    if (addedAnimal(second).id === id)
      accuse('the first of two namesakes again', second, { values: { id } });
    if (third && addedAnimal(third).id === addedAnimal(second).id)
      accuse('one of two namesakes at once', third, { values: { id: addedAnimal(second).id } });
    if (areOldGone) undecided('older ones gone');
    if (firstAgain && statusOf(firstAgain) === 404)
      accuse('the first of two namesakes gone', firstAgain, { actual: 404, values: { id } });
  }),
];

function expectOther(wanted: string, added: Exchange): void {
  if (addedAnimal(added).id !== wanted) return;
  accuse('the identifier of the request', added, { values: { id: wanted } });
}

function expectNew(added: Exchange, seen: Set<string>): void {
  const { id } = addedAnimal(added);
  if (seen.has(id)) accuse('one identifier for two animals', added, { values: { id } });
  seen.add(id);
}
