// The single entrance to the values that rules send: valid ones, odd ones, and ones that are wrong in a single respect.
// All follow the schemas of spec/openapi.yaml. Nothing is sent or judged here.
export { jsonText } from './json-text.js';
export {
  type NewAnimal,
  int64Arbitrary,
  int64s,
  textValues,
  validAnimals,
} from './valid-values.js';
export {
  type NamedText,
  isOddName,
  nameOfManyKinds,
  namesOfTheHerd,
  namesWithSigns,
  oddNames,
  paddedNames,
  rewrittenTexts,
  shortestName,
  unicodeTwins,
} from './names.js';
export { type InvalidBody, type InvalidKind, invalidBodies } from './invalid-bodies.js';
export {
  type WrongBody,
  nearlyJson,
  notJson,
  notObjects,
  otherCaseMembers,
} from './broken-bodies.js';
export {
  commonKeys,
  keysBeyondAscii,
  type OtherForm,
  otherForms,
  otherPlaces,
  wrongKeys,
} from '../keys.js';
export { inOneForm, utcTimestamp } from './timestamps.js';
export { isOtherForm, isTrimmed } from './name-forms.js';
export {
  attestingNothing,
  categoryBeforeDouble,
  holdsWithStatus,
  testimonyOf,
  marksIn,
  markWord,
  withoutMarks,
  type Testimony,
} from './testimony.js';

/** The origin of a page in a browser, which belongs to no target. */
export const otherOrigin = 'https://client.example';
/** The origin of a page that is being developed, which a server may trust by mistake. */
export const localOrigin = 'http://localhost:3000';
