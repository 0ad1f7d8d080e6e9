import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainDress } from './read-rich-text.ts';
import { printLine, printRichText, readLine, readRichText } from './rich-text.ts';

const printed = (notation: string, dress = plainDress) => {
  const made = printRichText(notation, dress);
  return 'html' in made ? made.html : made.fault;
};

describe('HTML as a text that people write', () => {
  test.each([
    ['', ''],
    ['Hello', 'Hello'],
    ['  Hello\n   world ', 'Hello world'],
    ['A<br>B<br/>C', 'A\nB\nC'],
    ['A<br><br>B', 'A\n\nB'],
    ['<p>A</p>\n<p>B</p>', 'A\n\nB'],
    ['A <b>bold</b> and <i>leaning</i> word', 'A **bold** and _leaning_ word'],
    ['A <strong>bold <em>both</em></strong>', 'A **bold** **_both_**'],
    ['<b> spaces </b>', '**spaces**'],
    ['Look <a href="https://a.example/?b=1&amp;c=2">here</a>.', 'Look [here](https://a.example/?b=1&c=2).'],
    ['<a href="[[LINK|UNSUBSCRIBE]]">Leave</a>', '[Leave]([[LINK|UNSUBSCRIBE]])'],
    ['<a href="https://a.example/(b)">x</a>', '[x](https://a.example/\\(b\\))'],
    ['<ul><li>A</li><li>B<br>C</li></ul>', '- A\n- B\n  C'],
    ['<ol><li>A</li></ol>', '1. A'],
    ['Before<ul><li>A</li></ul>After', 'Before\n\n- A\n\nAfter'],
    ['2 * 3_4 [x] \\', '2 \\* 3\\_4 \\[x\\] \\\\'],
    ['- not a list', '\\- not a list'],
    ['1. not a list', '\\1. not a list'],
    ['&lt;b&gt; &amp;amp; &eacute;', '<b> &amp; é'],
    ['5 < 6 & 7', '5 < 6 & 7'],
    ['<p>A&nbsp;</p><p>&nbsp;</p>', 'A\u00a0\n\n\u00a0'],
    ['<br>A <br> B<br>', 'A\nB'],
    ['Dear [[CONTACT|FIRSTNAME|friend]]', 'Dear [[CONTACT|FIRSTNAME|friend]]'],
    [
      '{% if contact.CITY == "Berlin" %}A{% endif %} {{ contact.X | default: "a_b" }}',
      '{% if contact.CITY == "Berlin" %}A{% endif %} {{ contact.X | default: "a_b" }}',
    ],
  ])('%j is %j', (html, notation) => {
    expect(readRichText(html)?.notation).toBe(notation);
  });

  test.each([
    '<span style="color:red">A</span>',
    '<p style="margin:0">A</p><p>B</p>',
    '<p>A</p>B',
    'A<!-- x -->',
    '<script>alert(1)</script>',
    '<img src="x">',
    '<b>A',
    'A</b>',
    '<b><i>A</b></i>',
    '<a href="javascript:alert(1)">A</a>',
    '<a name="x">A</a>',
    '<a href="#a">A<a href="#b">B</a></a>',
    '<ul><li>A<ul><li>B</li></ul></li></ul>',
    '<ul>A</ul>',
    '<br class="x">',
    '<![CDATA[A]]>',
    '{% if 1 < 2 %}A{% endif %}',
    '[[EVENT|"lines[0].name"]]',
    'in<i>credible</i>',
    'A <b',
    `${'<b>'.repeat(11)}A${'</b>'.repeat(11)}`,
    'A\ue000',
  ])('%s stays code', (html) => {
    expect(readRichText(html)).toBeUndefined();
  });

  test('a line has no paragraphs and lists', () => {
    expect(['A<br>B', '<p>A</p>', 'A<br><br>B', '<ul><li>A</li></ul>'].map((html) => readLine(html)?.notation)).toEqual(
      ['A\nB', undefined, undefined, undefined],
    );
  });
});

describe('what people write as HTML', () => {
  test.each([
    ['A\n\nB', 'A<br><br>B'],
    ['A\r\nB', 'A<br>B'],
    ['- A\n- B', '<ul><li>A</li><li>B</li></ul>'],
    ['1. A\n2. B', '<ol><li>A</li><li>B</li></ol>'],
    ['A\n- B', 'A<ul><li>B</li></ul>'],
    ['**A _B_**', '<b>A <i>B</i></b>'],
    ['**A _B** C_', '<b>A _B</b> C_'],
    ['**A', '**A'],
    ['2 ** 3 ** 4', '2 ** 3 ** 4'],
    ['snake_case_name', 'snake_case_name'],
    ['\\*\\*A\\*\\*', '**A**'],
    ['[A](https://a.example/_b_)', '<a href="https://a.example/_b_">A</a>'],
    ['[A](a.example/b)', '<a href="https://a.example/b">A</a>'],
    ['[A] (b)', '[A] (b)'],
    ['[A](not an address)', '[A](not an address)'],
    ['[**A**](#b)', '<a href="#b"><b>A</b></a>'],
    ['[A [B](#b)', '<a href="#b">A [B</a>'],
    ['[A](javascript:alert(1))', 'link'],
    ['[A](data:text/html,x)', 'link'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['[[CONTACT|X|<img src=x onerror=alert(1)>]]', '[[CONTACT|X|&lt;img src=x onerror=alert(1)&gt;]]'],
    ['{{ "<script>" }}', '{{ "&lt;script&gt;" }}'],
    ['[A](https://a.example/"onclick="x)', '<a href="https://a.example/&quot;onclick=&quot;x">A</a>'],
    ['A\ue000', 'characters'],
  ])('%j is %j', (notation, html) => {
    expect(printed(notation)).toBe(html);
  });

  test('a text is dressed as before', () => {
    const html = '<p style="margin:0">A <strong>b</strong></p><p style="margin:0"><a href="#x" class="tone">C</a></p>';
    const { notation, dress } = readRichText(html)!;
    expect(printed(notation, dress)).toBe(html);
    expect(printed('**A**\n\n[B](#y)', dress)).toBe(
      '<p style="margin:0"><strong>A</strong></p><p style="margin:0"><a href="#y" class="tone">B</a></p>',
    );
  });

  test('a button has no link in it', () => {
    expect(printLine('Read [on](#x)', plainDress, { links: false })).toEqual({ html: 'Read [on](#x)' });
  });
});

const pieces = fc.array(
  fc.constantFrom(
    'a',
    'B ',
    ' ',
    '\n',
    '\n\n',
    '*',
    '**',
    '_',
    '[',
    ']',
    '(',
    ')',
    '](',
    '](#x)',
    '\\',
    '- ',
    '1. ',
    '<b>',
    '</b>',
    '&',
    '&amp;',
    '[[CONTACT|X|y]]',
    '[[',
    '{{ x }}',
    '{%',
    '\u00a0',
    'é',
    '"',
    "'",
  ),
  { maxLength: 24 },
);

test('whatever people write becomes HTML that is read as the same text, without any markup of theirs', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const made = printRichText(parts.join(''), plainDress);
      if ('fault' in made) return;
      expect(made.html.replaceAll(/<\/?(?:b|i|ul|ol|li|a)>|<br>|<a href="[^"<>]*">/g, '')).not.toMatch(/[<>]/);
      const read = readRichText(made.html);
      if (read === undefined) return;
      expect(printed(read.notation, read.dress)).toBe(
        printed(readRichText(printed(read.notation, read.dress))!.notation, read.dress),
      );
    }),
    { numRuns: 2000 },
  );
});

test('HTML that is read is written with the same words', () => {
  const html = fc.array(
    fc.constantFrom(
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<em>',
      '</em>',
      '<a href="#x">',
      '</a>',
      '<ul>',
      '<li>',
      '</li>',
      '</ul>',
      '<br>',
      'a',
      ' b ',
      '*',
      '_',
      '- ',
      '&nbsp;',
      '&lt;',
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(html, (parts) => {
      const read = readRichText(parts.join(''));
      if (read === undefined) return;
      const words = (text: string) => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/(?:\s|&nbsp;)+/g, '');
      expect(words(printed(read.notation, read.dress))).toBe(words(parts.join('')));
    }),
    { numRuns: 2000 },
  );
});
