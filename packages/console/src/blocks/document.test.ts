import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allBlocks, type BlockDocument, readBlocks, sourceOf } from './document.ts';
import { changeBlock } from './edits.ts';
import { valuesOf } from './values.ts';

const inColumn = (content: string) =>
  `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;

/** Kinds of the blocks in the first column. */
const kindsIn = (content: string) =>
  allBlocks(readBlocks(inColumn(content)))
    .filter(({ path }) => path.split('.').length === 3)
    .map(({ kind }) => kind);

const kindTree = (source: string) => allBlocks(readBlocks(source)).map(({ path, kind }) => `${path} ${kind}`);

/** Blocks lie within those around them and behind those before them, and setting what is set already changes nothing. */
function holds(document: BlockDocument): void {
  const { source } = document;
  let end = 0;
  for (const block of document.blocks) {
    expect(block.element.start).toBeGreaterThanOrEqual(end);
    expect(block.element.end).toBeLessThanOrEqual(source.length);
    end = block.element.end;
  }
  for (const block of allBlocks(document)) {
    for (const inner of block.blocks) {
      expect(inner.element.start).toBeGreaterThanOrEqual(block.element.tagEnd);
      expect(inner.element.end).toBeLessThanOrEqual(block.element.contentEnd);
    }
    if (document.body) expect(sourceOf(document, block)).toMatch(/^<[\s\S]*>$/);
    expect(changeBlock(document, block, valuesOf(document, block))).toEqual({ source });
  }
}

describe('kinds', () => {
  test.each([
    ['<mj-text>A</mj-text>', 'text'],
    ['<mj-text />', 'text'],
    ['<mj-text><h1 style="margin:0">A</h1></mj-text>', 'heading'],
    ['<mj-text> <h2>A <b>b</b></h2> </mj-text>', 'heading'],
    ['<mj-text><h2>A</h2>B</mj-text>', 'code'],
    ['<mj-text><h2>A</h2><h2>B</h2></mj-text>', 'code'],
    ['<mj-text><h2></mj-text>', 'code'],
    ['<mj-text><blockquote><p>A</p></blockquote></mj-text>', 'quote'],
    ['<mj-text><a href="[[LINK|UNSUBSCRIBE]]">A</a></mj-text>', 'footer'],
    ['<mj-text css-class="x social-links"><a href="https://x.example/">X</a></mj-text>', 'social'],
    ['<mj-text css-class="social-links">Other</mj-text>', 'text'],
    ['<mj-text><span>A</span></mj-text>', 'code'],
    ['<mj-image src="x" />', 'image'],
    ['<mj-button href="x">A</mj-button>', 'button'],
    ['<mj-button href="x"><a href="#y">A</a></mj-button>', 'code'],
    ['<mj-divider />', 'divider'],
    ['<mj-spacer></mj-spacer>', 'spacer'],
    ['<mj-table><tr><td>A</td></tr></mj-table>', 'code'],
    ['<mj-raw><mj-raw>A</mj-raw></mj-raw>', 'code'],
    ['<mj-include path="a.mjml" />', 'code'],
    ['<mj-section></mj-section>', 'code'],
    ['<constructor />', 'code'],
  ])('%s is %s', (content, kind) => {
    expect(kindsIn(content)).toEqual([kind]);
  });

  test('frames are read into where they may stand, and are code elsewhere', () => {
    expect(
      kindTree(
        '<mjml><mj-head><mj-title>T</mj-title></mj-head><mj-body><mj-wrapper><mj-section><mj-group><mj-column><mj-text>A</mj-text></mj-column></mj-group></mj-section></mj-wrapper><mj-column></mj-column><mj-hero><mj-text>B</mj-text></mj-hero></mj-body></mjml>',
      ),
    ).toEqual(['0 area', '0.0 row', '0.0.0 group', '0.0.0.0 column', '0.0.0.0.0 text', '1 code', '2 code']);
  });
});

describe('odd sources', () => {
  const odd = [
    inColumn('<!-- <mj-text> --><mj-text>A<!-- </mj-text> --></mj-text><!-- > -->'),
    inColumn('<mj-text><![CDATA[</mj-text>]]></mj-text><![CDATA[x]]>'),
    inColumn('<mj-raw><!--[if mso]><p>x</p><![endif]--><p>A<script>a<b</script></mj-raw>'),
    inColumn('<mj-text title="a>b" css-class=\'c"d\' data-x=y>A</mj-text ><mj-image src=x />'),
    inColumn('<mj-text>{% if 1 < 2 %}5 < 6 & 7 > 6{% endif %}[[CONTACT|X|a&b]]</mj-text>'),
    inColumn('<mj-text>A\r\nB</mj-text>\r\n\t<mj-text\r\n  color="red"\r\n>C</mj-text>'),
    inColumn('text between &nbsp; <mj-text>&eacute;</mj-text> and behind'),
    `\ufeff<!DOCTYPE x><?xml version="1.0"?>${inColumn('')}trailing`,
    inColumn('<mj-raw>'.repeat(1000) + '</mj-raw>'.repeat(1000)),
    `<mjml><mj-body>${'<mj-wrapper>'.repeat(1000)}${'</mj-wrapper>'.repeat(1000)}</mj-body></mjml>`,
    '<mjml><mj-body /></mjml>',
    '<mjml><mj-body></mj-body></mjml>',
  ];
  test.each(odd)('%s keeps its bytes', (source) => {
    const document = readBlocks(source);
    expect(document.body).toBeDefined();
    holds(document);
  });

  test.each([
    '',
    'words',
    '<mj-body></mj-body>',
    '<mjml></mjml>',
    '<mjml><mj-body><mj-section></mj-body></mjml>',
    '<mjml><mj-body><mj-section><mj-column><mj-text>A</mj-column></mj-section></mj-body></mjml>',
    '<mjml><mj-body></mj-section></mj-body></mjml>',
    '<mjml><mj-body></mj-body',
    '<mjml><mj-body><mj-text',
    '<MJML><MJ-BODY></MJ-BODY></MJML>',
  ])('%j is one block of code', (source) => {
    const document = readBlocks(source);
    expect(kindTree(source)).toEqual(['0 code']);
    expect(valuesOf(document, document.blocks[0]!)).toEqual({ source });
    expect(changeBlock(document, document.blocks[0]!, { source: 'other' })).toEqual({ source: 'other' });
  });

  test('whatever the source is, blocks lie in it in order and change nothing unasked', () => {
    const parts = fc.array(
      fc.constantFrom(
        '<mjml>',
        '</mjml>',
        '<mj-body>',
        '</mj-body>',
        '<mj-section>',
        '</mj-section>',
        '<mj-column>',
        '</mj-column>',
        '<mj-text>',
        '</mj-text>',
        '<mj-text><h2>A</h2></mj-text>',
        '<mj-text>A <b>b</b></mj-text>',
        '<mj-image src="x"/>',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<',
        '>',
        '"',
        ' ',
        '\r\n',
        '[[X|Y]]',
        '<mj-raw>',
        '</mj-raw>',
        '&amp;',
        '<mj-column a="b" />',
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(parts, fc.boolean(), (pieces, isWhole) => {
        holds(readBlocks(isWhole ? inColumn(pieces.join('')) : pieces.join('')));
      }),
      { numRuns: 2000 },
    );
  });
});

const designs = join(import.meta.dirname, '../../../service/designs');
const files = globSync('*.mjml', { cwd: designs });

test('there are designs', () => {
  expect(files.length).toBeGreaterThanOrEqual(12);
});

describe.each(files)('the design %s', (file) => {
  const include = /^[ \t]*<mj-include path="([^"]+)" \/>\n/gm;
  const source = readFileSync(join(designs, file), 'utf8').replaceAll(include, (_, path: string) =>
    readFileSync(join(designs, path), 'utf8'),
  );
  test('is made of blocks, keeps its bytes, and has words that people can write', () => {
    const document = readBlocks(source);
    holds(document);
    const kinds = allBlocks(document).map(({ kind }) => kind);
    expect(kinds).toContain('footer');
    const isWritten = (kind: string) => ['text', 'heading', 'quote', 'footer', 'button'].includes(kind);
    expect(kinds.filter(isWritten).length).toBeGreaterThan(2 * kinds.filter((kind) => kind === 'code').length);
  });
});
