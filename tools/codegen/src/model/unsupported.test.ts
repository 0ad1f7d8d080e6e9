import { expect, test } from 'vitest';
import { describeApi, describeOperation } from '../../test/support/describe.ts';
import { type Problem, UnsupportedError } from '../common/errors.ts';
import { buildModel } from './build.ts';

const parameter = (yaml: string) => `parameters: [{ name: p, in: query, ${yaml} }]`;
const at = '#/paths/~1things/get/parameters/0';
const post = '#/paths/~1things/post/parameters/0';

test.each<[string, string, Problem]>([
  [
    'content of another type',
    parameter('content: { application/xml: {} }'),
    {
      pointer: `${at}/content`,
      message: 'parameter "p": only JSON and plain text are supported as "content" of a parameter',
    },
  ],
  [
    'a style of another place',
    parameter('style: matrix, schema: { type: string }'),
    {
      pointer: `${at}/style`,
      message:
        'parameter "p": style matrix is not one of query parameters; form, spaceDelimited, pipeDelimited, deepObject are',
    },
  ],
  [
    'deepObject of no object',
    parameter('style: deepObject, schema: { type: string }'),
    {
      pointer: `${at}/style`,
      message: 'parameter "p": style deepObject is one of objects only',
    },
  ],
  [
    'an object without members',
    parameter('schema: { type: object }'),
    {
      pointer: `${at}/schema`,
      message: 'parameter "p": the members of this object have no names; describe each as a parameter',
    },
  ],
  [
    'an object in an object',
    parameter('schema: { type: object, properties: { x: { type: object } } }'),
    {
      pointer: `${at}/schema`,
      message: 'the member "x" is an object or a list, which has no form in a query; use a body',
    },
  ],
  [
    'an object in an object that is not exploded',
    parameter('explode: false, schema: { type: object, properties: { x: { type: object } } }'),
    { pointer: `${at}/schema/properties/x`, message: 'objects are not supported in parameters; use a body' },
  ],
  [
    'an alias that is taken',
    'parameters: [{ name: q, in: query }, { name: p, in: query, x-aliases: [q] }]',
    {
      pointer: '#/paths/~1things/get/parameters/1',
      message: 'two parameters have the name "q"; they cannot be told apart in code',
    },
  ],
  [
    'a parameter called body beside a body',
    'parameters: [{ name: body, in: query }]\nrequestBody: { content: { text/plain: {} } }',
    { pointer: post, message: 'parameter "body" has the name that the request body has in code' },
  ],
  [
    'a parameter called contentType beside a choice of media types',
    'parameters: [{ name: contentType, in: query }]\nrequestBody: { content: { text/*: {} } }',
    { pointer: post, message: 'parameter "contentType" has the name that the media type has in code' },
  ],
  [
    'what is no status',
    'responses: { 6XX: { description: d } }',
    {
      pointer: '#/paths/~1things/get/responses/6XX',
      message: '"6XX" is no status; write one from 200 to 599, a class such as 4XX, or default',
    },
  ],
  [
    'media types that only differ in parameters',
    'requestBody: { content: { text/xml: { schema: { type: string } }, text/xml; v=2: { schema: { type: integer } } } }',
    {
      pointer: '#/paths/~1things/post/requestBody/content/text~1xml; v=2',
      message: 'there is another text/xml with a different schema; they cannot be told apart',
    },
  ],
])('%s', (_, yaml, problem) => {
  const description = describeOperation(yaml);
  expect(() => buildModel(description)).toThrow(UnsupportedError);
  const skipped: Problem[] = [];
  const model = buildModel(description, (each) => skipped.push(each));
  expect(skipped).toEqual([problem]);
  expect(model.operations).toEqual([]);
  expect(model.document.paths).toEqual({ '/things': {} });
});

test.each([['trace', '{}', '', 'TRACE is not supported: fetch does not send it']])(
  'what fetch does not send: %s',
  (method, yaml, at, message) => {
    const description = describeOperation(yaml, '/things', method);
    expect(() => buildModel(description)).toThrow(`#/paths/~1things/${method}${at}: ${message}`);
  },
);

test('a parameter whose schema contains itself', () => {
  const description = describeApi(`
paths: { /t: { get: { parameters: [{ name: p, in: query, schema: { $ref: '#/components/schemas/A' } }] } } }
components: { schemas: { A: { type: array, items: { $ref: '#/components/schemas/A' } } } }`);
  expect(() => buildModel(description)).toThrow(/A\/items: the schema contains itself/);
});

test('all of them at once', () => {
  const description = describeApi(`
paths: { /a: { get: { parameters: [{ name: p, in: query, style: label }] } }, /b: { get: { parameters: [{ name: p, in: query, style: label }] } } }`);
  expect(() => buildModel(description)).toThrow(/^#\/paths\/~1a\/.*\n#\/paths\/~1b\//);
});
