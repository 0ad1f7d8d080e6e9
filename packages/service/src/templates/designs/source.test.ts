import { expect, test } from 'vitest';
import { fillDesign, type Look, textNames } from './source.ts';

const parts = (path: string) => ({ 'a.mjml': '<a>@{one}</a>\n', 'b.mjml': '' })[path]!;

test.each<[string, Record<string, string>, string]>([
  ['<x>@{one}</x>', { one: 'Hi' }, '<x>Hi</x>'],
  ['@{one}@{two}@{one}', { one: '1', two: '2' }, '121'],
  ['@{one}', { one: 'Bread & <wine> "today"' }, 'Bread &amp; &lt;wine&gt; &quot;today&quot;'],
  ['@{one}', { one: '[[CONTACT|FIRSTNAME|@{two}]] $&' }, '[[CONTACT|FIRSTNAME|@{two}]] $&amp;'],
  ['<x>\n  <mj-include path="a.mjml" />\n</x>', { one: 'Hi' }, '<x>\n<a>Hi</a>\n</x>'],
  ['<mj-include path="b.mjml" />\n<mj-include path="a.mjml" />\n', { one: '1' }, '<a>1</a>\n'],
  ['{{ one }} @one {one}', { one: 'x' }, '{{ one }} @one {one}'],
  ['@{one}', { one: 'A\nB' }, 'A<br />B'],
])('%j with %j', (source, texts, wanted) => {
  expect(fillDesign(source, parts, texts)).toBe(wanted);
});

test('a text that is missing is an error, and no gap in a mail', () => {
  expect(() => fillDesign('@{three}', parts, { one: 'x' })).toThrow('The design has no text "three".');
});

test('texts of parts are texts of the design', () => {
  expect([...textNames('@{two}\n<mj-include path="a.mjml" />\n@{two}', parts)]).toEqual(['two', 'one']);
});

test.each<[string, Look, string]>([
  ['<a color="@{accent|#1f5a45}" />', { values: {} }, '<a color="#1f5a45" />'],
  ['@{accent|#1} @{page|#2}', { values: { accent: '#9', other: 'x' } }, '#9 #2'],
  ["@{font|'Times New Roman', serif}", { values: {} }, "'Times New Roman', serif"],
  [
    '<mj-text padding-top="1px">@{sender|[[A|B]]}</mj-text>',
    { values: {} },
    '<mj-text padding-top="1px">[[A|B]]</mj-text>',
  ],
  [
    '<mj-text font-size="9px" align="center" padding-top="1px">@{sender|[[A|B]]}</mj-text>',
    { values: {}, logo: { url: 'https://x.example/l', width: 80 } },
    '<mj-image css-class="in" src="https://x.example/l" alt="[[ACCOUNT|NAME]]" width="80px" padding="0 40px" align="center" padding-top="1px" />',
  ],
])('%j looks like %j', (source, look, wanted) => {
  expect(fillDesign(source, parts, {}, look)).toBe(wanted);
});
