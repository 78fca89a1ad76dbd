// Templates escape by themselves: whatever is put into one comes out as text, and only what a template made is markup.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../testing/any-text.js';
import { readHtml } from '../testing/pages/read-html.js';
import { nasty } from '../testing/reports/fixture-hostile.js';
import { readXml } from '../testing/formats/read-xml.js';
import { markdown, visible, visibleLines } from './text/inert.js';
import { type Content, html, joined, lines, md, mdCode, mdLink, verbatim, xml } from './markup.js';

const anything = fc.oneof(
  anyText(),
  fc.constantFrom(nasty, '"><b>', "' onload='x", '&lt;', '</p>', '-->', '\n  <b>\\n'),
);

describe('what is put into a template', () => {
  test('comes out as the text that it is, also in an attribute', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const { tags, text: read } = readHtml(html`<p title="${text}">${text}</p>`.toString());
        expect(tags).toEqual([{ name: 'p', attributes: { title: visible(text) } }]);
        expect(read).toBe(visible(text));
        expect(readHtml(html`<pre>${lines(text)}</pre>`.toString()).text).toBe(visibleLines(text));
        const root = readXml(xml`<a b="${text}">${text}</a>`.toString());
        expect([root.attributes['b'], root.text]).toEqual([visibleLines(text), visibleLines(text)]);
      }),
    );
  });

  test('is no sign of Markdown either', () => {
    const text = '[a](b) <c> @d\n# e | `f`';
    expect(`${md`- ${text} ${'*x* `y`'}`}`).toBe(`- ${markdown(text)} \\*x\\* \`y\``);
    expect(`${md`${mdCode('`|')}, ${mdLink('a]', 'b#c')}, ${mdLink('a', 'b)')}`}`).toBe(
      '`` `\\| ``, [a\\]](b#c), a',
    );
  });

  test('is markup when a template made it, one behind the other when there are several', () => {
    const bold = html`<b>${'<'}</b>`;
    expect(`${html`<p>${bold}${[bold, ' & ', [1]]}</p>`}`).toBe(
      '<p><b>&lt;</b><b>&lt;</b> &amp; 1</p>',
    );
    expect(`${html`${joined(['a', bold, 'c'], html`<br>`)}`}`).toBe('a<br><b>&lt;</b><br>c');
  });

  test('is nothing when there is nothing', () =>
    expect(`${html`<p title="${null}">${undefined}${null}${false}${''}${[]}</p>`}`).toBe(
      '<p title=""></p>',
    ));
});

describe('what only looks like markup', () => {
  const made = html`<b>x</b>`;
  const forged: readonly (readonly [string, unknown])[] = [
    ...['{}', '{"source":"<b>x</b>"}', '{"#source":"<b>x</b>"}', '{"toString":"<b>x</b>"}'].map(
      (text) => [text, JSON.parse(text)] as const,
    ),
    ['true', true],
    ['what JSON makes of markup', JSON.parse(JSON.stringify({ ...made }))],
    ['a child of the same class', Object.create(Object.getPrototypeOf(made) as object)],
    [
      'a child of markup that says another text',
      Object.assign(Object.create(made) as object, { toString: () => '<b>x</b>' }),
    ],
    ['an object with its methods', { toString: () => '<b>x</b>', constructor: made.constructor }],
    ['a text as an object', new String('<b>x</b>')],
    ['a function', () => '<b>x</b>'],
  ];

  test.each(forged)('%s is refused, also in a list and in an attribute', (_, value) => {
    const content = value as Content;
    expect(() => html`<p>${content}</p>`).toThrow(TypeError);
    expect(() => html`<p>${[content]}</p>`).toThrow(TypeError);
    expect(() => html`<p title="${content}"></p>`).toThrow(TypeError);
  });
});

describe('where escaping does not help, nothing is put', () => {
  const x = 'x';
  test.each([
    ['an attribute without quotes', () => html`<p title=${x}></p>`],
    ['an attribute in single quotes', () => html`<p title='${x}'></p>`],
    ['the name of an attribute', () => html`<p ${x}="y"></p>`],
    ['behind an attribute', () => html`<p title="${x}" ${x}></p>`],
    ['the name of an element', () => html`<${x}></p>`],
    ['a comment', () => html`<!-- ${x} -->`],
    ['a script', () => html`<script>${x}</script>`],
    ['an attribute that runs', () => html`<p title="x" onclick="f('${x}')"></p>`],
    ['an attribute that styles', () => html`<p style="color:${x}"></p>`],
    ['a style', () => html`<style media="print">${x}</style>`],
  ])('%s', (_, make) => expect(make).toThrow(/may stand in text or in a quoted attribute/));

  test('markup in an attribute', () =>
    expect(() => html`<p title="${html`<b class="x"></b>`}"></p>`).toThrow(TypeError));

  test('a script or a style that could end its element', () => {
    expect(`${verbatim('script', 'a < b && c', { id: 'x"' })}`).toBe(
      '<script id="x&quot;">a < b && c</script>',
    );
    for (const content of ['</script>', '</SCRIPT', '<!-- <script>'])
      expect(() => verbatim('script', content)).toThrow(/cannot stand in a script/);
  });
});

test('leaves out how a template is laid out', () => {
  const word = 'word';
  expect(
    `${html`<p
      title="${word}"
    >
      One line
      and ${word}
      <b>${word}</b>\n
      ${word}
    </p>`}`,
  ).toBe('<p title="word">One line and word<b>word</b>\nword</p>');
});

test('refuses an escape that it does not know, which would stand in the page as it is', () => {
  expect(() => html`<p>\u2026</p>`).toThrow(/Only \\n is an escape/);
});
