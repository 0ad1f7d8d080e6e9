import { expect, test } from 'vitest';
import { compilePlan, type Schema, type Target, UnsupportedSchemaError, unsupported } from './index.ts';

const components: Record<string, Schema> = {
  Loop: { $ref: '#/components/schemas/Loop' },
  Own: { allOf: [{ $ref: '#/components/schemas/Own' }] },
  Knot: {
    properties: { a: { allOf: [{ $ref: '#/components/schemas/Knot' }, { properties: { b: { type: 'string' } } }] } },
  },
  List: { type: 'array', items: { $ref: '#/components/schemas/List' }, xml: { wrapped: true } },
  Cat: { type: 'object', properties: { kind: { type: 'string' } } },
  Dog: { type: 'object', properties: { kind: { type: 'string', xml: { attribute: true } } } },
  Cow: { type: 'object', properties: { kind: { type: 'integer' } } },
  Text: { type: 'string', xml: { name: 'text' } },
  Even: { type: 'object', properties: { next: { $ref: '#/components/schemas/Odd' } } },
  Odd: { type: 'object', properties: { next: { $ref: '#/components/schemas/Even' } } },
};

function resolve(ref: string, pointer: string): Target {
  const name = ref.replace('#/components/schemas/', '');
  const schema = components[name] ?? unsupported(pointer, `${ref} leads nowhere`);
  return { name, schema, pointer: ref };
}

const plan = (schema: Schema, openapi?: string) => compilePlan(schema, resolve, { rootName: 'Root', openapi });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  ...more,
});
const kinds = (...names: string[]): Schema => ({ oneOf: names.map(ref), discriminator: { propertyName: 'kind' } });

test.each<[string, Schema, string, RegExp]>([
  [
    'words in any case in an attribute',
    object({ a: { type: 'string', enum: ['x'], 'x-ignore-case': true, xml: { attribute: true } } }),
    '#/properties/a',
    /elements only/,
  ],
  ['true', object({ a: true as unknown as Schema }), '#/properties/a', /must be an object/],
  ['an unknown type', { type: 'file' }, '#', /unknown type "file"/],
  ['texts and objects', object({ a: { type: ['string', 'object'] } }), '#/properties/a', /several types/],
  ['patterns of keys', { type: 'object', patternProperties: {} }, '#/patternProperties', /no form in XML/],
  ['a tuple', { type: 'array', prefixItems: [] }, '#/prefixItems', /no form in XML/],
  ['a condition', object({}, { if: {} }), '#/if', /no form in XML/],
  ['oneOf without discriminator', { oneOf: [ref('Cat'), { type: 'string' }] }, '#', /needs a discriminator/],
  [
    'an alternative written in place',
    { ...kinds('Cat'), oneOf: [ref('Cat'), object({})] },
    '#/oneOf/1',
    /must be a \$ref/,
  ],
  [
    'an alternative without the discriminator',
    { oneOf: [ref('Cat')], discriminator: { propertyName: 'x' } },
    '#/components/schemas/Cat',
    /lacks .* x/,
  ],
  ['discriminators at different places', kinds('Cat', 'Dog'), '#/discriminator', /same place/],
  ['a discriminator that is no string', kinds('Cow'), '#/components/schemas/Cow/properties/kind', /must be a string/],
  ['a discriminator beside properties', object({ a: { type: 'string' } }, kinds('Cat')), '#', /properties of its own/],
  [
    'a default mapping',
    { oneOf: [ref('Cat')], discriminator: { propertyName: 'kind', defaultMapping: 'Cat' } },
    '#/discriminator/defaultMapping',
    /not supported/,
  ],
  ['a reference to nowhere', object({ a: ref('Gone') }), '#/properties/a', /leads nowhere/],
  ['a reference to itself', ref('Loop'), '#/components/schemas/Loop', /made of itself/],
  ['allOf of itself', ref('Own'), '#/components/schemas/Own/allOf/0', /made of itself/],
  [
    'a property that allOf makes of its own object',
    components.Knot!,
    '#/components/schemas/Knot/properties/a',
    /holds itself/,
  ],
  [
    'allOf of different kinds',
    { allOf: [object({}), { type: 'string' }] },
    '#',
    /different kinds \(object and string\)/,
  ],
  ['an array of itself', ref('List'), '#/components/schemas/List', /array of itself/],
  [
    'items that are attributes',
    { type: 'array', items: { type: 'string', xml: { attribute: true } } },
    '#/items',
    /element is needed/,
  ],
  [
    'an attribute that is a list',
    object({ a: { type: 'array', xml: { attribute: true } } }),
    '#/properties/a',
    /not for an array/,
  ],
  [
    'an attribute called nil',
    object({ nil: { type: 'string', xml: { attribute: true } } }),
    '#',
    /cannot be called nil/,
  ],
  [
    'text beside elements',
    object({ a: { type: 'string', 'x-xml-text': true }, b: { type: 'string' } }),
    '#',
    /mixes text/,
  ],
  [
    'text beside a dictionary',
    object({ a: { type: 'string', 'x-xml-text': true } }, { additionalProperties: { type: 'string' } }),
    '#',
    /mixes text/,
  ],
  [
    'text twice',
    object({ a: { type: 'string', 'x-xml-text': true }, b: { type: 'string', xml: { nodeType: 'cdata' } } }),
    '#',
    /text twice/,
  ],
  [
    'an unknown nodeType',
    object({ a: { type: 'string', xml: { nodeType: 'comment' } } }),
    '#/properties/a/xml/nodeType',
    /"comment"/,
  ],
  [
    'an object without a node',
    object({ a: { ...object({}), xml: { nodeType: 'none' } } }),
    '#/properties/a',
    /only an array/,
  ],
  [
    'two elements of one name',
    object({ a: { type: 'string' }, b: { type: 'string', xml: { name: 'a' } } }),
    '#',
    /share the element a/,
  ],
  [
    'an alias that is taken',
    object({ a: { type: 'string' }, b: { type: 'string', 'x-xml-aliases': ['a'] } }),
    '#',
    /share the element a/,
  ],
  [
    'two attributes of one name',
    object({
      a: { type: 'string', xml: { attribute: true } },
      b: { type: 'string', xml: { attribute: true, name: 'a' } },
    }),
    '#',
    /share the attribute a/,
  ],
  [
    'flat arrays in a dictionary whose items have a name',
    { type: 'object', additionalProperties: { type: 'array', items: { type: 'string', xml: { name: 'a' } } } },
    '#/additionalProperties',
    /must be wrapped/,
  ],
  [
    'alternatives that hold each other',
    object({ a: { oneOf: [ref('Even'), ref('Odd')] } }),
    '#/components/schemas/Odd',
    /hold each other/,
  ],
  [
    'alternatives of which one needs a list that may be empty',
    { oneOf: [object({ a: { type: 'array' } }, { required: ['a'] }), object({ b: { type: 'string' } })] },
    '#',
    /needs a discriminator/,
  ],
  [
    'a name with a colon',
    object({ a: { type: 'string', xml: { name: 'p:a' } } }),
    '#/properties/a',
    /"p:a" is no XML name without a colon; write xml: { name: a, prefix: p, namespace: … }/,
  ],
  [
    'a prefix without namespace',
    object({ a: { type: 'string', xml: { prefix: 'p' } } }),
    '#/properties/a/xml',
    /needs its namespace/,
  ],
  [
    'an attribute with a namespace and no prefix',
    object({ a: { type: 'string', xml: { attribute: true, namespace: 'urn:a' } } }),
    '#/properties/a',
    /needs a prefix/,
  ],
  [
    'a property called __proto__',
    object(JSON.parse('{"__proto__": {"type": "string"}}')),
    '#/properties/__proto__',
    /cannot be called/,
  ],
])('refuses %s', (_, schema, pointer, reason) => {
  let error: unknown;
  try {
    plan(schema);
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(UnsupportedSchemaError);
  expect(error).toMatchObject({ pointer, reason: expect.stringMatching(reason) });
});

const string = { kind: 'scalar', type: 'string' };
const named = (local: string) => ({ local, aliases: [] });

test.each<[string, Schema, unknown]>([
  ['a scalar', { type: 'string' }, string],
  ['a scalar by reference', ref('Text'), string],
  ['an object by reference', ref('Cat'), { kind: 'ref', plan: 'Cat' }],
  ['allOf of one reference', { allOf: [ref('Cat')], description: 'x' }, { kind: 'ref', plan: 'Cat' }],
  ['type: object beside a reference', { type: 'object', allOf: [ref('Cat')] }, { kind: 'ref', plan: 'Cat' }],
  ['alternatives of one type', { anyOf: [{ type: 'string', format: 'date' }, { const: 'never' }] }, string],
  ['alternatives that only require', object({}, { anyOf: [{ required: [] }] }), { kind: 'object', properties: [] }],
  ['properties without a type', { properties: {} }, { kind: 'object', properties: [] }],
  ['an empty object', { type: 'object', additionalProperties: false }, { kind: 'object', properties: [] }],
  [
    'an array',
    { type: 'array', items: ref('Text') },
    { kind: 'array', item: { name: named('text'), nullable: false, content: string } },
  ],
])('plans %s', (_, schema, content) => {
  expect(plan(schema).root.content).toEqual(content);
});

test('OpenAPI 3.0 knows nothing beside $ref, 3.1 does', () => {
  const schema = object({ a: { ...ref('Text'), xml: { name: 'b' } } });
  const nameOf = (openapi: string) => JSON.stringify(plan(schema, openapi).root.content).match(/"local":"(\w+)"/)?.[1];
  expect(nameOf('3.0.3')).toBe('text');
  expect(nameOf('3.1.0')).toBe('b');
});

test.each<[string, Schema, string[]]>([
  ['like the component too', { type: 'array', items: ref('Cat'), xml: { wrapped: true } }, ['Cat']],
  ['like the component alone where that has a name', { type: 'array', items: ref('Text'), xml: { wrapped: true } }, []],
  ['like a property of theirs', { type: 'array', items: { type: 'string' }, xml: { wrapped: true } }, []],
])('items of a wrapped list are read %s', (_, schema, aliases) => {
  const { root } = plan(schema);
  expect(root.content).toMatchObject({ kind: 'array', item: { name: { aliases } } });
});
