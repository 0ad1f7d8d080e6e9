import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { SchemaComparison } from './compare-schema.ts';
import type { Schema } from './flatten.ts';
import { type Direction, KEYWORDS, UNJUDGED } from './keywords.ts';

const components = {
  schemas: {
    Cat: { type: 'object', properties: { lives: { type: 'integer' } } },
    Dog: { type: 'object', properties: { tail: { type: 'boolean' } } },
    Name: { type: 'string', maxLength: 9 },
    '100%': { type: 'string', maxLength: 9 },
    Alias: { $ref: '#/components/schemas/Cat' },
    Id: { type: 'integer', readOnly: true },
    Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' }, size: { type: 'integer' } } },
  },
};
const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function differences(old: Schema, now: Schema, direction: Direction): string[] {
  const comparison = new SchemaComparison({ components }, { components });
  comparison.compare(old, now, '#', direction);
  return comparison.differences.map(
    ({ pointer, message }) => `${pointer} ${message.replace(/ \((sent|received)\)$/, '')}`,
  );
}

test('each keyword that validators know, or OpenAPI adds, has a judgement', () => {
  const { keywords } = new Ajv2020({ discriminator: true }).RULES;
  const ofOpenApi = ['discriminator', 'xml', 'nullable', 'externalDocs', 'example'];
  const unknown = [...Object.keys(keywords), ...ofOpenApi].filter((each) => !(each in KEYWORDS) && !UNJUDGED.has(each));
  expect(Object.keys(keywords).length).toBeGreaterThan(50);
  expect(unknown).toEqual([]);
});

/** A schema, a looser one, what breaks requests where the first comes after the second, and responses where it goes. */
const ROWS: [keyword: string, tight: Schema, loose: Schema, sent: string, received: string][] = [
  ['type', { type: 'string' }, { type: ['string', 'null'] }, 'type null is no longer taken', 'type null is new'],
  ['type', { type: 'integer' }, { type: 'number' }, 'type number is no longer taken', 'type number is new'],
  ['type', { type: 'object' }, {}, 'any type was taken, now only object', 'any type may come now, not only object'],
  ['enum', { enum: ['a'] }, { enum: ['a', 'b'] }, 'value b is no longer taken', 'value b is new'],
  ['enum', { const: 1 }, { enum: [1, 2] }, 'value 2 is no longer taken', 'value 2 is new'],
  ['format', { format: 'date' }, {}, 'must have the format date now', 'need not have the format date now'],
  ['format', { format: 'int32' }, { format: 'int64' }, 'format changed', 'format changed'],
  [
    'multipleOf',
    { multipleOf: 0.1 },
    { multipleOf: 0.01 },
    'must be a multiple of 0.1 now',
    'need not be a multiple of 0.1 now',
  ],
  ['multipleOf', { multipleOf: 5 }, {}, 'must be a multiple of 5 now', 'need not be a multiple of 5 now'],
  ['pattern', { pattern: '^a' }, {}, 'pattern changed', 'pattern changed'],
  ['minLength', { minLength: 2 }, { minLength: 1 }, 'minLength rose to 2', 'minLength fell to 1'],
  ['maxLength', { maxLength: 2 }, {}, 'maxLength fell to 2', 'maxLength is gone'],
  ['minimum', { minimum: 1 }, { exclusiveMinimum: 0 }, 'minimum rose to 1', 'minimum fell to 0'],
  [
    'exclusiveMinimum',
    { exclusiveMinimum: 1 },
    { minimum: 1 },
    'exclusiveMinimum rose to 1',
    'exclusiveMinimum fell to 1',
  ],
  ['maximum', { maximum: 9 }, { maximum: 10 }, 'maximum fell to 9', 'maximum rose to 10'],
  ['exclusiveMaximum', { exclusiveMaximum: 9 }, {}, 'exclusiveMaximum fell to 9', 'exclusiveMaximum is gone'],
  ['minItems', { minItems: 1 }, {}, 'minItems rose to 1', 'minItems is gone'],
  ['maxItems', { maxItems: 3 }, { maxItems: 4 }, 'maxItems fell to 3', 'maxItems rose to 4'],
  ['minContains', { minContains: 2 }, {}, 'minContains rose to 2', 'minContains is gone'],
  ['maxContains', { maxContains: 2 }, {}, 'maxContains fell to 2', 'maxContains is gone'],
  ['minProperties', { minProperties: 1 }, {}, 'minProperties rose to 1', 'minProperties is gone'],
  ['maxProperties', { maxProperties: 5 }, {}, 'maxProperties fell to 5', 'maxProperties is gone'],
  ['uniqueItems', { uniqueItems: true }, {}, 'items must differ now', 'items may be equal now'],
  [
    'required',
    { required: ['a'], properties: { a: {} } },
    { properties: { a: {} } },
    'a is required now',
    'a may be absent now',
  ],
  [
    'dependentRequired',
    { dependentRequired: { a: ['b'] } },
    {},
    'b is required now beside a',
    'b may be absent now beside a',
  ],
  [
    'properties',
    { properties: { a: { type: 'string' } } },
    { properties: { a: { type: ['string', 'null'] } } },
    '/properties/a type null is no longer taken',
    '/properties/a type null is new',
  ],
  [
    'patternProperties',
    { patternProperties: { '^x': { type: 'string' } } },
    {},
    '/patternProperties/^x any type was taken, now only string',
    '/patternProperties/^x any type may come now, not only string',
  ],
  [
    'dependentSchemas',
    { dependentSchemas: { a: { minProperties: 2 } } },
    {},
    '/dependentSchemas/a minProperties rose to 2',
    '/dependentSchemas/a minProperties is gone',
  ],
  [
    'additionalProperties',
    { additionalProperties: false },
    {},
    'further members are no longer taken',
    'further members may come now',
  ],
  [
    'additionalProperties',
    { additionalProperties: { maxLength: 1 } },
    { additionalProperties: { maxLength: 2 } },
    '/additionalProperties maxLength fell to 1',
    '/additionalProperties maxLength rose to 2',
  ],
  [
    'unevaluatedProperties',
    { unevaluatedProperties: false },
    {},
    'further members are no longer taken',
    'further members may come now',
  ],
  [
    'unevaluatedItems',
    { unevaluatedItems: false },
    {},
    'further items are no longer taken',
    'further items may come now',
  ],
  ['items', { items: { maxLength: 1 } }, {}, '/items maxLength fell to 1', '/items maxLength is gone'],
  ['items', { items: false }, {}, 'further items are no longer taken', 'further items may come now'],
  [
    'propertyNames',
    { propertyNames: { maxLength: 1 } },
    {},
    '/propertyNames maxLength fell to 1',
    '/propertyNames maxLength is gone',
  ],
  ['contains', { contains: { minimum: 1 } }, {}, '/contains minimum rose to 1', '/contains minimum is gone'],
  [
    'prefixItems',
    { prefixItems: [{}, { maximum: 1 }] },
    { prefixItems: [{}, { maximum: 2 }] },
    '/prefixItems/1 maximum fell to 1',
    '/prefixItems/1 maximum rose to 2',
  ],
  [
    'oneOf',
    { oneOf: [$ref('Cat')] },
    { oneOf: [$ref('Cat'), { type: 'string' }] },
    'type string is no longer taken',
    'type string is new',
  ],
  [
    'anyOf',
    { anyOf: [{ type: 'integer' }, $ref('Cat')] },
    { anyOf: [{ type: 'number' }, $ref('Cat'), { type: 'boolean' }] },
    'number is no longer taken',
    'number is a new alternative',
  ],
  ['not', { not: { type: 'null' } }, {}, 'not changed', 'not changed'],
  [
    'then',
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { if: { required: ['a'] }, then: { required: ['b'] } },
    { if: { required: ['a'] } },
    'then changed',
    'then changed',
  ],
  [
    'else',
    { if: { required: ['a'] }, else: { required: ['b'] } },
    { if: { required: ['a'] } },
    'else changed',
    'else changed',
  ],
  [
    'discriminator',
    { oneOf: [$ref('Cat'), $ref('Dog')], discriminator: { propertyName: 'k', mapping: { c: 'Cat' } } },
    { oneOf: [$ref('Cat'), $ref('Dog')], discriminator: { propertyName: 'k', mapping: { c: 'Cat', d: 'Dog' } } },
    'the kind d is no longer taken',
    'the kind d is new',
  ],
];

test.each(ROWS)('%s: %j within %j', (_, tight, loose, sent, received) => {
  const first = (found: string[]) => found[0]?.replace(/^# /, '').replace(/^#/, '');
  expect(first(differences(loose, tight, 'sent'))).toBe(sent);
  expect(first(differences(tight, loose, 'received'))).toBe(received);
  expect([differences(tight, loose, 'sent'), differences(loose, tight, 'received')]).toEqual([[], []]);
});

/** Keywords any change of which breaks both ends, or requests alone. */
const MEANINGS: [keyword: string, old: Schema, now: Schema, sent: string[], received: string[]][] = [
  ['xml', { xml: { name: 'a' } }, { xml: { name: 'b' } }, ['# xml changed'], ['# xml changed']],
  ['contentEncoding', { contentEncoding: 'base64' }, {}, ['# contentEncoding changed'], ['# contentEncoding changed']],
  ['contentMediaType', { contentMediaType: 'a/b' }, {}, ['# contentMediaType changed'], ['# contentMediaType changed']],
  [
    'contentSchema',
    { contentSchema: { type: 'object' } },
    {},
    ['# contentSchema changed'],
    ['# contentSchema changed'],
  ],
  ['default', { default: 1 }, { default: 2 }, ['# default changed'], []],
  [
    'discriminator',
    { discriminator: { propertyName: 'a' } },
    { discriminator: { propertyName: 'b' } },
    ['# discriminator changed'],
    ['# discriminator changed'],
  ],
];

test.each(MEANINGS)('%s: %j and %j', (_, old, now, sent, received) => {
  expect([differences(old, now, 'sent'), differences(old, now, 'received')]).toEqual([sent, received]);
});

test('each judged keyword has a row', () => {
  const told = new Set([...ROWS, ...MEANINGS].map(([keyword]) => keyword));
  expect(Object.keys(KEYWORDS).filter((each) => !told.has(each))).toEqual([]);
});

test.each<[string, Schema, Schema]>([
  [
    'parts of allOf',
    { allOf: [{ type: 'object', required: ['a'] }, { properties: { a: { maxLength: 4 } } }] },
    { type: 'object', required: ['a'], properties: { a: { maxLength: 4 } } },
  ],
  ['bounds of allOf', { allOf: [{ maximum: 5 }, { maximum: 3 }] }, { maximum: 3 }],
  ['a reference and the schema', $ref('Name'), { type: 'string', maxLength: 9 }],
  ['a reference in allOf', { allOf: [$ref('Name')], description: 'd' }, $ref('Name')],
  ['names with a bare %', $ref('100%'), $ref('Name')],
  ['a pointer through a reference', $ref('Alias/properties/lives'), { type: 'integer' }],
  ['a choice of one', { oneOf: [$ref('Name')] }, $ref('Name')],
  ['a type or null', { anyOf: [$ref('Name'), { type: 'null' }] }, { type: ['string', 'null'], maxLength: 9 }],
  ['a constant', { const: 'a' }, { enum: ['a'] }],
  [
    'alternatives in another order',
    { oneOf: [{ type: 'string' }, $ref('Cat')] },
    { oneOf: [$ref('Cat'), { type: 'string' }] },
  ],
  ['a schema that contains itself', $ref('Node'), { allOf: [$ref('Node')] }],
  ['limits that are written otherwise', { properties: { a: true } }, { properties: { a: {} } }],
])('%s: no difference', (_, old, now) => {
  for (const direction of ['sent', 'received'] as const)
    expect([differences(old, now, direction), differences(now, old, direction)]).toEqual([[], []]);
});

test.each<[string, Schema, Schema, sent: string[], received: string[]]>([
  [
    'a read-only member that is required now',
    { properties: { a: { readOnly: true } } },
    { required: ['a'], properties: { a: { readOnly: true } } },
    [],
    [],
  ],
  [
    'a read-only member by reference that may be absent now',
    { required: ['id'], properties: { id: $ref('Id') } },
    { properties: { id: $ref('Id') } },
    [],
    ['# id may be absent now'],
  ],
  [
    'a write-only member that is required now',
    { properties: { a: { writeOnly: true } } },
    { required: ['a'], properties: { a: { writeOnly: true } } },
    ['# a is required now'],
    [],
  ],
  [
    'a write-only member that is gone',
    { properties: { a: { writeOnly: true } } },
    { properties: {} },
    ['# a is gone'],
    [],
  ],
  [
    'a member that is read-only now',
    { properties: { a: {} } },
    { properties: { a: { readOnly: true } } },
    ['# a is readOnly now'],
    [],
  ],
  [
    'a member of a closed response',
    { additionalProperties: false },
    { additionalProperties: false, properties: { a: {} } },
    [],
    ['# a is new, where no further members came'],
  ],
  [
    'a number of a response that is an integer',
    { type: 'number' },
    { type: 'integer' },
    ['# type number is no longer taken'],
    [],
  ],
])('%s', (_, old, now, sent, received) => {
  expect([differences(old, now, 'sent'), differences(old, now, 'received')]).toEqual([sent, received]);
});
