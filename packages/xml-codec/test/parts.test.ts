import { describe, expect, test } from 'vitest';
import { codecs } from './compiled.ts';
import { errorOf } from './error-of.ts';

const person = {
  type: 'object',
  xml: { name: 'person' },
  properties: {
    name: { type: 'string' },
    friends: { type: 'array', xml: { wrapped: true }, items: { type: 'string' } },
  },
};
const { compiled: codec } = codecs({
  Root: { type: 'array', xml: { name: 'people' }, items: { $ref: '#/components/schemas/Person' } },
  Person: person,
});

const partsOf = (document: string, options = {}) => [...codec.decodeParts!(document, options)];
const list = (inside: string) => `<people>\n${inside}\n</people>`;
const friends = (n: number) =>
  `<person><friends>${'<friends>a</friends>'.repeat(n)}</friends><name>Ada</name></person>`;

describe('the parts of a list together are the whole', () => {
  test.each([
    ['no items', list('')],
    ['no content', '<people/>'],
    ['an item', list('<person><name>Ada</name></person>')],
    ['many items', list('<person><name>Ada &amp; Bob</name></person>\n'.repeat(20_000))],
    ['items with lists', list(friends(3000).repeat(10))],
    ['unknown elements', list('<x/>'.repeat(40_000) + friends(1) + '<x><person/></x>'.repeat(10_000))],
    ['comments', list(`${'<!-- -->'.repeat(40_000)}${friends(1)}`)],
  ])('%s', (_, document) => {
    expect(partsOf(document).flat()).toEqual(codec.decode(document));
  });
});

test('a part ends with the item in which it has become long', () => {
  const item = `<person><name>${'x'.repeat(1000)}</name></person>`;
  const sizes = partsOf(list(item.repeat(1000))).map(({ length }) => length);
  expect(sizes.reduce((a, b) => a + b)).toBe(1000);
  expect(Math.max(...sizes) * item.length).toBeLessThan(65_536 + 2 * item.length);
});

describe('a fault is the same as of the whole', () => {
  const many = '<person><name>Ada</name></person>\n'.repeat(10_000);
  test.each([
    ['in a late item', list(`${many}<person><name/><name/></person>`)],
    ['in a late unknown element', list(`${many}${'<x/>'.repeat(30_000)}<x><y></x></x>`)],
    ['at the end', `<people>${many}</person>`],
    ['after the end', `${list(many)}<people/>`],
    ['where the document breaks off', `<people>${many}<person>`],
    ['in the root', '<persons/>'],
    ['in a name that is long', `<people><${'x'.repeat(100_000)}></people>`],
  ])('%s', (_, document) => {
    const { code, message, line, column, path, expected } = errorOf(() => codec.decode(document));
    const fault = errorOf(() => partsOf(document));
    expect(fault).toMatchObject({ code, message, line, column, path });
    expect(fault.expected).toBe(expected);
    expect(message.length).toBeLessThan(1000);
  });
});

test('the limit of nodes holds for each part', () => {
  const options = { nodes: 3000 };
  expect(partsOf(list('<person/>'.repeat(30_000)), { nodes: 10_000 }).flat()).toHaveLength(30_000);
  expect(errorOf(() => codec.decode(list('<person/>'.repeat(30_000)), { nodes: 10_000 })).code).toBe('limit');
  expect(errorOf(() => partsOf(list(friends(4000)), options)).code).toBe('limit');
  const sections = `<person><name>${'<![CDATA[]]>'.repeat(4000)}</name></person>`;
  expect(errorOf(() => partsOf(list(sections), options)).code).toBe('limit');
});

test('references are resolved only as far as a text may be long', () => {
  const { code, reason } = errorOf(() =>
    codec.decode(list(`<person><name>${'&lt;'.repeat(2001)}</name></person>`), { text: 2000 }),
  );
  expect({ code, reason }).toEqual({ code: 'limit', reason: 'must be at most 2000 (limit of text), not more' });
});
