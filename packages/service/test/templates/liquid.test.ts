import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileTexts, fillTexts, type Values } from '../../src/templates/compile-texts.ts';
import type { TextContext } from '../../src/templates/personalization/tag-positions.ts';

interface Somebody {
  contact: Record<string, unknown>;
  event?: Record<string, unknown>;
}

const ada: Somebody = {
  contact: {
    FIRSTNAME: 'Ada',
    LASTNAME: '<b>&"',
    MARKUP: '{{ contact.FIRSTNAME }}{% if true %}[[CONTACT|FIRSTNAME]]{% endif %}',
    ZIP: '1\r\nBcc: eve@example.com',
    STATE: 'javascript:alert(1)',
    REGION: 'https://example.org/a b?c="d"&e',
    'Shoe size': 39,
    VIP: false,
  },
  event: {
    items: [
      { name: 'Tea', price: 3 },
      { name: 'Cake & more', price: 5 },
    ],
  },
};

const values: Values<Somebody> = {
  tags: (namespace, field) =>
    namespace === 'ACCOUNT' ? '{{ contact.FIRSTNAME }}' : ({ contact }) => contact[field] as string | undefined,
  liquid: () => (somebody) => somebody,
};

const compile = (template: string, context: TextContext) =>
  compileTexts('liquid', { text: { template, context } }, values);
const fill = async (template: string, context: TextContext = 'html', somebody = ada) =>
  (await fillTexts(await compile(template, context), somebody)).text;

describe('Liquid', () => {
  test.each<[string, TextContext, string]>([
    ['Hello {{ contact.FIRSTNAME | default: "friend" }}!', 'plain', 'Hello Ada!'],
    ['Hello {{ contact.NOBODY | default: "friend" }}!', 'html', 'Hello friend!'],
    ['{% if contact.VIP %}VIP{% else %}not yet{% endif %}', 'plain', 'not yet'],
    ['{% if contact["Shoe size"] > 38 %}big{% endif %}', 'plain', 'big'],
    [
      '{% for item in event.items %}{{ item.name }}: {{ item.price }}; {% endfor %}',
      'plain',
      'Tea: 3; Cake & more: 5; ',
    ],
    ['{% for item in event.items %}{{ item.name }}; {% endfor %}', 'html', 'Tea; Cake &amp; more; '],
    ['{% if contact.FIRSTNAME == "Ada" %}[[CONTACT|LASTNAME]]{% endif %}', 'html', '&lt;b&gt;&amp;&quot;'],
    ['{% for i in (1..3) %}[[CONTACT|FIRSTNAME]] {% endfor %}', 'plain', 'Ada Ada Ada '],
    ['{% capture x %}[[CONTACT|FIRSTNAME]]{% endcapture %}{{ x | upcase }}', 'html', 'Ada'],
    ['{% raw %}{{ contact.FIRSTNAME }}{% endraw %} [[CONTACT|FIRSTNAME]]', 'html', '{{ contact.FIRSTNAME }} Ada'],
    ['{{ "[[CONTACT|FIRSTNAME]]" }}', 'plain', '[[CONTACT|FIRSTNAME]]'],
    ['{{- contact.FIRSTNAME -}} !', 'plain', 'Ada!'],
    ['{{ contact.LASTNAME | raw }}', 'html', '<b>&"'],
  ])('%s in %s', async (template, context, wanted) => {
    expect(await fill(template, context)).toBe(wanted);
  });
});

describe('a value stays a value where it stands', () => {
  test.each<[string, TextContext, string]>([
    ['<p>{{ contact.LASTNAME }}</p>', 'html', '<p>&lt;b&gt;&amp;&quot;</p>'],
    ['<p title={{ contact.LASTNAME }}>', 'html', '<p title=&lt;b&gt;&amp;&quot;>'],
    ['<p title="{{ contact.LASTNAME | raw }}">', 'html', '<p title="&lt;b&gt;&amp;&quot;">'],
    ['<a href="/?n={{ contact.LASTNAME }}">', 'html', '<a href="/?n=%3Cb%3E%26%22">'],
    ['<a href="{{ contact.STATE }}">', 'html', '<a href="javascript%3Aalert(1)">'],
    ['<a href="{{ contact.REGION }}">', 'html', '<a href="https://example.org/a%20b?c&#61;%22d%22&amp;e">'],
    [
      '<a href="{% if true %}{{ contact.REGION }}{% endif %}">',
      'html',
      '<a href="https://example.org/a%20b?c&#61;%22d%22&amp;e">',
    ],
    [
      '<a href="{% if true %}/{% endif %}{{ contact.REGION }}">',
      'html',
      '<a href="/https%3A%2F%2Fexample.org%2Fa%20b%3Fc%3D%22d%22%26e">',
    ],
    [
      '{% if contact.FIRSTNAME <b %}{% endif %}<p title="{{ contact.LASTNAME }}">',
      'html',
      '<p title="&lt;b&gt;&amp;&quot;">',
    ],
    ['https://a.example/?n={{ contact.LASTNAME }}', 'plain', 'https://a.example/?n=%3Cb%3E%26%22'],
    ['{{ contact.ZIP }}', 'header', '1 Bcc: eve@example.com'],
    ['{{ contact.ZIP | raw }}', 'header', '1 Bcc: eve@example.com'],
    ['{{ contact.MARKUP }}', 'plain', ada.contact.MARKUP as string],
    ['[[CONTACT|MARKUP]]', 'plain', ada.contact.MARKUP as string],
    ['[[ACCOUNT|X]]', 'plain', '{{ contact.FIRSTNAME }}'],
    ['{{ contact.FIRSTNAME x | written_as_plain }}', 'html', 'Ada'],
  ])('%s in %s', async (template, context, wanted) => {
    expect(await fill(template, context)).toBe(wanted);
  });

  test('whatever it is', async () => {
    const attribute = await compile('<p a={{ contact.X }}>', 'html');
    const text = await compile('<p>{{ contact.X }}</p>', 'html');
    const header = await compile('{{ contact.X }}', 'header');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (X) => {
        const somebody = { contact: { X } };
        expect((await fillTexts(attribute, somebody)).text).toMatch(/^<p a=[^\s"'`=<>]*>$/);
        expect((await fillTexts(text, somebody)).text).not.toMatch(/<(?!p>|\/p>)/);
        expect((await fillTexts(header, somebody)).text).not.toMatch(/[\r\n\0]/);
      }),
      { numRuns: 50 },
    );
  });
});

test('tracked addresses stand in the place of addresses, unless these have Liquid in them', async () => {
  const template =
    '{% if true %}<a href="https://a.example/[[CONTACT|FIRSTNAME]]">x</a>{% endif %}<a href="{{ contact.REGION }}">';
  const places = [template.indexOf('https'), template.indexOf('{{')];
  const ends = [template.indexOf('">x'), template.lastIndexOf('">')];
  const replacements = places.map((start, at) => ({ start, end: ends[at]!, fill: () => 'T' }));
  const compiled = await compileTexts('liquid', { text: { template, context: 'html', replacements } }, values);
  expect((await fillTexts(compiled, ada)).text).toBe(
    '<a href="T">x</a><a href="https://example.org/a%20b?c&#61;%22d%22&amp;e">',
  );
});

describe('hostile templates', () => {
  test.each(
    [
      ['{% include "/etc/passwd" %}', 'tag "include" not found'],
      ['{% render "x" %}', 'tag "render" not found'],
      ['{% layout "x" %}', 'tag "layout" not found'],
      ['{% echo contact.LASTNAME %}', 'tag "echo" not found'],
      ['{% liquid echo contact.LASTNAME %}', 'tag "liquid" not found'],
      ['{% cycle contact.LASTNAME, "b" %}', 'tag "cycle" not found'],
      ['{% tablerow i in (1..3) %}{% endtablerow %}', 'tag "tablerow" not found'],
      ['{{ contact.FIRSTNAME | nofilter }}', 'undefined filter: nofilter'],
      ['{{ contact.FIRSTNAME', 'not closed'],
      ['{% if contact.FIRSTNAME %}', 'not closed'],
      ['{% for i in (1..100000000) %}{% endfor %}', 'memory alloc limit exceeded'],
      [
        '{% for i in (1..99999) %}{% for i in (1..99999) %}{% endfor %}{% endfor %}',
        /Rendering takes more than|limit exceeded/,
      ],
      [
        '{% assign x = "aaaaaaaaaa" %}{% for i in (1..40) %}{% assign x = x | append: x %}{% endfor %}',
        'limit exceeded',
      ],
      [`{% for i in (1..9000) %}${'x'.repeat(1000)}{% endfor %}`, 'the rendered text has more than'],
      [`{{ ${'('.repeat(50_000)} }}`, /./],
      [`${'{% if a %}'.repeat(20_000)}${'{% endif %}'.repeat(20_000)}`, /./],
    ].map(([template, fault]) => [String(template).slice(0, 60), String(template), fault!] as const),
  )('%s', async (_title, template, fault) => {
    const rejected = expect(fill(template)).rejects;
    await rejected.toMatchObject({ status: 400, fault: expect.stringMatching(fault) });
    // The thread, or the next one, goes on with others.
    expect(await fill('{{ contact.FIRSTNAME }}')).toBe('Ada');
  });

  test.each([
    '{{ contact.constructor }}',
    '{{ contact.__proto__.x }}',
    '{{ event.items.constructor.name }}',
    '{{ globalThis.process }}',
  ])('%s is empty', async (template) => {
    expect(await fill(template)).toBe('');
  });

  test('names the content and the line', async () => {
    const texts = {
      subject: { template: 'Hi', context: 'header' as const },
      html: { template: '<p>\n{% if %}', context: 'html' as const },
    };
    await expect(compileTexts('liquid', texts, values)).rejects.toMatchObject({
      content: 'html',
      message: expect.stringMatching(/^The html cannot be filled: .*line:2/),
    });
  });
});

test('what the contents ask for, with fallbacks, and whether everybody sees it', async () => {
  const { liquid } = await compile(
    '{{ contact.FIRSTNAME | default: "friend" }}\n{% if contact.VIP %}{{ event.a.b }}[[CONTACT|X]]{% endif %}{{ contact[contact.X] }}',
    'html',
  );
  expect(liquid!.variables.text).toEqual([
    { path: ['contact', 'FIRSTNAME'], shown: true, complete: true, conditional: false, fallback: 'friend' },
    { path: ['contact', 'VIP'], shown: false, complete: true, conditional: false },
    { path: ['contact'], shown: true, complete: false, conditional: false },
    { path: ['contact', 'X'], shown: true, complete: true, conditional: false },
    { path: ['event', 'a', 'b'], shown: true, complete: true, conditional: true },
  ]);
});

test('many at once, each with its own values', async () => {
  const compiled = await compile('{{ contact.FIRSTNAME }}', 'plain');
  const people = Array.from({ length: 200 }, (_, number) => ({ contact: { FIRSTNAME: `P${number}` } }));
  const texts = await Promise.all(people.map((somebody) => fillTexts(compiled, somebody)));
  expect(texts.map(({ text }) => text)).toEqual(people.map(({ contact }) => contact.FIRSTNAME));
});
