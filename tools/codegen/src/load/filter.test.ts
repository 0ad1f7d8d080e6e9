import { expect, test } from 'vitest';
import type { Json, OpenApiDocument } from '../model/model.ts';
import { type Filter, filterOperations } from './filter.ts';

const operation = (operationId: string, schema: string, further: object = {}) => ({
  operationId,
  responses: {
    200: { description: 'd', content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } } },
  },
  ...further,
});

const describe = (): OpenApiDocument => ({
  openapi: '3.1.0',
  paths: {
    '/pets': {
      get: operation('listPets', 'Pet', { tags: ['pets'] }),
      post: operation('addPet', 'Cat', { tags: ['pets', 'admin'], deprecated: true }),
    },
    '/shops': { 'x-internal': true, get: operation('listShops', 'Shop', { tags: ['shops'] }) },
    '/more': { $ref: '#/components/pathItems/more' },
  },
  components: {
    pathItems: {
      more: { get: operation('listMore', 'Name'), put: operation('putMore', 'Name', { 'x-internal': true }) },
    },
    schemas: {
      Pet: {
        discriminator: { propertyName: 'kind', mapping: { dog: 'Dog' } },
        properties: { name: { $ref: '#/components/schemas/Name' } },
      },
      Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }] },
      Dog: { type: 'object' },
      Shop: { items: { $ref: '#/components/schemas/Shop' } },
      Name: { type: 'string' },
      Unused: {},
    },
    securitySchemes: { key: {} },
  },
});

test.each<[string, Filter, operations: string[], schemas: string[]]>([
  [
    'all',
    {},
    ['listPets', 'addPet', 'listShops', 'listMore', 'putMore'],
    ['Pet', 'Cat', 'Dog', 'Shop', 'Name', 'Unused'],
  ],
  ['a tag', { tags: ['shops'] }, ['listShops'], ['Shop']],
  [
    'a tag, and its heirs and names of a mapping',
    { tags: ['pets'], deprecated: false },
    ['listPets'],
    ['Pet', 'Cat', 'Dog', 'Name'],
  ],
  ['not a tag', { tags: ['!admin', '!shops'] }, ['listPets', 'listMore', 'putMore'], ['Pet', 'Cat', 'Dog', 'Name']],
  ['one tag without another', { tags: ['pets', '!admin'] }, ['listPets'], ['Pet', 'Cat', 'Dog', 'Name']],
  [
    'operations by id and by path',
    { operations: ['listShops', 'PUT /more'] },
    ['listShops', 'putMore'],
    ['Shop', 'Name'],
  ],
  ['what is not internal', { internal: false }, ['listPets', 'addPet', 'listMore'], ['Pet', 'Cat', 'Dog', 'Name']],
])('%s', (_, filter, operations, schemas) => {
  const document = describe();
  filterOperations(document, filter);
  const items: Json[] = Object.values(document.paths);
  const left = items.flatMap((item) => Object.values<Json>(item.$ref ? document.components.pathItems.more : item));
  expect(left.flatMap(({ operationId }) => operationId ?? [])).toEqual(operations);
  expect(Object.keys(document.components.schemas)).toEqual(schemas);
  expect(document.components.securitySchemes).toEqual({ key: {} });
});

test.each<[string, Filter, RegExp]>([
  ['a tag that no operation has', { tags: ['cats'] }, /there is no tag "cats"; there are: admin, pets, shops/],
  [
    'an operation that is not there',
    { operations: ['!addCat'] },
    /there is no operation "addCat"; there are: GET \/more, GET \/pets/,
  ],
  ['nothing left', { tags: ['shops'], internal: false }, /no operation is left by these filters/],
])('%s', (_, filter, message) => {
  expect(() => filterOperations(describe(), filter)).toThrow(message);
});
