// Whether two runs asked their targets for the same. If not, only what both asked for is compared.
import type { Report } from '../../judge/result/report.js';
import { scopeOf } from '../../report/words.js';

export const askedAlike = (a: Report, b: Report): boolean =>
  scopeOf(a) === scopeOf(b) && a.run.effort === b.run.effort;
