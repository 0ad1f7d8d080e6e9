import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileTemplate, render } from './compile.ts';
import type { TextContext } from './tag-positions.ts';
import { findTags } from './tags.ts';

const data: Record<string, string> = {
  'CONTACT|FIRSTNAME': 'Ada',
  'CONTACT|LASTNAME': '<b>&"',
  'CONTACT|CITY': '',
  'CONTACT|GAP': '   ',
  'CONTACT|TURNED': '\u202egpj.<\u200f',
  'CONTACT|TITLE': '[[CONTACT|FIRSTNAME]]',
  'CONTACT|ZIP': '1\r\nBcc: eve@example.com',
  'CONTACT|ORGANIZATION': "x onclick=alert`1` '&",
  'CONTACT|STATE': 'javascript:alert(1)',
  'CONTACT|REGION': 'https://example.org/a b?c="d"&e',
  'ACCOUNT|SHOP': "a/b c?d='1'&e=%20",
  'LINK|DOI_CONFIRM': 'https://news.example.com/doi/t0k-en_',
};
const values = (namespace: string, field: string) => data[`${namespace}|${field}`];

/** Filled once for everybody, and once for each recipient: both have the same result. */
function personalize(template: string, context: TextContext, sources: typeof values): string {
  const forEach = compileTemplate<null>(template, context, (namespace, field) => () => sources(namespace, field));
  const forAll = compileTemplate<null>(template, context, sources);
  expect(forAll.substitutions).toEqual([]);
  expect(render(forAll, null)).toBe(render(forEach, null));
  return render(forEach, null);
}

describe('tags', () => {
  test.each<[string, TextContext, string]>([
    ['Hello [[CONTACT|FIRSTNAME]]!', 'plain', 'Hello Ada!'],
    ['Hello [[CONTACT|CITY|friend]]!', 'plain', 'Hello friend!'],
    ['Hello [[CONTACT|GAP|friend]]!', 'plain', 'Hello friend!'],
    ['Hello [[CONTACT|HNR|friend]]!', 'html', 'Hello friend!'],
    ['Hello [[CONTACT|HNR]]!', 'plain', 'Hello !'],
    ['<p>[[CONTACT|LASTNAME]]</p>', 'html', '<p>&lt;b&gt;&amp;&quot;</p>'],
    ['[[CONTACT|LASTNAME]]', 'plain', '<b>&"'],
    ['[[CONTACT|TITLE]]', 'plain', '[[CONTACT|FIRSTNAME]]'],
    ['[[CONTACT|ZIP]]', 'header', '1 Bcc: eve@example.com'],
    ['a\u202e[[CONTACT|TURNED]] b', 'header', 'a\u202egpj.<\u200f b'],
    ['a\u2067[[CONTACT|TURNED]] b', 'plain', 'a\u2067\u202egpj.<\u200f\u202c b'],
    ['<p>[[CONTACT|TURNED]]</p>', 'html', '<p>\u202egpj.&lt;\u200f\u202c</p>'],
    ['<p title="[[CONTACT|TURNED]]">', 'html', '<p title="\u202egpj.&lt;\u200f\u202c">'],
    ['<a href="[[CONTACT|TURNED]]">', 'html', '<a href="%E2%80%AEgpj.%3C%E2%80%8F">'],
    ['[[CONTACT|HNR|\u202eown\u202c]]', 'header', '\u202eown\u202c'],
    ['[[not a tag]] [[CONTACT]] [CONTACT|FIRSTNAME]', 'plain', '[[not a tag]] [[CONTACT]] [CONTACT|FIRSTNAME]'],
    ['<p>[CONTACT|FIRSTNAME]</p>', 'html', '<p>[CONTACT|FIRSTNAME]</p>'],
  ])('%s in %s', (template, context, wanted) => {
    expect(personalize(template, context, values)).toBe(wanted);
  });
});

describe('where a tag stands', () => {
  test.each<[string, TextContext, string]>([
    ['<a href="[[LINK|DOI_CONFIRM]]">', 'html', '<a href="https://news.example.com/doi/t0k-en_">'],
    [
      '<!--[if mso]><v:rect href="https://e.example/?e=[CONTACT|REGION]" title="[[CONTACT|FIRSTNAME]]">[[CONTACT|LASTNAME]] [CONTACT|ZIP]</v:rect><![endif]-->',
      'html',
      '<!--[if mso]><v:rect href="https://e.example/?e=https%3A%2F%2Fexample.org%2Fa%20b%3Fc%3D%22d%22%26e" title="Ada">&lt;b&gt;&amp;&quot; [CONTACT|ZIP]</v:rect><![endif]-->',
    ],
    ['<!-- <a href="[CONTACT|FIRSTNAME]"> -->', 'html', '<!-- <a href="[CONTACT|FIRSTNAME]"> -->'],
    ['<a href=[LINK|DOI_CONFIRM]>', 'html', '<a href=https://news.example.com/doi/t0k-en_>'],
    ["<a HREF='[LINK|DOI_CONFIRM]'>[x|y]", 'html', "<a HREF='https://news.example.com/doi/t0k-en_'>[x|y]"],
    ['<p>[[LINK|DOI_CONFIRM]]</p>', 'html', '<p>https://news.example.com/doi/t0k-en_</p>'],
    ['[[LINK|DOI_CONFIRM]]', 'plain', 'https://news.example.com/doi/t0k-en_'],
    [
      'https://a.example/?to=[LINK|DOI_CONFIRM]&n=[[CONTACT|LASTNAME]]',
      'plain',
      'https://a.example/?to=https%3A%2F%2Fnews.example.com%2Fdoi%2Ft0k-en_&n=%3Cb%3E%26%22',
    ],
    ['https://a.example/[[CONTACT|CITY|no city]]/x y', 'plain', 'https://a.example/no city/x y'],
    ['<a href="/?n=[[CONTACT|LASTNAME]]&m=[CONTACT|HNR|7]">', 'html', '<a href="/?n=%3Cb%3E%26%22&m=7">'],
    ['https://a.example/[+|ACCOUNT|SHOP]', 'plain', 'https://a.example/a/b%20c?d=%271%27&e=%20'],
    ['https://a.example/[ACCOUNT|SHOP]', 'plain', 'https://a.example/a%2Fb%20c%3Fd%3D%271%27%26e%3D%2520'],
    [
      '<a href="/[+|ACCOUNT|SHOP]">[+|ACCOUNT|SHOP]',
      'html',
      '<a href="/a/b%20c?d&#61;%271%27&amp;e&#61;%20">[+|ACCOUNT|SHOP]',
    ],
    ['https://a.example/[+|ACCOUNT|X|y] [+|CONTACT|CITY]', 'plain', 'https://a.example/y [+|CONTACT|CITY]'],
    ['<a href="[[CONTACT|STATE]]">', 'html', '<a href="javascript%3Aalert(1)">'],
    ['<a href="[[CONTACT|REGION]]">', 'html', '<a href="https://example.org/a%20b?c&#61;%22d%22&amp;e">'],
    ['<p title=[[CONTACT|ORGANIZATION]]>', 'html', '<p title=x&#32;onclick&#61;alert&#96;1&#96;&#32;&#39;&amp;>'],
    ['<!-- [[CONTACT|LASTNAME]] --><br>', 'html', '<!-- &lt;b&gt;&amp;&quot; --><br>'],
    ['<style>a{}</style><p a="x">[[CONTACT|FIRSTNAME]]', 'html', '<style>a{}</style><p a="x">Ada'],
  ])('%s in %s', (template, context, wanted) => {
    expect(personalize(template, context, values)).toBe(wanted);
  });
});

test('a header never gets a line end from a value', () => {
  fc.assert(fc.property(fc.string(), (value) => !/[\r\n\0]/.test(personalize('[[CONTACT|X]]', 'header', () => value))));
});

test('no value gets out of its attribute, its address or its text', () => {
  const part = (template: string) => (value: string) => personalize(template, 'html', () => value);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (value) => {
      expect(part('<p a=[[X|Y]]>')(value)).toMatch(/^<p a=[^\s"'`=<>]*>$/);
      expect(part('<a href="/[X|Y]">')(value)).toMatch(/^<a href="\/[\w%!~*().;&#-]*">$/);
      expect(part('<p>[[X|Y]]</p>')(value)).not.toMatch(/<(?!p>|\/p>)/);
    }),
  );
});

test('what a template without tags has in it stays as it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom<TextContext>('html', 'plain', 'header'),
      (text, context) => {
        fc.pre(findTags(text, context).length === 0);
        expect(render(compileTemplate(text, context, values), null)).toBe(text);
      },
    ),
  );
});

test('values are looked up for each recipient, what is the same for all once', () => {
  let lookedUp = 0;
  const template = compileTemplate<{ name: string }>('<b>[[A|X]]</b>, [[B|Y]]!', 'html', (namespace) => {
    if (namespace === 'B') lookedUp++;
    return namespace === 'A' ? ({ name }) => name : '<all>';
  });
  expect(['Ada', '<Ben>'].map((name) => render(template, { name }))).toEqual([
    '<b>Ada</b>, &lt;all&gt;!',
    '<b>&lt;Ben&gt;</b>, &lt;all&gt;!',
  ]);
  expect(lookedUp).toBe(1);
});

test.each<[string, [number, number, string | undefined][], string]>([
  ['<a href="https://a.example/[A|X]">[[A|X]]</a>', [[9, 32, 'T']], '<a href="T">v</a>'],
  ['<a href="https://a.example/[A|X]">[[A|X]]</a>', [[9, 32, undefined]], '<a href="https://a.example/v">v</a>'],
  ['[[A|X]]', [[7, 7, '<img>']], 'v<img>'],
  [
    'ab',
    [
      [0, 1, 'x'],
      [1, 2, undefined],
    ],
    'xb',
  ],
  ['', [[0, 0, 'x']], 'x'],
])('%s with %j is %s', (template, places, wanted) => {
  const replacements = places.map(([start, end, text]) => ({ start, end, fill: () => text }));
  expect(
    render(
      compileTemplate(template, 'html', () => () => 'v', replacements),
      null,
    ),
  ).toBe(wanted);
});
