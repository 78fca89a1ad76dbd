'use strict';
const { shown, mostUpright, glyphs, rows, entries } = JSON.parse(
  document.getElementById('data').textContent,
);
const one = (id) => document.getElementById(id);
const lines = [...document.querySelectorAll('.matrix tbody tr')];
let from = 0;
let found = entries;

function cell(entry, letter, place) {
  const [folder, , , standing] = entry;
  const td = document.createElement('td');
  td.className = standing;
  const glyph = glyphs[letter];
  if (!glyph) return td;
  td.classList.add(glyph[1]);
  const a = document.createElement('a');
  a.href = path(folder) + '/report.html#' + place;
  a.title = glyph[2];
  a.textContent = glyph[0];
  td.append(a);
  return td;
}

const path = (folder) => folder.split('/').map(encodeURIComponent).join('/');

function head(entry) {
  const [folder, name, organisation, standing] = entry;
  const th = document.createElement('th');
  th.scope = 'col';
  th.className = standing;
  th.title = organisation;
  // The pages of a refused certificate say what its maker likes, so nothing leads there.
  const a = document.createElement(standing === 'refused' ? 'span' : 'a');
  if (standing !== 'refused') a.href = path(folder) + '/index.html';
  a.textContent = standing === 'verified' ? name : name + ' (' + standing + ')';
  th.append(a);
  return th;
}

function draw() {
  const part = found.slice(from, from + shown);
  one('heads').className = part.length <= mostUpright ? 'upright' : '';
  one('heads').replaceChildren(document.createElement('td'), ...part.map(head));
  lines.forEach((line, at) =>
    line.replaceChildren(
      line.cells[0],
      ...part.map((entry) => cell(entry, entry[4][at], rows[at])),
    ),
  );
  one('where').textContent =
    found.length === 0
      ? 'none found'
      : from + 1 + '–' + (from + part.length) + ' of ' + found.length;
  one('back').hidden = one('on').hidden = found.length <= shown;
  one('where').hidden = found.length <= shown && found.length === entries.length;
  one('back').disabled = from === 0;
  one('on').disabled = from + shown >= found.length;
}

function find() {
  const words = one('search').value.toLowerCase().split(/\s+/);
  const only = one('problems').checked;
  found = entries.filter(
    ([, name, organisation, standing, , problems]) =>
      (!only || problems > 0 || standing !== 'verified') &&
      words.every((word) => (name + ' ' + organisation).toLowerCase().includes(word)),
  );
  from = 0;
  draw();
}

one('turn').hidden = entries.length < 2;
one('back').addEventListener('click', () => {
  from = Math.max(0, from - shown);
  draw();
});
one('on').addEventListener('click', () => {
  from += shown;
  draw();
});
one('search').addEventListener('input', find);
one('problems').addEventListener('change', find);
draw();
