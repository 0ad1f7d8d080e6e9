import { expect, test } from 'vitest';
import { describeApi, describeOperation } from '../../test/support/describe.ts';
import { type Problem, UnsupportedError } from '../common/errors.ts';
import { buildModel } from './build.ts';

const parameter = (yaml: string) => `parameters: [{ name: p, in: query, ${yaml} }]`;
const at = '#/paths/~1things/get/parameters/0';

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
    'an alias that is taken',
    'parameters: [{ name: q, in: query }, { name: p, in: query, x-aliases: [q] }]',
    {
      pointer: '#/paths/~1things/get/parameters/1',
      message: 'two parameters have the name "q"; they cannot be told apart in code',
    },
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
    'media types that only differ in their charset',
    'requestBody: { content: { text/xml: { schema: { type: string } }, text/xml; charset=utf-8: { schema: { type: integer } } } }',
    {
      pointer: '#/paths/~1things/post/requestBody/content/text~1xml; charset=utf-8',
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

test('TRACE, which fetch does not send, is left out with a note', () => {
  const told: Problem[] = [];
  const model = buildModel(describeOperation('{}', '/things', 'trace'), undefined, (problem) => told.push(problem));
  expect(model.operations).toEqual([]);
  expect(told).toEqual([{ pointer: '#/paths/~1things/trace', message: 'is left out: fetch does not send TRACE' }]);
});

test('all of them at once', () => {
  const description = describeApi(`
paths: { /a: { get: { parameters: [{ name: p, in: query, style: label }] } }, /b: { get: { parameters: [{ name: p, in: query, style: label }] } } }`);
  expect(() => buildModel(description)).toThrow(/^#\/paths\/~1a\/.*\n#\/paths\/~1b\//);
});
