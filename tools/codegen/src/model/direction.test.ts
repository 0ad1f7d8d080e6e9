import { expect, test } from 'vitest';
import { differsByDirection, inComponents, membersForDirection, schemaForDirection } from './direction.ts';

const schemas = {
  Id: { type: 'integer', readOnly: true },
  Secret: { allOf: [{ type: 'string' }, { writeOnly: true }] },
  Base: { required: ['key'], properties: { key: { $ref: '#/components/schemas/Id' } } },
  Round: {
    properties: { more: { $ref: '#/components/schemas/Round' } },
    allOf: [{ $ref: '#/components/schemas/Round' }],
  },
};
const find = inComponents(schemas);
const [id, secret, base] = ['Id', 'Secret', 'Base'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
const name = { type: 'string' };

test.each<[about: string, schema: object, request: object, response: object]>([
  [
    'nothing',
    { required: ['name'], properties: { name } },
    { required: ['name'], properties: { name } },
    { required: ['name'], properties: { name } },
  ],
  [
    'a property of each direction',
    { required: ['key', 'word', 'name'], properties: { key: { readOnly: true }, word: { writeOnly: true }, name } },
    { required: ['word', 'name'], properties: { word: { writeOnly: true }, name } },
    { required: ['key', 'name'], properties: { key: { readOnly: true }, name } },
  ],
  [
    'a component says it',
    { required: ['key', 'word'], properties: { key: id, word: secret } },
    { required: ['word'], properties: { word: secret } },
    { required: ['key'], properties: { key: id } },
  ],
  [
    'lists and dictionaries of objects',
    { items: { required: ['key'], properties: { key: id } }, additionalProperties: { properties: { key: id } } },
    { items: { properties: {} }, additionalProperties: { properties: {} } },
    { items: { required: ['key'], properties: { key: id } }, additionalProperties: { properties: { key: id } } },
  ],
  [
    'what the whole, or a part, requires of another part',
    { required: ['key'], allOf: [base, { required: ['key', 'name'], properties: { name } }] },
    { allOf: [base, { required: ['name'], properties: { name } }] },
    { required: ['key'], allOf: [base, { required: ['key', 'name'], properties: { name } }] },
  ],
  [
    'alternatives, each with its own properties',
    {
      oneOf: [
        { required: ['key'], properties: { key: id } },
        { required: ['key'], properties: { key: name } },
      ],
    },
    { oneOf: [{ properties: {} }, { required: ['key'], properties: { key: name } }] },
    {
      oneOf: [
        { required: ['key'], properties: { key: id } },
        { required: ['key'], properties: { key: name } },
      ],
    },
  ],
  [
    'what depends on another property',
    { properties: { key: id, name }, dependentRequired: { name: ['key'] } },
    { properties: { name }, dependentRequired: { name: [] } },
    { properties: { key: id, name }, dependentRequired: { name: ['key'] } },
  ],
  [
    'a schema in a circle',
    { allOf: [{ $ref: '#/components/schemas/Round' }] },
    { allOf: [{ $ref: '#/components/schemas/Round' }] },
    { allOf: [{ $ref: '#/components/schemas/Round' }] },
  ],
])('%s', (_, schema, request, response) => {
  expect(membersForDirection(find, schema, 'request')).toEqual(request);
  expect(membersForDirection(find, schema, 'response')).toEqual(response);
});

test('properties that are no longer required may stay', () => {
  const schema = { required: ['key'], properties: { key: id } };
  expect(schemaForDirection(find, schema, 'request')).toEqual({ properties: { key: id } });
  expect(differsByDirection(find, schema, 'request')).toBe(true);
  expect(differsByDirection(find, schema, 'response')).toBe(false);
  expect(differsByDirection(find, { properties: { name } }, 'request')).toBe(false);
});
