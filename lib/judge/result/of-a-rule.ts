// Limits that the result of a rule has in a whole run and in a merged one alike.

/** The most failures of a rule, because further ones of the same defect say nothing new. */
export const mostFailures = 6;

/** The conclusion of a rule whose experiments gave it nothing to judge. */
export const noCase = {
  outcome: 'cantTell',
  reason: { what: 'nothing to judge' },
} as const;
