import { describe, expect, test } from 'vitest';
import { type Condition, printCondition, readCondition } from './conditions.ts';
import { allBlocks, findBlock, readBlocks, sourceOf } from './document.ts';
import { addBlock, changeBlock, duplicateBlock, moveBlock, moveInto, removeBlock, setCondition } from './edits.ts';
import { valuesOf } from './values.ts';

const inBerlin: Condition = { field: 'CITY', comparison: 'is', value: 'Berlin', isText: true };

describe('a condition', () => {
  test.each<[Condition, string]>([
    [inBerlin, '{% if contact.CITY == "Berlin" %}'],
    [{ ...inBerlin, comparison: 'is-not' }, '{% if contact.CITY != "Berlin" %}'],
    [{ ...inBerlin, comparison: 'contains', value: 'the "old"' }, `{% if contact.CITY contains 'the "old"' %}`],
    [{ ...inBerlin, field: 'Shoe size', value: '42', isText: false }, '{% if contact["Shoe size"] == 42 %}'],
    [{ field: 'VIP', comparison: 'is', value: 'true', isText: false }, '{% if contact.VIP == true %}'],
    [{ ...inBerlin, comparison: 'filled', value: '' }, '{% if contact.CITY != blank %}'],
    [{ ...inBerlin, comparison: 'empty', value: '' }, '{% if contact.CITY == blank %}'],
  ])('%j is %s, there and back', (condition, text) => {
    expect(printCondition(condition)).toBe(text);
    expect(readCondition(text)).toEqual(condition);
  });

  test.each<Partial<Condition>>([
    { value: `both " and '` },
    { value: '%} {{ x }}' },
    { value: '<script>' },
    { value: 'many', isText: false },
    { field: 'a"] %}' },
  ])('%j cannot be said', (wrong) => {
    expect(printCondition({ ...inBerlin, ...wrong })).toBeUndefined();
  });

  test.each([
    '{%if contact.CITY == "x"%}',
    '{% if contact.CITY == "x" and true %}',
    '{% if event.a == "x" %}',
    '{% if contact.CITY contains blank %}',
  ])('%s stays code', (text) => expect(readCondition(text)).toBeUndefined());
});

const source = `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text>One</mj-text>
        <mj-raw>{% if contact.CITY == "Berlin" %}</mj-raw>
        <mj-image/>
        <mj-raw>{% endif %}</mj-raw>
        <mj-raw>{% if event.x %}</mj-raw>
        <mj-text>Code around</mj-text>
        <mj-raw>{% endif %}</mj-raw>
      </mj-column>
    </mj-section>
    <mj-raw>{% if contact.VIP == true %}</mj-raw>
    <mj-section />
    <mj-raw>{% endif %}</mj-raw>
  </mj-body>
</mjml>
`;
const document = readBlocks(source);
const at = (path: string) => findBlock(document, path)!;
const wrapped =
  '<mj-raw>{% if contact.CITY == "Berlin" %}</mj-raw>\n        <mj-image/>\n        <mj-raw>{% endif %}</mj-raw>';

describe('blocks with a condition', () => {
  test('are one block each, and other conditions are code', () => {
    expect(
      allBlocks(document).map(({ path, kind, element }) => `${path} ${kind} ${element.condition?.field ?? ''}`),
    ).toEqual([
      '0 row ',
      '0.0 column ',
      '0.0.0 text ',
      '0.0.1 image CITY',
      '0.0.2 code ',
      '0.0.3 text ',
      '0.0.4 code ',
      '1 row VIP',
    ]);
    expect(sourceOf(document, at('0.0.1'))).toBe(wrapped);
  });

  test('are moved, duplicated and removed with it', () => {
    const gone = `        ${wrapped}\n`;
    expect(removeBlock(document, at('0.0.1')).source).toBe(source.replace(gone, ''));
    expect(duplicateBlock(document, at('0.0.1')).source).toBe(source.replace(gone, gone + gone));
    const up = moveBlock(document, at('0.0.1'), 'up')!.source;
    expect(up).toContain(`<mj-column>\n${gone}        <mj-text>One</mj-text>`);
    const back = readBlocks(up);
    expect(moveBlock(back, findBlock(back, '0.0.0')!, 'down')!.source).toBe(source);
    expect(moveInto(document, at('1'), '', 0)!.source).toContain('<mj-body>\n    <mj-raw>{% if contact.VIP');
  });

  test('are changed within it, also where a tag has no end', () => {
    const changed = changeBlock(document, at('0.0.1'), { ...valuesOf(document, at('0.0.1')), alt: 'A' });
    expect('source' in changed && changed.source).toBe(source.replace('<mj-image/>', '<mj-image alt="A"/>'));
    const added = addBlock(document, at('1'), { level: 'row', mjml: '<mj-section />' })!.source;
    expect(added).toContain('<mj-section />\n    <mj-raw>{% endif %}</mj-raw>\n    <mj-section />');
  });

  test('get another one, and lose it without a trace', () => {
    const other = setCondition(document, at('0.0.1'), { ...inBerlin, value: 'Rome' })!;
    expect(other.source).toBe(source.replace('"Berlin"', '"Rome"'));
    const none = setCondition(document, at('0.0.1'), undefined)!;
    expect(none.source).toBe(source.replace(wrapped, '<mj-image/>'));
    const bare = readBlocks(none.source);
    const again = setCondition(bare, findBlock(bare, '0.0.1')!, inBerlin)!;
    expect(again.source).toBe(source);
    expect(setCondition(document, at('0.0.1'), { ...inBerlin, value: '%}' })).toBeUndefined();
  });
});
