// The look of the page: one column for reading, beside it the list of what failed, system fonts, calm colours, a layout that
// holds from a phone to paper. Text on its ground has a contrast of at least 4.5, in the light and in the dark.
import { type Mark, markOrder } from '../../words.js';
import layout from './page.css?raw';

type InBoth = readonly [light: string, dark: string];

const byName = {
  ground: ['#f7f6f3', '#131417'],
  surface: ['#ffffff', '#1b1d21'],
  sunken: ['#f3f1ec', '#15171a'],
  ink: ['#1d1c1a', '#eceae6'],
  muted: ['#5d5953', '#a7a49d'],
  line: ['#e2ded6', '#34373d'],
  accent: ['#28508f', '#9dc0f5'],
  focus: ['#1a62d6', '#7fb0ff'],
  passed: ['#17693f', '#6dd09a'],
  failed: ['#b3261e', '#ff938a'],
  warning: ['#875400', '#f1bd62'],
  cantTell: ['#6546ad', '#c5b0ff'],
  known: ['#8a3f5c', '#eaa3bf'],
  observed: ['#1c6088', '#83c6f2'],
  inapplicable: ['#5d5953', '#a7a49d'],
  untested: ['#5d5953', '#a7a49d'],
  markground: ['#ffe2b8', '#6b4410'],
  shade: ['0 1px 2px rgb(40 30 10 / 6%), 0 4px 16px rgb(40 30 10 / 5%)', 'none'],
} satisfies Readonly<Record<Mark, InBoth> & Record<string, InBoth>>;

const [light, dark] = [0, 1].map((which) =>
  Object.entries(byName)
    .map(([name, values]) => `--${name}:${values[which]}`)
    .join(';'),
);

/** The colour of an outcome in the icon of the page, which no style sheet reaches. */
export const toneOf = (mark: Mark): string => byName[mark][0];

/** The system's choice, unless the reader has chosen. */
const colours = `:root{color-scheme:light;${light}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${dark}}}
:root[data-theme=dark]{color-scheme:dark;${dark}}
`;

/** Paper is always light. */
const paper = `@media print{:root,:root[data-theme=dark],:root:not([data-theme=light]){color-scheme:light;${light};--ground:#fff;--shade:none}}
`;

const marks = markOrder
  .map((mark) => `.${mark}{--tone:var(--${mark})}.fill-${mark}{fill:var(--${mark})}`)
  .join('');

export const style = `${colours}${marks}\n${layout}${paper}`;
