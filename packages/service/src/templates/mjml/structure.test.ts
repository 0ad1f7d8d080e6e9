import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { structureFault, textElements } from './structure.ts';

const inColumn = (content: string) =>
  `<mjml>\n<mj-head><mj-title>T</mj-title></mj-head><mj-body><mj-section><mj-column>\n${content}\n</mj-column></mj-section></mj-body></mjml>`;

describe('kept', () => {
  test.each([
    '<mj-text>A</mj-text ><mj-image src="x" /><mj-divider></mj-divider>',
    '<mj-text>A <b>B</b><br>C</p> {% if 1 < 2 %}5 < 6 & 7 > 6{% endif %}</mj-text>',
    '<!-- a comment <mj-text> --><mj-text>A<!-- </mj-text> --></mj-text>',
    '<mj-text><a title="a<b" href="https://x.example/">A</a></mj-text>',
    '<mj-raw><!--[if mso]><p>x</p><![endif]--><p>A<script>a<b</script></mj-raw>',
    '<mj-navbar><mj-navbar-link href="x">A</mj-navbar-link></mj-navbar>',
  ])('%s', (content) => {
    expect(structureFault(inColumn(content))).toBeUndefined();
  });
});

describe('refused with the line', () => {
  test.each<[content: string, fault: string]>([
    ['<mj-text>A</mj-txt>', 'line 3, mj-text: it has no end tag </mj-text> before </mj-txt> in line 3'],
    [
      '<mj-text>A\n\n</mj-txt><mj-text>B</mj-text>',
      'line 3, mj-text: it has no end tag </mj-text> before </mj-txt> in line 5',
    ],
    ['<mj-text>A</MJ-TEXT>', 'line 3, mj-text: it has no end tag'],
    ['<mj-text>A<mj-text>B</mj-text>', 'line 3, mj-text: it has no end tag </mj-text> before <mj-text> in line 3'],
    ['<mj-text>A', 'line 3, mj-text: it has no end tag'],
    ['<mj-text>A</mj-text></mj-text>', 'line 2, mj-column: it has no end tag </mj-column> before </mj-text> in line 3'],
    ['\n A<mj-text>B</mj-text>', 'line 4, text "A": it is in no element for text'],
    ['<mj-text>B</mj-text>&nbsp;', 'line 3, text "&nbsp;"'],
    ['5 < 6', 'line 3, text "5'],
    ['<mj-text>5<six</mj-text>', 'line 3, mj-text: "<" begins a tag that does not end; write it as &lt;'],
    ['<mj-image src="x">A</mj-image>', 'line 3, text "A"'],
    ['<mj-text><![CDATA[A]]></mj-text>', 'line 3, a CDATA section'],
    ['<MJ-TEXT>A</MJ-TEXT>', 'line 3, MJ-TEXT: write the name in small letters'],
    ['<mj-text>A <a href="x>B</a></mj-text>', 'line 3, mj-text: it has no end tag'],
  ])('%j', (content, fault) => {
    expect(structureFault(inColumn(content))).toContain(fault);
  });
});

test('the elements for text are those whose content MJML does not read', () => {
  const library = readFileSync(createRequire(import.meta.url).resolve('mjml-browser'), 'utf8');
  const pattern = /"componentName","(mj-[\w-]+)"\),\(0,\w+\.default\)\(\w+,"endingTag",!0\)/g;
  const unread = Array.from(library.matchAll(pattern), ([, name]) => name!);
  expect(unread.length).toBeGreaterThan(10);
  // Nothing of their content gets into the mail.
  const empty = ['mj-carousel-image', 'mj-breakpoint', 'mj-image', 'mj-divider', 'mj-spacer', 'mj-font'];
  // The content of mj-html-attribute is read as text by the element around it.
  const texts = unread.filter((name) => !empty.includes(name)).concat('mj-html-attribute');
  expect(texts.toSorted()).toEqual([...textElements].toSorted());
});
