import { describe, expect, test } from 'vitest';
import type { Schema } from '../src/plan/index.ts';
import { bothOf } from './compiled.ts';

/** Every construct: a schema, a value, and its document. Both codecs read and write each of them. */

const object = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: 'object',
  xml: { name: 'r' },
  properties,
  required: Object.keys(properties),
  ...more,
});
const string: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };
const list = (items: Schema, xml: Schema['xml'], more: Schema = {}): Schema => ({ type: 'array', items, xml, ...more });
const ref = (name: string, more: Schema = {}): Schema => ({ $ref: `#/components/schemas/${name}`, ...more });

const components: Record<string, Schema> = {
  Id: { type: 'integer', format: 'int64', xml: { name: 'id' } },
  Tags: list({ type: 'string', xml: { name: 'tag' } }, { name: 'tags', wrapped: true }),
  Field: { ...object({ name: string, value: { type: ['string', 'null'] } }), xml: { name: 'field' } },
  Node: object(
    { name: string, children: list(ref('Node'), { wrapped: true }) },
    { required: ['name'], xml: { name: 'node' } },
  ),
  Cat: object({ kind: string, lives: integer }),
  Dog: object({ kind: string, loud: { type: 'boolean', xml: { attribute: true } } }),
  Shape: {
    oneOf: [ref('Square'), ref('Circle')],
    discriminator: { propertyName: 'is', mapping: { sq: 'Square', ci: ref('Circle').$ref! } },
  },
  Square: object({ is: { type: 'string', xml: { attribute: true } }, side: integer }),
  Circle: object({ is: { type: 'string', xml: { attribute: true } } }),
};
const animal: Schema = { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' }, xml: { name: 'r' } };

const ROWS: [string, Schema, unknown, string][] = [
  ['a root scalar', { type: 'integer', xml: { name: 'count' } }, 42, '<count>42</count>'],
  ['a root named by its component', string, 'a', '<Root>a</Root>'],
  ['a root that is nil', { type: ['integer', 'null'], xml: { name: 'id' } }, null, '<id nil="true"/>'],
  [
    'a root array',
    list(ref('Field'), { name: 'r', wrapped: true }),
    [{ name: 'a', value: null }],
    '<r><field><name>a</name><value nil="true"/></field></r>',
  ],
  ['a root array that says nothing of wrapping', list(ref('Field'), { name: 'r' }), [], '<r/>'],
  ['items named like their array', list(integer, { name: 'n' }), [1, 2], '<n><n>1</n><n>2</n></n>'],

  ['a value of which nothing is said', object({ a: {} }), { a: 'x' }, '<r><a>x</a></r>'],
  ['a remark alone', object({ a: { allOf: [{ description: 'any' }] } }), { a: 'x' }, '<r><a>x</a></r>'],
  ['a required key that is not described', object({}, { required: ['a'] }), { a: 'x' }, '<r><a>x</a></r>'],
  ['a string to the letter', object({ a: string }), { a: ' 007 ' }, '<r><a> 007 </a></r>'],
  ['an empty string', object({ a: string }), { a: '' }, '<r><a></a></r>'],
  [
    'markup in a string',
    object({ a: string }),
    { a: '<a b="c">&]]>\r' },
    '<r><a>&lt;a b="c"&gt;&amp;]]&gt;&#13;</a></r>',
  ],
  ['a negative integer', object({ a: integer }), { a: -5 }, '<r><a>-5</a></r>'],
  ['the largest integer', object({ a: integer }), { a: 9007199254740991 }, '<r><a>9007199254740991</a></r>'],
  ['a number', object({ a: { type: 'number' } }), { a: 0.1 }, '<r><a>0.1</a></r>'],
  ['a large number', object({ a: { type: 'number' } }), { a: 1.25e21 }, '<r><a>1250000000000000000000</a></r>'],
  ['a small number', object({ a: { type: 'number' } }), { a: -1.5e-7 }, '<r><a>-0.00000015</a></r>'],
  ['a boolean', object({ a: { type: 'boolean' } }), { a: true }, '<r><a>true</a></r>'],
  [
    'a date as string',
    object({ a: { type: 'string', format: 'date-time' } }),
    { a: '2031-02-03T04:05:06Z' },
    '<r><a>2031-02-03T04:05:06Z</a></r>',
  ],
  [
    'bytes as base64',
    object({ a: { type: 'string', contentEncoding: 'base64' } }),
    { a: 'JVBERi0=' },
    '<r><a>JVBERi0=</a></r>',
  ],
  ['an enumeration without type', object({ a: { enum: ['x', 'y'] } }), { a: 'x' }, '<r><a>x</a></r>'],
  ['null, OpenAPI 3.1', object({ a: { type: ['integer', 'null'] } }), { a: null }, '<r><a nil="true"/></r>'],
  ['null, OpenAPI 3.0', object({ a: { type: 'integer', nullable: true } }), { a: null }, '<r><a nil="true"/></r>'],
  [
    'null, as an alternative',
    object({ a: { anyOf: [ref('Field'), { type: 'null' }] } }),
    { a: null },
    '<r><field nil="true"/></r>',
  ],

  [
    'nothing of what is optional',
    object({ a: string, b: list(string, { wrapped: true }), c: list(string, {}) }, { required: [] }),
    {},
    '<r/>',
  ],
  ['an attribute', object({ a: { type: 'boolean', xml: { attribute: true } } }), { a: true }, '<r a="true"/>'],
  [
    'an attribute to the letter',
    object({ a: { ...string, xml: { attribute: true } } }),
    { a: ' "<&\t\n\r' },
    '<r a=" &#34;&lt;&amp;&#9;&#10;&#13;"/>',
  ],
  [
    'text beside attributes',
    object({ a: { ...integer, xml: { attribute: true } }, b: { ...string, 'x-xml-text': true } }),
    { a: 1, b: 'x' },
    '<r a="1">x</r>',
  ],
  ['text, OpenAPI 3.2', object({ b: { ...integer, xml: { nodeType: 'text' } } }), { b: 7 }, '<r>7</r>'],
  [
    'CDATA',
    object({ b: { ...string, xml: { nodeType: 'cdata' } } }),
    { b: '<b>]]>\r' },
    '<r><![CDATA[<b>]]]]><![CDATA[>]]>&#13;<![CDATA[]]></r>',
  ],
  [
    'a flat array',
    object({ a: list({ ...string, xml: { name: 'i' } }, { name: 'ignored' }) }),
    { a: ['x', ''] },
    '<r><i>x</i><i></i></r>',
  ],
  ['a flat array without items', object({ a: list(string, {}) }), { a: [] }, '<r/>'],
  ['a flat array of one', object({ a: list(string, {}) }), { a: ['x'] }, '<r><a>x</a></r>'],
  ['a wrapped array', object({ a: ref('Tags') }), { a: ['x', 'y'] }, '<r><tags><tag>x</tag><tag>y</tag></tags></r>'],
  ['a wrapped array without items', object({ a: ref('Tags') }), { a: [] }, '<r><tags/></r>'],
  [
    'an array that is null',
    object({ a: list(string, { wrapped: true }, { nullable: true }) }),
    { a: null },
    '<r><a nil="true"/></r>',
  ],
  [
    'an array of arrays',
    object({ a: list(list(integer, { name: 'i', wrapped: true }), {}) }),
    { a: [[1], []] },
    '<r><i><i>1</i></i><i/></r>',
  ],

  ['the name of what is referred to', object({ a: ref('Id') }), { a: 1 }, '<r><id>1</id></r>'],
  ['a name beside the reference', object({ a: ref('Id', { xml: { name: 'b' } }) }), { a: 1 }, '<r><b>1</b></r>'],
  [
    'a name by allOf of one',
    object({ a: { allOf: [ref('Field'), { xml: { name: 'b' }, description: 'x' }] } }),
    { a: { name: 'x', value: '' } },
    '<r><b><name>x</name><value></value></b></r>',
  ],
  [
    'a recursive schema',
    ref('Node'),
    { name: 'a', children: [{ name: 'b' }] },
    '<node><name>a</name><children><node><name>b</name></node></children></node>',
  ],
  [
    'allOf',
    { allOf: [ref('Field'), object({ n: integer }), { required: ['n'] }], xml: { name: 'r' } },
    { name: 'x', value: null, n: 1 },
    '<r><name>x</name><value nil="true"/><n>1</n></r>',
  ],
  ['a discriminator', animal, { kind: 'Cat', lives: 7 }, '<r><kind>Cat</kind><lives>7</lives></r>'],
  ['a discriminator, another kind', animal, { kind: 'Dog', loud: true }, '<r loud="true"><kind>Dog</kind></r>'],
  [
    'a discriminator in an attribute',
    object({ a: list(ref('Shape'), { wrapped: true }) }),
    { a: [{ is: 'sq', side: 2 }, { is: 'ci' }] },
    '<r><a><a is="sq"><side>2</side></a><a is="ci"/></a></r>',
  ],
  [
    'a dictionary',
    object({}, { additionalProperties: { type: ['string', 'null'] } }),
    { b: 'x', a: null },
    '<r><b>x</b><a nil="true"/></r>',
  ],
  [
    'a dictionary beside properties',
    object({ id: integer }, { additionalProperties: integer }),
    { id: 1, x: 2 },
    '<r><id>1</id><x>2</x></r>',
  ],
  [
    'a dictionary of objects',
    object({}, { additionalProperties: ref('Field') }),
    { x: { name: 'n', value: 'v' } },
    '<r><x><name>n</name><value>v</value></x></r>',
  ],
  [
    'keys that objects inherit',
    object({ toString: string, constructor: string }, { required: [] }),
    { constructor: 'c' },
    '<r><constructor>c</constructor></r>',
  ],

  [
    'a namespace with prefix',
    object({ a: { ...string, xml: { prefix: 'p', namespace: 'urn:p&q' } } }),
    { a: 'x' },
    '<r><p:a xmlns:p="urn:p&amp;q">x</p:a></r>',
  ],
  [
    'a namespace without prefix',
    object({ a: string }, { xml: { name: 'r', namespace: 'urn:r' } }),
    { a: 'x' },
    '<r xmlns="urn:r"><a>x</a></r>',
  ],
  [
    'an attribute in a namespace',
    object({ a: { ...string, xml: { attribute: true, prefix: 'p', namespace: 'urn:p' } } }),
    { a: 'x' },
    '<r xmlns:p="urn:p" p:a="x"/>',
  ],
  [
    'xml:lang',
    object({ lang: { ...string, xml: { attribute: true, prefix: 'xml' } } }),
    { lang: 'de' },
    '<r xml:lang="de"/>',
  ],
];

describe.each(ROWS)('%s', (_, schema, value, xml) => {
  test.each(bothOf(schema, components))('%s', (_, codec) => {
    expect(codec.encode(value)).toBe(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
    expect(codec.decode(xml)).toEqual(value);
  });
});

describe.each<[string, Schema, string, unknown]>([
  ['an integer with zeros and space', object({ a: integer }), '<r><a> 08\n</a></r>', { a: 8 }],
  ['an integer with a sign', object({ a: integer }), '<r><a>+8</a></r>', { a: 8 }],
  ['a number with exponent', object({ a: { type: 'number' } }), '<r><a> 1.5E3 </a></r>', { a: 1500 }],
  ['True', object({ a: { type: 'boolean' } }), '<r><a> True </a></r>', { a: true }],
  ['NO', object({ a: { type: 'boolean' } }), '<r><a>NO</a></r>', { a: false }],
  ['1', object({ a: { type: 'boolean' } }), '<r><a>1</a></r>', { a: true }],
  ['an alias of the root', { ...object({ a: integer }), 'x-xml-aliases': ['s'] }, '<s><a>1</a></s>', { a: 1 }],
  ['an alias of a child', object({ a: { ...integer, 'x-xml-aliases': ['b'] } }), '<r><b>1</b></r>', { a: 1 }],
  [
    'a discriminator after the rest',
    animal,
    '<r><x><kind>Dog</kind></x><lives>7</lives><kind>Cat</kind></r>',
    { kind: 'Cat', lives: 7 },
  ],
  [
    'an attribute under another prefix',
    object({ a: { ...string, xml: { attribute: true, prefix: 'p', namespace: 'urn:p' } } }),
    '<r a="0" q:a="1"/>',
    { a: '1' },
  ],
  [
    'text in pieces beside attributes',
    object({ b: { ...string, 'x-xml-text': true } }),
    '<r c="1">a<![CDATA[b]]><!-- -->c</r>',
    { b: 'abc' },
  ],
  ['an item of an unknown name', object({ a: ref('Tags') }), '<r><tags><x>1</x><tag>2</tag></tags></r>', { a: ['2'] }],
  ['what is required but read only', object({ a: { ...integer, readOnly: true } }), '<r/>', {}],
])('reads %s', (_, schema, xml, value) => {
  test.each(bothOf(schema, components))('%s', (_, codec) => {
    expect(codec.decode(xml)).toEqual(value);
  });
});

describe.each<[string, Schema, string, string]>([
  ['a missing child', object({ a: integer }), '<r/>', 'missing'],
  ['a missing attribute', object({ a: { ...integer, xml: { attribute: true } } }), '<r/>', 'missing'],
  ['a missing wrapped array', object({ a: ref('Tags') }), '<r/>', 'missing'],
  ['a missing discriminator', animal, '<r/>', 'missing'],
  ['an unknown discriminator', animal, '<r><kind>Cow</kind></r>', 'type'],
  ['two wrapped arrays', object({ a: ref('Tags') }), '<r><tags/><tags/></r>', 'duplicate'],
  [
    'two attributes of one local name',
    object({ a: { ...string, xml: { attribute: true, prefix: 'p', namespace: 'urn:p' } } }),
    '<r p:a="1" q:a="2"/>',
    'duplicate',
  ],
  ['an entry twice', object({}, { additionalProperties: integer }), '<r><a>1</a><a>2</a></r>', 'duplicate'],
  ['an integer that is not safe', object({ a: integer }), '<r><a>9007199254740992</a></r>', 'type'],
  ['an integer with a fraction', object({ a: integer }), '<r><a>1.0</a></r>', 'type'],
  ['no integer', object({ a: integer }), '<r><a/></r>', 'type'],
  ['an integer with an exponent', object({ a: integer }), '<r><a>1e3</a></r>', 'type'],
  ['a number beyond all', object({ a: { type: 'number' } }), '<r><a>1e999</a></r>', 'type'],
  ['NaN', object({ a: { type: 'number' } }), '<r><a>NaN</a></r>', 'type'],
  ['a hexadecimal number', object({ a: { type: 'number' } }), '<r><a>0x10</a></r>', 'type'],
  ['a boolean in other words', object({ a: { type: 'boolean' } }), '<r><a>on</a></r>', 'type'],
  ['text in an array', object({ a: ref('Tags') }), '<r><tags>x</tags></r>', 'unexpected'],
])('refuses %s', (_, schema, xml, code) => {
  test.each(bothOf(schema, components))('%s', (_, codec) => {
    expect(() => codec.decode(xml)).toThrow(expect.objectContaining({ name: 'XmlError', code }));
  });
});

describe.each<[string, Schema, unknown, string]>([
  ['a value without a required child', object({ a: integer }), {}, 'missing'],
  ['a value without a required array', object({ a: list(string, {}) }), {}, 'missing'],
  ['a number that is infinite', object({ a: { type: 'number' } }), { a: Infinity }, 'type'],
  ['a key that is no name', object({}, { additionalProperties: integer }), { 'a b': 1 }, 'unwritable'],
  ['a key with a prefix', object({}, { additionalProperties: integer }), { 'a:b': 1 }, 'unwritable'],
  [
    'a key that is the element of another',
    object({ a: { ...integer, xml: { name: 'b' } } }, { additionalProperties: integer }),
    { a: 1, b: 2 },
    'unwritable',
  ],
  ['an unknown kind', animal, { kind: 'Cow' }, 'type'],
])('does not write %s', (_, schema, value, code) => {
  test.each(bothOf(schema, components))('%s', (_, codec) => {
    expect(() => codec.encode(value)).toThrow(expect.objectContaining({ name: 'XmlError', code }));
  });
});

test.each(bothOf(object({}, { additionalProperties: string })))(
  '%s: a dictionary holds __proto__ as a key',
  (_, codec) => {
    const value = codec.decode('<r><__proto__>x</__proto__><constructor>y</constructor></r>');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  },
);
