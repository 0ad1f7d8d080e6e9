import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compare } from './compare.ts';

const description = `
paths:
  /things/{id}:
    put:
      operationId: setThing
      tags: [Things]
      x-aliases: [{ method: POST, path: '/things/{id}' }]
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }
        - { name: mode, in: query, x-aliases: [m], schema: { type: string, enum: [soft, hard], default: soft } }
      requestBody:
        content:
          application/xml: { schema: { $ref: '#/components/schemas/Thing' } }
          application/json: { schema: { $ref: '#/components/schemas/Thing' } }
      responses:
        '200': { headers: { X-Items: {} }, content: { application/xml: { schema: { $ref: '#/components/schemas/Things' } } } }
        '404': { content: { application/xml: { schema: { $ref: '#/components/schemas/Fault' } } } }
components:
  schemas:
    Thing:
      type: object
      xml: { name: thing }
      required: [name]
      properties:
        name: { type: string, maxLength: 64 }
        note: { type: [string, 'null'], maxLength: 64 }
    Things:
      type: array
      maxItems: 10
      xml: { name: things, wrapped: true }
      items: { $ref: '#/components/schemas/Item' }
    Item:
      type: object
      required: [id]
      properties:
        id: { type: integer }
        state: { type: string, enum: [on, off] }
        parts: { type: array, items: { $ref: '#/components/schemas/Item' } }
    Fault: { type: object, required: [message], properties: { message: { type: string } } }
`;
test('parameters of a path belong to its operations, and an operation without id is told by its path', () => {
  const of = (type: string) => ({
    paths: {
      '/a': {
        parameters: [{ name: 'x', in: 'query', schema: { type } }],
        get: { responses: {} },
        put: { responses: {} },
      },
    },
  });
  const now = of('integer');
  const { put: _, ...rest } = now.paths['/a'];
  expect(compare(of('string'), { paths: { '/a': rest } }).map(({ message }) => message)).toEqual([
    'PUT /a is gone',
    'type string is no longer taken (sent)',
  ]);
});

const operation = '#/paths/~1things~1{id}/put';
const schemas = '#/components/schemas';

test.each<[string, string, string, [string, string][]]>([
  ['nothing', '', '', []],
  ['an operation', '    put:', '    post:', [[operation, 'setThing is gone']]],
  ['an operationId', 'setThing', 'changeThing', [[operation, 'operationId changed']]],
  ['a group', 'tags: [Things]', 'tags: [Stuff]', [[operation, 'tags changed']]],
  ['an alias', "[{ method: POST, path: '/things/{id}' }]", '[]', [[operation, 'the alias POST /things/{id} is gone']]],
  ['a parameter', '{ name: mode,', '{ name: way,', [[operation, 'parameter mode in query is gone']]],
  [
    'a new optional parameter',
    '      requestBody:',
    '        - { name: x, in: query, schema: { type: string } }\n      requestBody:',
    [],
  ],
  [
    'a new required parameter',
    '      requestBody:',
    '        - { name: x, in: query, required: true, schema: { type: string } }\n      requestBody:',
    [[operation, 'parameter x in query is new and required']],
  ],
  [
    'a parameter that is required now',
    'in: query, x-',
    'in: query, required: true, x-',
    [[operation, 'parameter mode in query is required now']],
  ],
  [
    'another name of a parameter',
    'x-aliases: [m], ',
    '',
    [[operation, 'parameter mode in query is no longer read as m']],
  ],
  ['a default', 'default: soft', 'default: hard', [[operation, 'the default of parameter mode in query changed']]],
  [
    'a value that may be sent',
    'enum: [soft, hard]',
    'enum: [soft]',
    [[`${operation}/parameters/mode in query`, 'value hard is no longer taken (sent)']],
  ],
  ['a new value that may be sent', 'enum: [soft, hard]', 'enum: [soft, hard, new]', []],
  [
    'a higher minimum',
    'minimum: 1',
    'minimum: 2',
    [[`${operation}/parameters/id in path`, 'minimum rose to 2 (sent)']],
  ],
  [
    'a body that is required now',
    '      requestBody:\n',
    '      requestBody:\n        required: true\n',
    [[`${operation}/requestBody`, 'a body is required now']],
  ],
  [
    'a media type',
    "          application/json: { schema: { $ref: '#/components/schemas/Thing' } }\n",
    '',
    [[`${operation}/requestBody`, 'application/json is no longer taken']],
  ],
  [
    'a shorter text',
    'name: { type: string, maxLength: 64 }',
    'name: { type: string, maxLength: 32 }',
    [[`${schemas}/Thing/properties/name`, 'maxLength fell to 32 (sent)']],
  ],
  ['a longer text', 'name: { type: string, maxLength: 64 }', 'name: { type: string, maxLength: 99 }', []],
  [
    'a pattern',
    'name: { type: string,',
    'name: { type: string, pattern: x,',
    [[`${schemas}/Thing/properties/name`, 'pattern changed (sent)']],
  ],
  [
    'nil that was taken',
    "type: [string, 'null']",
    'type: string',
    [[`${schemas}/Thing/properties/note`, 'type null is no longer taken (sent)']],
  ],
  [
    'a child that must be sent',
    'required: [name]',
    'required: [name, note]',
    [[`${schemas}/Thing`, 'note is required now (sent)']],
  ],
  ['a child that need not be sent', 'required: [name]', 'required: []', []],
  ['a root', 'name: thing }', 'name: item }', [[`${schemas}/Thing`, 'xml changed (sent)']]],
  [
    'a success',
    "        '200':",
    "        '201':",
    [
      [`${operation}/responses`, 'success 201 is new'],
      [`${operation}/responses`, 'success 200 is gone'],
    ],
  ],
  ['a header', 'headers: { X-Items: {} }, ', '', [[`${operation}/responses`, '200 lost the header X-Items']]],
  ['an error', "        '404'", "        '410'", []],
  ['a list that is flat now', 'wrapped: true', 'wrapped: false', [[`${schemas}/Things`, 'xml changed (received)']]],
  [
    'a child that was always there',
    'required: [id]',
    'required: []',
    [[`${schemas}/Item`, 'id may be absent now (received)']],
  ],
  ['a new child', 'id: { type: integer }', 'id: { type: integer }\n        size: { type: integer }', []],
  ['a child', 'state: {', 'status: {', [[`${schemas}/Item`, 'state is gone (received)']]],
  [
    'a new value that clients get',
    'enum: [on, off]',
    'enum: [on, off, idle]',
    [[`${schemas}/Item/properties/state`, 'value idle is new (received)']],
  ],
  [
    'any value that clients get',
    ', enum: [on, off]',
    '',
    [[`${schemas}/Item/properties/state`, 'any value may come now, not only on, off (received)']],
  ],
  [
    'another type',
    'id: { type: integer }',
    'id: { type: string }',
    [[`${schemas}/Item/properties/id`, 'type string is new (received)']],
  ],
])('%s', (_title, from, to, wanted) => {
  expect(description).toContain(from);
  const present = parse(description.replace(from, to));
  const found = compare(parse(description), present).map(({ pointer, message }) => [pointer, message]);
  expect(found).toEqual(wanted);
});
