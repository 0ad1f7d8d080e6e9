import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compare } from './compare.ts';
import { strip } from './strip.ts';

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

const secured = `
paths:
  /things:
    get:
      operationId: listThings
      security: [{ key: [] }, { login: [read] }]
      parameters:
        - { name: ids, in: query, allowEmptyValue: true, schema: { type: array, items: { type: integer } } }
        - { name: at, in: query, style: deepObject, schema: { type: object, properties: { x: { type: number } } } }
      requestBody:
        content: { multipart/form-data: { schema: { type: object }, encoding: { meta: { contentType: application/json } } } }
      responses:
        '200': { headers: { X-Total: { required: true, schema: { type: integer } } } }
  /free: { get: { operationId: getFree, responses: { '200': {} } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    login: { type: oauth2 }
`;

const list = '#/paths/~1things/get';

test.each<[string, string, string, [string, string][]]>([
  [
    'a scope more',
    'login: [read]',
    'login: [read, write]',
    [[`${list}/security`, 'login with read is not enough now: key, or login with read and write']],
  ],
  ['a way less', '{ key: [] }, ', '', [[`${list}/security`, 'key is not enough now: login with read']]],
  ['a way more', '{ key: [] }, ', '{ key: [] }, {}, ', []],
  [
    'two at once',
    '{ key: [] }, { login: [read] }',
    '{ key: [], login: [read] }',
    [
      [`${list}/security`, 'key is not enough now: key and login with read'],
      [`${list}/security`, 'login with read is not enough now: key and login with read'],
    ],
  ],
  [
    'a key for what was free',
    'paths:',
    'security: [{ key: [] }]\npaths:',
    [['#/paths/~1free/get/security', 'no key is not enough now: key']],
  ],
  ['none for all', 'security: [{ key: [] }, { login: [read] }]', 'security: []', []],
  ['another name of the key', 'name: X-Key', 'name: X-Api-Key', [[`${list}/security`, 'the scheme key changed']]],
  [
    'another style',
    'style: deepObject',
    'style: form',
    [
      [list, 'parameter at in query is written with style form, not deepObject'],
      [list, 'parameter at in query is written with explode true, not false'],
    ],
  ],
  [
    'what is understood without a word',
    'name: ids, in: query,',
    'name: ids, in: query, style: form, explode: true,',
    [],
  ],
  [
    'a list by commas',
    'name: ids, in: query,',
    'name: ids, in: query, explode: false,',
    [[list, 'parameter ids in query is written with explode false, not true']],
  ],
  [
    'a value that may not be empty',
    'allowEmptyValue: true, ',
    '',
    [[list, 'parameter ids in query may not be empty now']],
  ],
  [
    'a document for a text',
    'name: ids, in: query, allowEmptyValue: true, schema: { type: array, items: { type: integer } }',
    'name: ids, in: query, allowEmptyValue: true, content: { application/json: { schema: { type: array, items: { type: integer } } } }',
    [
      [list, 'parameter ids in query is written with style application/json, not form'],
      [list, 'parameter ids in query is written with explode undefined, not true'],
    ],
  ],
  [
    'another type of a field',
    'contentType: application/json',
    'contentType: text/plain',
    [[`${list}/requestBody/multipart~1form-data`, 'the field meta is written otherwise']],
  ],
  [
    'a header that may be absent',
    'X-Total: { required: true',
    'X-Total: { required: false',
    [[`${list}/responses`, '200 may lack the header X-Total now']],
  ],
  [
    'another value of a header',
    'X-Total: { required: true, schema: { type: integer } }',
    'X-Total: { required: true, schema: { type: string } }',
    [[`${list}/responses/200/headers/X-Total`, 'type string is new (received)']],
  ],
])('%s', (_title, from, to, wanted) => {
  expect(secured).toContain(from);
  const found = compare(parse(secured), parse(secured.replace(from, to))).map(({ pointer, message }) => [
    pointer,
    message,
  ]);
  expect(found).toEqual(wanted);
});

const sending = `
webhooks:
  moved:
    post:
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: integer } } } } }
      responses: { '200': { content: { application/json: { schema: { type: string, maxLength: 9 } } } }, '410': {} }
paths:
  /things:
    post:
      operationId: addThing
      callbacks:
        done: { '{$request.body#/url}': { post: { requestBody: { content: { text/plain: {} } }, responses: { '204': {} } } } }
      responses: { '201': {} }
`;

test.each<[string, string, string, [string, string][]]>([
  ['nothing', '', '', []],
  ['a webhook', 'moved:', 'gone:', [['#/webhooks/moved/post', 'POST moved is sent no more']]],
  [
    'a body that may be absent',
    'required: true',
    'required: false',
    [['#/webhooks/moved/post/requestBody', 'the body may be absent now']],
  ],
  [
    'a member that clients got',
    'required: [id]',
    'required: []',
    [['#/webhooks/moved/post/requestBody/application~1json', 'id may be absent now (received)']],
  ],
  ['a member more', 'properties: {', 'properties: { at: {},', []],
  [
    'a shorter text of an answer',
    'maxLength: 9',
    'maxLength: 8',
    [['#/webhooks/moved/post/responses/200/application~1json', 'maxLength fell to 8 (sent)']],
  ],
  [
    'a status of an answer',
    "'410'",
    "'404'",
    [['#/webhooks/moved/post/responses/410', 'is no longer taken for an answer']],
  ],
  [
    'another type of a callback',
    'text/plain',
    'text/html',
    [['#/paths/~1things/post/callbacks/done/{$request.body#~1url}/post/requestBody', 'text/html may come now']],
  ],
])('what a service sends: %s', (_title, from, to, wanted) => {
  expect(sending).toContain(from);
  const found = compare(strip(parse(sending)), strip(parse(sending.replace(from, to))));
  expect(found.map(({ pointer, message }) => [pointer, message])).toEqual(wanted);
});
