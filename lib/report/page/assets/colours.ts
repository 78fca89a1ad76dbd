// The colours of the page, once for light and once for dark. Text on its ground has a contrast of at least 4.5 in both.
import type { Mark } from '../../words.js';

type Names =
  | Mark
  | 'ground'
  | 'surface'
  | 'sunken'
  | 'ink'
  | 'muted'
  | 'line'
  | 'accent'
  | 'focus'
  | 'markground'
  | 'shade';

const light: Readonly<Record<Names, string>> = {
  ground: '#f7f6f3',
  surface: '#ffffff',
  sunken: '#f3f1ec',
  ink: '#1d1c1a',
  muted: '#5d5953',
  line: '#e2ded6',
  accent: '#28508f',
  focus: '#1a62d6',
  passed: '#17693f',
  failed: '#b3261e',
  warning: '#875400',
  cantTell: '#6546ad',
  known: '#8a3f5c',
  observed: '#1c6088',
  inapplicable: '#5d5953',
  untested: '#5d5953',
  markground: '#ffe2b8',
  shade: '0 1px 2px rgb(40 30 10 / 6%), 0 4px 16px rgb(40 30 10 / 5%)',
};

const dark: Readonly<Record<Names, string>> = {
  ground: '#131417',
  surface: '#1b1d21',
  sunken: '#15171a',
  ink: '#eceae6',
  muted: '#a7a49d',
  line: '#34373d',
  accent: '#9dc0f5',
  focus: '#7fb0ff',
  passed: '#6dd09a',
  failed: '#ff938a',
  warning: '#f1bd62',
  cantTell: '#c5b0ff',
  known: '#eaa3bf',
  observed: '#83c6f2',
  inapplicable: '#a7a49d',
  untested: '#a7a49d',
  markground: '#6b4410',
  shade: 'none',
};

const list = (colours: Readonly<Record<Names, string>>): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** The colour of an outcome in the icon of the page, which no style sheet reaches. */
export const toneOf = (mark: Mark): string => light[mark];

/** The system's choice, unless the reader has chosen. */
export const colours = `:root{color-scheme:light;${list(light)}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${list(dark)}}}
:root[data-theme=dark]{color-scheme:dark;${list(dark)}}
`;

/** Paper is always light. */
export const paper = `@media print{:root,:root[data-theme=dark],:root:not([data-theme=light]){color-scheme:light;${list(light)};--ground:#fff;--shade:none}}
`;
