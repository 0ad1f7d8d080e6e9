import { expect, test } from 'vitest';
import { readPage } from './page.ts';

const html = `<!doctype html>
<html><head><title>Not seen</title>
<style>p { color: red }</style></head>
<body><h1>Hello &amp; welcome</h1>
<p>Read <a href="https://a.example/?x=1&amp;y=2" title=t>the   <b>news</b> <img src=i.png alt="of today"></a> now
<script>var hidden = 1</script></body></html>`;

test('elements, text and styles of a page', () => {
  const page = readPage(html);
  expect(page.hasDoctype).toBe(true);
  expect(page.text).toBe('Hello & welcome Read the news of today now');
  expect(page.styles).toEqual([{ css: 'p { color: red }', line: 3 }]);
  const link = page.elements.find(({ name }) => name === 'a')!;
  expect(link).toMatchObject({ line: 5, text: 'the news of today', textBefore: 'Hello & welcome Read '.length });
  expect(Object.fromEntries(link.attributes)).toEqual({ href: 'https://a.example/?x=1&y=2', title: 't' });
  expect([page.endsInTag, [...page.unclosed], [...page.stray]]).toEqual([false, [], []]);
});

test.each<[string, Partial<{ endsInTag: boolean; unclosed: [string, number][]; stray: [string, number][] }>]>([
  ['<p>no end tag is needed', {}],
  ['<table><tr><td>x', { unclosed: [['table', 1]] }],
  ['<div><div></div>', { unclosed: [['div', 1]] }],
  ['</table>', { stray: [['table', 1]] }],
  ['<a href="x>y</a>', { endsInTag: true }],
  ['<br><img src=x>', {}],
])('%s', (source, { endsInTag = false, unclosed = [], stray = [] }) => {
  const page = readPage(source);
  expect([page.endsInTag, [...page.unclosed], [...page.stray]]).toEqual([endsInTag, unclosed, stray]);
});

test('long documents take one walk', () => {
  for (const piece of ['<a>', '<div>\n', '</div>', '<a href="', '<style>', 'x &amp; ']) {
    expect(readPage(piece.repeat(300_000 / piece.length)).elements.length).toBeGreaterThanOrEqual(0);
  }
});

test('what only Outlook shows has elements, and is none of the text and the structure', () => {
  const html =
    '<table><tr><td><!--[if mso]><table><tr><td>\n<a href="https://e.example/1">One <img alt="boat"></a><![endif]--><p>Two</p></td></tr></table>';
  const page = readPage(html);
  expect([page.text.trim(), [...page.unclosed], [...page.stray], page.endsInTag]).toEqual(['Two', [], [], false]);
});
