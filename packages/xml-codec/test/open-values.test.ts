import { describe, expect, test } from 'vitest';
import { compilePlans } from '../../../tools/codegen/src/codec/index.ts';
import type { Schema } from '../src/plan/index.ts';
import { bothOf } from './compiled.ts';
import { errorOf } from './error-of.ts';

/** Schemas without a type, or without an XML form in OpenAPI. Each row: a schema, a value, and its document. */

const object = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: 'object',
  xml: { name: 'r' },
  properties,
  ...more,
});
const string: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };
const open: Schema = { type: 'object' };
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const NIL = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"';

const components: Record<string, Schema> = {
  Named: { type: 'object', xml: { name: 'thing' }, properties: { id: integer } },
  Names: { type: 'array', items: { type: 'string', xml: { name: 'name' } } },
  Circle: { type: 'object', required: ['radius'], properties: { radius: integer, color: string } },
  Square: { type: 'object', required: ['side'], properties: { side: integer, color: integer } },
  Cat: object({ name: string }, { xml: { name: 'pet' } }),
  Dog: object({ name: string, loud: { type: 'boolean' } }, { xml: { name: 'pet' } }),
};

describe.each<[string, Schema, unknown, string]>([
  [
    'a free-form object',
    object({ a: open }),
    { a: { b: 'x', c: { d: '1' } } },
    '<r><a><b>x</b><c><d>1</d></c></a></r>',
  ],
  ['a free-form object without members', object({ a: open }), { a: {} }, '<r><a></a></r>'],
  ['a free-form document', { ...open, xml: { name: 'r' } }, { a: ['1', '2'] }, '<r><a>1</a><a>2</a></r>'],
  [
    'a null within',
    object({ a: open }),
    { a: { b: null, c: ['x', null] } },
    `<r><a><b ${NIL}/><c>x</c><c ${NIL}/></a></r>`,
  ],
  ['markup within', object({ a: open }), { a: { b: '<&>' } }, '<r><a><b>&lt;&amp;&gt;</b></a></r>'],
  ['a value of any type that is a text', object({ a: {} }), { a: 'x' }, '<r><a>x</a></r>'],
  ['a value of any type that is an object', object({ a: {} }), { a: { b: 'x' } }, '<r><a><b>x</b></a></r>'],
  [
    'an array without items',
    object({ a: { type: 'array' } }),
    { a: ['x', { b: 'y' }] },
    '<r><a>x</a><a><b>y</b></a></r>',
  ],
  ['a number or a boolean', object({ a: { type: ['number', 'boolean'] } }), { a: true }, '<r><a>true</a></r>'],
  ['a number and no boolean', object({ a: { type: ['number', 'boolean'] } }), { a: 1.5 }, '<r><a>1.5</a></r>'],
  ['an enumeration of several types', object({ a: { enum: ['x', 1] } }), { a: 'x' }, '<r><a>x</a></r>'],
  [
    'several types in an attribute',
    object({ a: { type: ['string', 'integer'], xml: { attribute: true } } }),
    { a: '"1"' },
    '<r a="&#34;1&#34;"/>',
  ],
  ['alternative scalars', object({ a: { anyOf: [string, integer] } }), { a: 'x' }, '<r><a>x</a></r>'],
  [
    'alternative objects that share a property of another type',
    object({ a: { oneOf: [ref('Circle'), ref('Square')] } }),
    { a: { side: 2, color: 'red' } },
    '<r><a><color>red</color><side>2</side></a></r>',
  ],
  [
    'alternative objects that nothing tells apart',
    object({ a: { oneOf: [object({ b: string }, { xml: {} }), object({ c: string }, { xml: {} })] } }),
    { a: { c: 'x' } },
    '<r><a><c>x</c></a></r>',
  ],
  ['documents of one root element', { oneOf: [ref('Cat'), ref('Dog')] }, { name: 'a' }, '<pet><name>a</name></pet>'],
  [
    'alternative lists',
    object({
      a: {
        oneOf: [
          { type: 'array', items: string },
          { type: 'array', items: integer },
        ],
      },
    }),
    { a: ['x', '1'] },
    '<r><a>x</a><a>1</a></r>',
  ],
  [
    'properties beside alternatives',
    object({ id: integer }, { anyOf: [object({ b: string }), object({ c: string })] }),
    { id: 1, c: 'x' },
    '<r><id>1</id><c>x</c></r>',
  ],
  [
    'a list in a list',
    object({ a: { type: 'array', items: { type: 'array', items: integer } } }),
    { a: [[1, 2], [], [3]] },
    '<r><a><a>1</a><a>2</a></a><a/><a><a>3</a></a></r>',
  ],
  [
    'a dictionary of lists',
    object({ n: integer }, { additionalProperties: { type: 'array', items: string } }),
    { n: 1, b: ['x', 'y'], c: ['z'] },
    '<r><n>1</n><b>x</b><b>y</b><c>z</c></r>',
  ],
  [
    'a required attribute that is null',
    object({ a: { type: 'integer', nullable: true, xml: { attribute: true } } }, { required: ['a'] }),
    { a: null },
    '<r/>',
  ],
  [
    'keys that are no names',
    object({ 'a b': string, '1': string }),
    { '1': 'y', 'a b': 'x' },
    '<r><_x0031_>y</_x0031_><a_x0020_b>x</a_x0020_b></r>',
  ],
  [
    'keys that stand for attribute and text',
    object({ '@id': integer, '#text': string }),
    { '@id': 1, '#text': 'x' },
    '<r id="1">x</r>',
  ],
  [
    'an object that is said to be an attribute',
    object({ a: { type: 'object', properties: { b: string }, xml: { attribute: true } } }),
    { a: { b: 'x' } },
    '<r><a><b>x</b></a></r>',
  ],
  [
    'an attribute that declares a namespace',
    object({ os: { type: 'string', xml: { name: 'xmlns:os', attribute: true } }, a: string }),
    { os: 'urn:os', a: 'x' },
    '<r xmlns:os="urn:os"><a>x</a></r>',
  ],
  ['a key of which XML says what it is', object({ 'xml:lang': string }), { 'xml:lang': 'en' }, '<r xml:lang="en"/>'],
  [
    'two properties of one component',
    object({ from: ref('Named'), to: ref('Named') }),
    { from: { id: 1 }, to: { id: 2 } },
    '<r><from><id>1</id></from><to><id>2</id></to></r>',
  ],
  [
    'two lists whose items have one name',
    object({ first: ref('Names'), last: ref('Names') }),
    { first: ['a'], last: ['b', 'c'] },
    '<r><first><name>a</name></first><last><name>b</name><name>c</name></last></r>',
  ],
])('%s', (_, schema, value, document) => {
  test.each(bothOf(schema, components))('%s', (_codec, codec) => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>${document}`;
    expect(codec.encode(value)).toBe(xml);
    expect(codec.decode(xml)).toEqual(value);
  });
});

/** Written and not read back as they were. */
describe.each<[string, Schema, unknown, string]>([
  [
    'numbers and booleans in what is open',
    object({ a: open }),
    { a: { b: 1e21, c: true } },
    '<r><a><b>1000000000000000000000</b><c>true</c></a></r>',
  ],
  ['a date in what is open', object({ a: {} }), { a: new Date(0) }, '<r><a>1970-01-01T00:00:00.000Z</a></r>'],
  [
    'members that are undefined, and lists without items',
    object({ a: open }),
    { a: { b: undefined, c: [] } },
    '<r><a></a></r>',
  ],
  ['a flat list that is null', object({ a: { type: 'array', nullable: true, items: string } }), { a: null }, '<r/>'],
  [
    'an attribute that is null',
    object({ a: { type: ['string', 'null'], xml: { attribute: true } } }),
    { a: null },
    '<r/>',
  ],
  ['a number where a text is read', object({ a: { type: ['string', 'integer'] } }), { a: 5 }, '<r><a>5</a></r>'],
])('%s', (_, schema, value, document) => {
  test.each(bothOf(schema))('%s', (_codec, codec) => {
    expect(codec.encode(value)).toBe(`<?xml version="1.0" encoding="UTF-8"?>${document}`);
  });
});

describe.each<[string, Schema, unknown, string]>([
  ['a list of lists', object({ a: open }), { a: { b: [['x']] } }, '/r/a/b'],
  ['a list where one value stands', object({ a: {} }), { a: ['x'] }, '/r/a'],
  ['a key that is no name', object({ a: open }), { a: { 'b c': 'x' } }, '/r/a'],
  ['a function', object({ a: {} }), { a: () => {} }, '/r/a'],
  ['a number without digits', object({ a: open }), { a: { b: Number.NaN } }, '/r/a/b'],
  ['a text in place of members', object({ a: open }), { a: 'x' }, '/r/a'],
])('%s is not written', (_, schema, value, path) => {
  test.each(bothOf(schema))('%s', (_codec, codec) => {
    expect(errorOf(() => codec.encode(value)).path).toBe(path);
  });
});

test.each(bothOf(object({ a: open })))(
  '%s refuses text in place of members, and a document without end',
  (_, codec) => {
    expect(errorOf(() => codec.decode('<r><a>x</a></r>')).code).toBe('unexpected');
    const [deep, end] = ['<b>'.repeat(300), '</b>'.repeat(300)];
    expect(errorOf(() => codec.decode(`<r><a>${deep}${end}</a></r>`)).code).toBe('limit');
  },
);

test('a value that holds itself is not written', () => {
  const value: Record<string, unknown> = {};
  value.self = value;
  const [[, compiled]] = bothOf(object({ a: open })) as [[string, ReturnType<typeof bothOf>[0][1]]];
  expect(errorOf(() => compiled.encode({ a: value })).code).toBe('limit');
});

test('a plan tells what OpenAPI does not decide', () => {
  const schemas = { Root: object({ 'a b': open, c: { type: 'array', items: { type: 'array', items: {} } } }) };
  const { notes } = compilePlans({ openapi: '3.1.0', components: { schemas } }, ['Root']).get('Root')!;
  expect(notes.map(({ pointer, message }) => `${pointer.slice(25)}: ${message}`)).toEqual([
    '/properties/a b: the element is called "a_x0020_b": XML has no such name',
    '/properties/a b: of any members: in XML they are texts, and objects without types',
    '/properties/c/items: a list in a list: each has an element of its own, as if it were wrapped',
    '/properties/c/items/items: of any type: in XML it is a text, or an object without types',
  ]);
});
