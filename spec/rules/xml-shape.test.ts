import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

const answer = (type: string, schema: string) =>
  `responses: { '200': { description: All., content: { ${type}: { schema: ${schema} } } } }`;
const thing = '{ type: object, xml: { name: thing } }';

test.each([
  ['application/vnd.service.api+xml', `{ type: array, xml: { name: things, wrapped: true }, items: ${thing} }`, []],
  ['application/vnd.service.api+xml', thing, []],
  ['application/json', '{ type: array, items: { type: object } }', []],
  ['application/xml', '{ type: object }', ['The schema of an XML body has no `xml: { name }` for the root.']],
  [
    'application/xml',
    `{ type: array, xml: { name: things }, items: ${thing} }`,
    ['The array `things` does not say `xml: { wrapped }`.'],
  ],
  [
    'application/xml',
    '{ type: array, xml: { name: things, wrapped: true }, items: { type: object } }',
    ['The items of `things` have no `xml: { name }`.'],
  ],
  [
    'application/xml',
    '{ type: object, xml: { name: thing }, properties: { tags: { type: array, items: { type: string } } } }',
    ['The array `thing/tags` does not say `xml: { wrapped }`.'],
  ],
  [
    'application/xml',
    '{ type: object, xml: { name: thing }, properties: { tags: { type: array, xml: { wrapped: false } } } }',
    [],
  ],
])('%s %s', async (type, schema, messages) => {
  expect(await lintOperation('xml-shape', answer(type, schema))).toEqual(messages);
});

test('arrays behind references are found', async () => {
  const files = {
    'components/schemas/Thing.yaml': 'type: object\nxml: { name: thing }\nproperties: { tags: { $ref: Tags.yaml } }\n',
    'components/schemas/Tags.yaml': 'type: array\nitems: { type: string }\n',
  };
  const operation = answer('application/xml', '{ $ref: ../../components/schemas/Thing.yaml }');
  expect(await lintOperation('xml-shape', operation, 'get /things', files)).toEqual([
    'The array `thing/tags` does not say `xml: { wrapped }`.',
  ]);
});
