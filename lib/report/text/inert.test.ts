// Text from a target is shown but never takes effect: one test for each way in which it could.
import { describe, expect, test } from 'vitest';
import { nasty } from '../../testing/reports/fixture-hostile.js';
import {
  annotation,
  annotationProperty,
  cut,
  htmlLines,
  htmlText,
  jsonText,
  markdown,
  markdownBlock,
  markdownCode,
  terminal,
  inLog,
  visible,
  visibleLines,
  xmlAttribute,
  xmlText,
} from './inert.js';
import { readXml } from '../../testing/formats/read-xml.js';

const escape = String.fromCharCode(27);

describe('hidden characters', () => {
  test.each([
    [escape, '␛'],
    ['\u0000', '␀'],
    ['\u007f', '␡'],
    ['\u009b', '⟦U+009B⟧'],
    ['\u202e', '⟦U+202E⟧'],
    ['\u2066', '⟦U+2066⟧'],
    ['\u200b', '⟦U+200B⟧'],
    ['\ufeff', '⟦U+FEFF⟧'],
    ['\u2028', '⟦U+2028⟧'],
    ['\ud800', '⟦U+D800⟧'],
    ['\uffff', '⟦U+FFFF⟧'],
    ['\u{e0041}', '⟦U+E0041⟧'],
    ['\r', '␍'],
    ['\n', '␊'],
    ['\t', '␉'],
  ])('%j is shown as %s', (character, shown) =>
    expect(visible(`a${character}b`)).toBe(`a${shown}b`),
  );

  test('leaves every script, joined emoji and joiners as they are', () => {
    for (const text of ['Łucja', '猫犬', 'قطة', 'नमस्ते', 'می\u200cخواهم', '🐈‍⬛', '❤️', 'e\u0301'])
      expect(visible(text)).toBe(text);
  });

  test('keeps line breaks where several lines are shown', () =>
    expect(visibleLines('a\r\nb\tc')).toBe('a␍\nb\tc'));
});

describe('markup', () => {
  test('is text in HTML, also in attributes', () => {
    expect(htmlText(nasty)).not.toMatch(/[<>"']/);
    expect(htmlLines('<b>\n&lt;')).toBe('&lt;b&gt;\n&amp;lt;');
  });

  test('survives a reader of XML unchanged but for what XML forbids', () => {
    const root = readXml(`<a b="${xmlAttribute(nasty)}">${xmlText(nasty)}</a>`);
    expect(root.attributes['b']).toBe(visibleLines(nasty));
    expect(root.text).toBe(visibleLines(nasty));
  });

  test('cannot leave a code span, a table cell or a fence of Markdown', () => {
    expect(markdownCode('a ``b`` c')).toBe('```a ``b`` c```');
    expect(markdownCode('`x`')).toBe('`` `x` ``');
    expect(markdownCode('` '.repeat(1_000_000)).slice(0, 5)).toBe('`` ` ');
    expect(markdownCode('a|b\nc')).toBe('`a\\|b␊c`');
    expect(markdownBlock('````\nx')).toBe('`````\n````\nx\n`````');
  });

  test('is escaped in a sentence of Markdown, and what GitHub links by itself is code', () => {
    expect(markdown('*a* [b](c) <d> `e`')).toBe('\\*a\\* \\[b\\](c) &lt;d&gt; `e`');
    for (const text of [
      'see https://evil.example',
      'www.evil.example',
      'a@b.example',
      '@team',
      '#1',
      'commit deadbeef1',
    ])
      expect(markdown(text)).toMatch(/^`.*`$/);
    expect(markdown('1. no list')).toBe('1\\. no list');
    for (const sign of ['-', '+', '#', '===', '---'])
      expect(markdown(`${sign} no list`)).toBe(`\\${sign} no list`);
    expect(markdown('a-b (c) + d = e!')).toBe('a-b (c) + d = e!');
  });
});

describe('commands of build servers', () => {
  test('are not formed by a target', () => {
    expect(terminal('##[error]x ##vso[y] ##teamcity[z]')).not.toMatch(/##(?:\[|vso|teamcity)/);
    expect(inLog('  ::error::x')).toBe('  ⟦:⟧:error::x');
    expect(inLog('http://[::1]:3000')).toBe('http://[::1]:3000');
    expect(annotation('100%\nnext')).toBe('100%25%0Anext');
    expect(annotation('x ##[error]y')).toBe('x #⟦#⟧[error]y');
    expect(annotationProperty('a: b, c')).toBe('a%3A b%2C c');
  });

  test('are not formed in XML either, and a reader sees what was there', () => {
    const text = 'one\n::error::two\n  ::add-mask::x ##[error]three ###vso[y]';
    const written = `<a b="${xmlAttribute(text)}">${xmlText(text)}</a>`;
    expect(written).not.toMatch(/::|##/);
    expect(readXml(written)).toMatchObject({
      text: visibleLines(text),
      attributes: { b: visibleLines(text) },
    });
  });
});

describe('JSON', () => {
  test('JSON of a long text is as inert as that of a short one, wherever it is taken apart', () => {
    for (let filled = 16_340; filled < 16_400; filled += 1) {
      const long = `${' '.repeat(filled)} ##vso[x] ::error::x \u202e\u{e0041}😀<script>`;
      const text = jsonText({ long: [long] }, 1);
      expect(text).not.toMatch(/##vso|[^\w]::error|[\u202e<]|\u{e0041}/u);
      expect(JSON.parse(text)).toEqual({ long: [long] });
      expect(text).toContain('😀');
    }
  });

  test('carries every text that UTF-8 can hold, and no character that hides or ends a script', () => {
    const text = jsonText({ nasty }, 0);
    expect(text).not.toMatch(/<|\p{Cc}|\p{Bidi_Control}|\p{Cs}/u);
    expect(JSON.parse(text)).toEqual({
      nasty: nasty.replace('\ud800', '⟦U+D800⟧').replace('\udfff', '⟦U+DFFF⟧'),
    });
  });
});

test('cuts long texts between characters and says how much is gone', () => {
  expect(cut('abcdef', 3)).toBe('abc… (3 more characters)');
  expect(cut('ab🐈cd', 3)).toBe('ab… (4 more characters)');
});
