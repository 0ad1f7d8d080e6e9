import { expect, test } from 'vitest';
import { describeApi, describeOperation } from '../../test/support/describe.ts';
import { jsonTwin } from './twin.ts';

const A = { $ref: '#/components/schemas/A' };
const B = { $ref: '#/components/schemas/B' };

test.each<[string, object, object]>([
  ['XML is JSON', { 'application/xml': { schema: A } }, { 'application/json': { schema: A } }],
  ['so is a vendor type', { 'application/vnd.x+xml': { schema: A } }, { 'application/json': { schema: A } }],
  [
    'JSON of another name stays',
    { 'a/x+xml': { schema: A }, 'a/x+json': { schema: B } },
    { 'application/json': { schema: A }, 'a/x+json': { schema: B } },
  ],
  ['others stay', { 'text/html': { schema: A }, '*/*': {} }, { 'text/html': { schema: A }, '*/*': {} }],
  [
    'equal schemas become one',
    { 'application/xml': { schema: A }, 'application/json': { schema: A } },
    { 'application/json': { schema: A } },
  ],
  [
    'schemas that differ in xml only become one',
    {
      'text/xml': { schema: { type: 'string', xml: { name: 'a' } } },
      'application/xml': { schema: { type: 'string', xml: { name: 'b' } } },
    },
    { 'application/json': { schema: { type: 'string' } } },
  ],
  [
    'different schemas are both allowed',
    { 'application/json': { schema: A, example: 1 }, 'application/xml': { schema: B, example: 2 } },
    { 'application/json': { schema: { anyOf: [A, B] }, example: 1 } },
  ],
  [
    'a media type without schema',
    { 'application/xml': {}, 'application/json': { schema: B } },
    { 'application/json': { schema: B } },
  ],
  ['an example as a value stays', { 'a/xml': { example: { a: 1 } } }, { 'application/json': { example: { a: 1 } } }],
  ['an example as XML text goes', { 'a/xml': { example: ' <a/>' } }, { 'application/json': {} }],
  [
    'so it is with named ones',
    { 'a/xml': { examples: { one: { value: '<a/>' }, two: { value: 'a' } } } },
    { 'application/json': { examples: { two: { value: 'a' } } } },
  ],
])('%s', (_, content, wanted) => {
  const of = (value: object) => describeOperation(JSON.stringify({ requestBody: { content: value } }));
  expect(jsonTwin(of(content))).toEqual(of(wanted));
});

test('xml keywords of schemas go at any depth, properties called xml stay', () => {
  const given = `
components:
  schemas:
    A:
      xml: { name: a }
      properties: { xml: { type: string, xml: { attribute: true } } }
      items: { $ref: '#/components/schemas/B', xml: { name: b } }
  responses: { R: { content: { a/xml: { schema: { xml: { name: r } } } } } }
x-other: { xml: stays }`;
  expect(jsonTwin(describeApi(given))).toEqual(
    describeApi(`
components:
  schemas: { A: { properties: { xml: { type: string } }, items: { $ref: '#/components/schemas/B' } } }
  responses: { R: { content: { application/json: { schema: {} } } } }
x-other: { xml: stays }`),
  );
});

test('the description itself stays as it was', () => {
  const description = describeOperation('requestBody: { content: { a/xml: { schema: { xml: {} } } } }');
  const before = structuredClone(description);
  jsonTwin(description);
  expect(description).toEqual(before);
});
