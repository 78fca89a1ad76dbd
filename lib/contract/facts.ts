// The facts of the contract that rules, values and sentences quote. They are read from spec/openapi.yaml, and never
// typed in.
import { operationDescribed, plainSchema } from './description.js';

/** One of the words of PetStatus. */
export type Status = string;

const bounds = operationDescribed('listPets').parameters?.find(
  ({ name }) => name === 'limit',
)?.schema;
const sunset = operationDescribed('getPet')['x-sunset'];

export const statuses: readonly Status[] =
  plainSchema('PetStatus').enum ?? missing('the enum of PetStatus');

/** The status of animals whose status does not matter. */
export const [firstStatus = missing('a status')] = statuses;
/** The status of animals that need another status than most. */
export const lastStatus = statuses.at(-1) ?? firstStatus;

export const minimumLimit = bounds?.minimum ?? missing('the least limit of listPets');
export const maximumLimit = bounds?.maximum ?? missing('the greatest limit of listPets');
/** The limit that applies if a request has none. */
export const defaultLimit = Number(bounds?.default ?? missing('the default limit of listPets'));
/** Passed to the reference server, which imports nothing itself. */
export const referenceFacts = { defaultLimit, highestLimit: maximumLimit, statuses };

/** The day from which getPet may be gone, as YYYY-MM-DD and in words. */
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
