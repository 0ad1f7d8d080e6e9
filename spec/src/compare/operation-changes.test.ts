import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { operationChanges } from './operation-changes.ts';

const description = `
paths:
  /things:
    get:
      operationId: listThings
      parameters: [{ name: page, in: query, schema: { type: integer } }]
      responses: { '200': { content: { application/xml: { schema: { $ref: '#/components/schemas/Things' } } } } }
    post:
      operationId: addThing
      requestBody: { content: { application/xml: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '201': {} }
  /ping:
    get: { operationId: ping, responses: { '200': {} } }
components:
  schemas:
    Things: { type: array, items: { $ref: '#/components/schemas/Thing' } }
    Thing: { type: object, properties: { name: { type: string, maxLength: 64 } } }
`;
const read = (edit: (text: string) => string = (text) => text) => parse(edit(description));
const changed = (from: string, to: string) => read((text) => text.replace(from, to));

test.each<[what: string, present: ReturnType<typeof read>, wanted: string[]]>([
  ['nothing', read(), []],
  ['an operation is new', changed('  /ping:', '  /pong:\n    get: { operationId: pong }\n  /ping:'), ['pong new']],
  [
    'an operation is gone',
    changed("    get: { operationId: ping, responses: { '200': {} } }", '    {}'),
    ['ping gone: ping is gone'],
  ],
  [
    'a parameter is new',
    changed('parameters: [', 'parameters: [{ name: q, in: query, schema: {} }, '),
    ['listThings changed'],
  ],
  ['a parameter is gone', changed('name: page', 'name: size'), ['listThings changed: parameter page in query is gone']],
  ['a member of a schema is new', changed('name: {', 'note: {}, name: {'), ['listThings changed', 'addThing changed']],
  [
    'a bound of a schema falls',
    changed('maxLength: 64', 'maxLength: 32'),
    ['listThings changed', 'addThing changed: Thing/properties/name: maxLength fell to 32 (sent)'],
  ],
])('%s', (_, present, wanted) => {
  const changes = operationChanges(read(), present);
  expect(changes.map(({ id, kind, breaks }) => [`${id} ${kind}`, ...breaks].join(': '))).toEqual(wanted);
});
