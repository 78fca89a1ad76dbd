// Limits that the result of a rule has in a whole run and in a merged one alike.

/** The same defect breaks a rule in many ways: more of them than this say nothing new. */
export const mostFailures = 6;

/** The rule was tried, and nothing came about that it could have judged. */
export const noCase = {
  outcome: 'cantTell',
  reason: 'nothing came up that this rule judges',
} as const;
