import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';

/** Values of heirs where a description refers to their base, and where it lists them (docs/decisions/generator.md). */

const body = (schema: string) =>
  `requestBody: { required: true, content: { application/json: { schema: { ${schema} } } } }, responses: { 200: { description: Same, content: { application/json: { schema: { ${schema} } } } } }`;
const description = describeApi(`
paths:
  /base: { post: { operationId: ofBase, ${body("$ref: '#/components/schemas/Pet'")} } }
  /any: { post: { operationId: ofAny, ${body("$ref: '#/components/schemas/Any'")} } }
components:
  schemas:
    Pet:
      type: object
      required: [kind]
      properties: { kind: { type: string } }
      discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, required: [lives], properties: { lives: { type: integer } } }] }
    Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { tricks: { type: integer } } }] }
    Any:
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
      discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' } }
`);

let pair: Pair;
beforeAll(async () => {
  pair = await pairOf('heirs', description);
});
afterAll(() => pair?.remove());

const post = (path: string, value: object) =>
  pair.ask(`POST ${path}`, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });

test.each([
  ['/base', { kind: 'cat', lives: 'nine' }, 200],
  ['/base', { kind: 'newt', gills: 2 }, 200],
  ['/base', { lives: 9 }, 400],
  ['/any', { kind: 'cat', lives: 9 }, 200],
  ['/any', { kind: 'cat', lives: 'nine' }, 400],
  ['/any', { kind: 'newt', gills: 2 }, 400],
])('%s takes %j: %i', async (path, value, status) => {
  pair.answer = value;
  const answered = await post(path, value);
  expect(answered.status, answered.text).toBe(status);
  // Members that the base does not know pass at both ends.
  if (status === 200) expect([JSON.parse(answered.text), answered.received]).toMatchObject([value, { body: value }]);
});
