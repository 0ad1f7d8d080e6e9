import { expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { buildModel } from './build.ts';
import { referToComponents } from './references.ts';

const after = (yaml: string) => {
  const document = describeApi(yaml);
  referToComponents(document);
  return document;
};

test('a schema that is referred to by its place becomes a component', () => {
  const { components } = after(`
components:
  schemas:
    Person: { properties: { address: { properties: { town: { type: string } } } } }
    Firm: { properties: { seat: { $ref: '#/components/schemas/Person/properties/address' } } }
    Town: { $ref: '#/components/schemas/Person/properties/address/properties/town' }`);
  expect(components.schemas).toEqual({
    Person: { properties: { address: { $ref: '#/components/schemas/PersonAddress' } } },
    PersonAddress: { properties: { town: { $ref: '#/components/schemas/PersonAddressTown' } } },
    PersonAddressTown: { type: 'string' },
    Firm: { properties: { seat: { $ref: '#/components/schemas/PersonAddress' } } },
    Town: { $ref: '#/components/schemas/PersonAddressTown' },
  });
});

test('a schema that refers to a part of itself', () => {
  const { components } = after(`
components: { schemas: { Tree: { properties: { kids: { items: { $ref: '#/components/schemas/Tree/properties/kids' } } } } } }`);
  expect(components.schemas).toEqual({
    Tree: { properties: { kids: { $ref: '#/components/schemas/TreeKids' } } },
    TreeKids: { items: { $ref: '#/components/schemas/TreeKids' } },
  });
});

test('a response or parameter that is referred to by its place is copied', () => {
  const { paths } = after(`
paths:
  /a: { get: { parameters: [{ name: p, in: query }], responses: { '200': { description: d } } } }
  /b:
    get:
      parameters: [{ $ref: '#/paths/~1a/get/parameters/0' }]
      responses: { '200': { $ref: '#/paths/~1a/get/responses/200' } }`);
  expect(paths['/b']).toEqual(paths['/a']);
});

test('a schema that refers to a response accepts any value, with a note', () => {
  const notes: object[] = [];
  const media = "{ schema: { $ref: '#/components/responses/V' } }";
  const document = describeApi(`
paths:
  /a:
    get:
      responses: { '200': { description: d, content: { text/vtt: ${media}, application/json: ${media} } } }
components: { responses: { V: { description: d, content: { text/vtt: { schema: { type: string } } } } } }`);
  const { operations, schemas } = buildModel(document, undefined, (note) => notes.push(note));
  expect(operations[0]!.responses[0]!.contents).toEqual([
    { mediaType: 'text/vtt', kind: 'text' },
    { mediaType: 'application/json', kind: 'json', schema: 'GetAResponse' },
  ]);
  expect(schemas.get('GetAResponse')).toEqual({});
  expect(notes).toContainEqual({
    pointer: '#/paths/~1a/get/responses/200/content/text~1vtt/schema',
    message: '#/components/responses/V is no schema, so that any value is accepted',
  });
});
