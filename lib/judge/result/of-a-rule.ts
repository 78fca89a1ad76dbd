// What the result of a rule has in common, whether it is that of a whole run or of several parts.

/** The same defect breaks a rule in many ways: more of them than this say nothing new. */
export const mostFailures = 6;

/** The rule was tried, and nothing came about that it could have judged. */
export const noCase = { outcome: 'cantTell', reason: 'no test case could be built' } as const;
