// The facts of the contract that rules, values and sentences quote, read once from spec/openapi.yaml: nobody types them in.
import { operationDescribed, plainSchema } from './description.js';

/** One of the words of PetStatus. */
export type Status = string;

const bounds = operationDescribed('listPets').parameters?.find(
  ({ name }) => name === 'limit',
)?.schema;
const sunset = operationDescribed('getPet')['x-sunset'];

export const statuses: readonly Status[] =
  plainSchema('PetStatus').enum ?? missing('the enum of PetStatus');

/** For animals of which any will do. */
export const [firstStatus = missing('a status')] = statuses;
/** For what shall be of another status than most. */
export const lastStatus = statuses.at(-1) ?? firstStatus;

/** The bounds of a list's limit. */
export const minimumLimit = bounds?.minimum ?? missing('the least limit of listPets');
export const maximumLimit = bounds?.maximum ?? missing('the greatest limit of listPets');
/** What is meant when the limit is left out. */
export const defaultLimit = Number(bounds?.default ?? missing('the default limit of listPets'));
/** As the reference server takes them, which imports nothing. */
export const referenceFacts = { defaultLimit, highestLimit: maximumLimit, statuses };

/** From this day on getPet may be gone: YYYY-MM-DD, and as a sentence has it. */
export const removalDay = sunset ?? missing('x-sunset of getPet');
export const removalDayInWords = new Date(`${removalDay}T00:00:00Z`).toLocaleDateString('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

function missing(what: string): never {
  throw new Error(`spec/openapi.yaml lacks ${what}: write it down.`);
}
