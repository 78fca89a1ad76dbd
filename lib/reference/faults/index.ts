// All faults, by the part of the contract for whose rules they are made. No fault is defined here.
import { addAnswers } from './add/answers.js';
import { addFields } from './add/fields.js';
import { addIdentifiers } from './add/identifiers.js';
import { addNames } from './add/names.js';
import { addSpelling } from './add/spelling.js';
import { addStored } from './add/stored.js';
import { authenticationAnswers } from './authentication/answers.js';
import { authenticationEveryRequest } from './authentication/every-request.js';
import { authenticationForms } from './authentication/forms.js';
import { authenticationKeys } from './authentication/keys.js';
import { authenticationMissing } from './authentication/missing.js';
import { errorsErrorObject } from './errors/error-object.js';
import { errorsInvalidRequests } from './errors/invalid-requests.js';
import { errorsUnknownPaths } from './errors/unknown-paths.js';
import { errorsValidRequests } from './errors/valid-requests.js';
import type { Fault } from './fault.js';
import { getExact } from './get/exact.js';
import { getIdentifiers } from './get/identifiers.js';
import { getRemoval } from './get/removal.js';
import { invalidBodies } from './invalid/bodies.js';
import { invalidCategories } from './invalid/categories.js';
import { invalidNames } from './invalid/names.js';
import { invalidStatuses } from './invalid/statuses.js';
import { listDefaultAndHighestLimit } from './list/default-and-highest-limit.js';
import { listFilter } from './list/filter.js';
import { listLimits } from './list/limits.js';
import { listPresence } from './list/presence.js';
import { listShape } from './list/shape.js';
import { listShown } from './list/shown.js';
import { messagesAnswers } from './messages/answers.js';
import { messagesBodies } from './messages/bodies.js';
import { messagesEcho } from './messages/echo.js';
import { messagesKeys } from './messages/keys.js';
import { messagesTimestamps } from './messages/timestamps.js';
import { serviceBodies } from './service/bodies.js';
import { serviceAsAWhole } from './service/service.js';

export const faultsByPart = {
  service: [...serviceAsAWhole, ...serviceBodies],
  list: [
    ...listShape,
    ...listLimits,
    ...listDefaultAndHighestLimit,
    ...listFilter,
    ...listPresence,
    ...listShown,
  ],
  add: [...addAnswers, ...addNames, ...addFields, ...addIdentifiers, ...addStored, ...addSpelling],
  invalid: [...invalidNames, ...invalidCategories, ...invalidStatuses, ...invalidBodies],
  get: [...getExact, ...getIdentifiers, ...getRemoval],
  messages: [
    ...messagesAnswers,
    ...messagesEcho,
    ...messagesTimestamps,
    ...messagesKeys,
    ...messagesBodies,
  ],
  authentication: [
    ...authenticationKeys,
    ...authenticationMissing,
    ...authenticationForms,
    ...authenticationEveryRequest,
    ...authenticationAnswers,
  ],
  errors: [
    ...errorsErrorObject,
    ...errorsValidRequests,
    ...errorsInvalidRequests,
    ...errorsUnknownPaths,
  ],
} satisfies Readonly<Record<string, readonly Fault[]>>;

export const faults: readonly Fault[] = Object.values(faultsByPart).flat();
