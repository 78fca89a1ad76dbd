// Writes comparison.json, which contains the whole Comparison unchanged.
import { jsonText } from '../../../report/text/inert.js';
import type { Comparison } from '../comparison.js';

export const comparisonJson = (comparison: Comparison): string => `${jsonText(comparison, 1)}\n`;
