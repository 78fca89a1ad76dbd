'use strict';
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const one = (selector) => document.querySelector(selector);
const state = { mark: new Set(), kind: new Set(), text: '' };
const items = all('.item');
const words = new Map(items.map((item) => [item, item.textContent.toLowerCase()]));
const rules = all('.rule.item');
const cards = all('#failures .card');
const entries = new Map(all('.causes a').map((entry) => [entry.hash.slice(1), entry]));

function wanted(item) {
  if (state.mark.size > 0 && !state.mark.has(item.dataset.mark)) return false;
  if (state.kind.size > 0 && !item.dataset.kind.split(' ').some((kind) => state.kind.has(kind)))
    return false;
  return state.text.split(/\s+/).every((word) => words.get(item).includes(word));
}

function apply() {
  for (const item of items) item.hidden = !wanted(item);
  for (const group of all('.clausegroup, #failures, #undecided, #silent'))
    group.hidden = all('.item', group).every((item) => item.hidden);
  one('#no-match').hidden = items.some((item) => !item.hidden);
  const shown = rules.filter((rule) => !rule.hidden).length;
  one('#shown').textContent = shown + ' of ' + rules.length + ' shown';
  const filtered = state.mark.size + state.kind.size > 0 || state.text !== '';
  one('#clear').hidden = !filtered;
  one('#filter').textContent = filtered ? 'Filter: ' + one('#shown').textContent : 'Filter';
  for (const card of cards)
    if (entries.has(card.id)) entries.get(card.id).parentElement.hidden = card.hidden;
  if (filtered) unfold(one('#failures > details'));
  mark();
  for (const button of all('.toolbar [data-filter]'))
    button.setAttribute('aria-pressed', String(state[button.dataset.filter].has(button.value)));
}

// Folded content shows only when everything around it is open.
function unfold(node) {
  for (; node; node = node.parentElement) if (node.tagName === 'DETAILS') node.open = true;
}

function clear() {
  state.mark.clear();
  state.kind.clear();
  state.text = one('#search').value = '';
  apply();
}

for (const button of all('.toolbar [data-filter]')) {
  button.addEventListener('click', () => {
    const chosen = state[button.dataset.filter];
    if (!chosen.delete(button.value)) chosen.add(button.value);
    apply();
  });
}
one('#search').addEventListener('input', (event) => {
  state.text = event.target.value.trim().toLowerCase();
  apply();
});
one('#clear').addEventListener('click', () => {
  clear();
  one('#search').focus();
});

one('#filter').addEventListener('click', () => {
  const folded = one('#filter').getAttribute('aria-expanded') === 'false';
  one('#filter').setAttribute('aria-expanded', String(folded));
});

// The list of failures marks the one that is being read: the one just below the toolbar.
const readingLine = 112;
const read = () =>
  cards.find((card) => !card.hidden && card.getBoundingClientRect().bottom > readingLine);

function mark() {
  if (entries.size === 0) return;
  const current = entries.get(read()?.id);
  for (const entry of entries.values()) {
    if (entry !== current) entry.removeAttribute('aria-current');
    else if (!entry.hasAttribute('aria-current')) {
      entry.setAttribute('aria-current', 'true');
      const list = entry.closest('.causes');
      list.scrollTop = entry.offsetTop - list.clientHeight / 2;
    }
  }
}
addEventListener('scroll', mark, { passive: true });
addEventListener('resize', mark);

function goToFailure(by) {
  const shown = cards.filter((card) => !card.hidden);
  const from = one('#failures > details:not([open])') ? -1 : shown.indexOf(read());
  const next = from < 0 ? shown.at(by > 0 ? 0 : -1) : shown[from + by];
  if (!next) return;
  const cause = one('#' + CSS.escape(next.id) + ' > .cause');
  unfold(cause);
  next.scrollIntoView({ block: 'start', behavior: 'instant' });
  cause.querySelector('summary').focus({ preventScroll: true });
}

// A link to a rule that is filtered away shows it again.
function reveal() {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    return;
  }
  const target = id === '' ? null : document.getElementById(id);
  if (target === null) return;
  if (target.closest('[hidden]')) clear();
  unfold(target.matches('.card, #failures') ? target.querySelector('details') : target);
  target.scrollIntoView({ block: 'start', behavior: 'instant' });
  if (target.matches('.rule')) target.focus({ preventScroll: true });
}
addEventListener('hashchange', reveal);

// Keys: Ctrl or Command with K goes to the search, Escape clears it, arrows go from rule to rule, letters from failure to failure.
const failureKeys = { j: 1, n: 1, k: -1, p: -1 };
addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    one('#search').focus();
    one('#search').select();
  } else if (event.key === 'Escape' && event.target.closest?.('.toolbar')) {
    clear();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const from = event.target.closest?.('.rule.item');
    const start = event.target.id === 'search' && event.key === 'ArrowDown';
    if (!from && !start) return;
    const visible = rules.filter((rule) => !rule.hidden);
    const next = visible[start ? 0 : visible.indexOf(from) + (event.key === 'ArrowDown' ? 1 : -1)];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  } else if (
    failureKeys[event.key] &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    !event.target.matches?.('input')
  ) {
    goToFailure(failureKeys[event.key]);
  }
});

async function copy(button) {
  const code = button.closest('.command').querySelector('code');
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    const range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    document.execCommand('copy');
  }
  button.textContent = 'Copied';
  one('#announce').textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
    one('#announce').textContent = '';
  }, 1600);
}
for (const button of all('.copy')) {
  button.hidden = false;
  button.addEventListener('click', () => copy(button));
}

const themes = ['system', 'light', 'dark'];
const themeNames = { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' };
let theme = 0;
one('#theme').hidden = false;
one('#theme').addEventListener('click', () => {
  theme = (theme + 1) % themes.length;
  const name = themes[theme];
  if (name === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  one('#theme').textContent = themeNames[name];
});

async function reportText() {
  const stored = one('#report-json');
  if (stored.dataset.packed !== 'deflate') return stored.textContent;
  const bytes = Uint8Array.from(atob(stored.textContent.trim()), (character) =>
    character.charCodeAt(0),
  );
  return new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')),
  ).text();
}
if (one('#report-json')) {
  one('#save').hidden = false;
  one('#save').addEventListener('click', async () => {
    const address = URL.createObjectURL(
      new Blob([await reportText()], { type: 'application/json' }),
    );
    const link = Object.assign(document.createElement('a'), {
      href: address,
      download: 'report.json',
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  });
}

let closed = [];
addEventListener('beforeprint', () => {
  closed = all('#failures > details, .card details, #contract details').filter(
    (details) => !details.open,
  );
  for (const details of closed) details.open = true;
});
addEventListener('afterprint', () => {
  for (const details of closed) details.open = false;
});

// On a phone, one open cause fills the screen.
if (matchMedia('(max-width:46rem)').matches)
  for (const cause of all('.cause').slice(1)) cause.open = false;

for (const part of all('.scripted')) part.hidden = false;
for (const button of all('.toolbar [data-filter]')) button.disabled = false;
apply();
reveal();
