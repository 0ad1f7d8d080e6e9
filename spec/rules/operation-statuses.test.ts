import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

const answers = (statuses: string, success = '{ description: Done. }') =>
  `responses: { ${statuses
    .split(' ')
    .map((status) => `'${status}': ${status < '300' ? success : '{ description: No. }'}`)
    .join(', ')} }`;
const body = (type: string) => `requestBody: { content: { ${type}: { schema: { type: object } } } }`;
const inPath = (type: string) => `parameters: [{ name: id, in: path, required: true, schema: { type: ${type} } }]`;
const filter = 'parameters: [{ name: state, in: query, schema: { type: string } }]';
const thing = '{ description: One., content: { application/xml: { schema: { type: object } } } }';
const list = '{ description: All., content: { application/xml: { schema: { type: array } } } }';

test.each([
  ['get /things', answers('200 401 403'), []],
  ['get /things', answers('200 403'), ['Status 401 is missing; the operation has authentication.']],
  ['get /things', answers('200 401'), ['Status 403 is missing; the operation has rights.']],
  ['get /things', `${filter}\n${answers('200 400 401 403')}`, []],
  [
    'get /things',
    `${filter}\n${answers('200 401 403')}`,
    ['Status 400 is missing; the operation has parameters or a body.'],
  ],
  [
    'get /things',
    answers('200 400 401 403'),
    ['Status 400 makes no sense; the operation has not parameters or a body.'],
  ],
  ['get /things', answers('200 401 403', thing), ['Status 406 is missing; the operation has success content.']],
  ['get /things', answers('200 401 403 406'), ['Status 406 makes no sense; the operation has not success content.']],
  ['get /things/{id}', `${inPath('integer')}\n${answers('200 400 401 403 404 406', thing)}`, []],
  [
    'get /things/{id}',
    `${inPath('integer')}\n${answers('200 400 401 403 406', thing)}`,
    ['Status 404 is missing; the operation has a resource in the path.'],
  ],
  ['get /things/{id}', `${inPath('string')}\n${answers('200 400 401 403 406', list)}`, []],
  ['post /things/{id}', `${inPath('string')}\n${answers('201 400 401 403')}`, []],
  [
    'post /things/{id}/name',
    `${inPath('string')}\n${answers('201 400 401 403')}`,
    ['Status 404 is missing; the operation has a resource in the path.'],
  ],
  ['put /things/{id}/mark', `${inPath('string')}\n${answers('200 201 400 401 403')}`, []],
  ['post /things', `${body('application/xml')}\n${answers('201 400 401 403 413 415')}`, []],
  [
    'post /things',
    `${body('application/xml')}\n${answers('201 400 401 403')}`,
    [
      'Status 413 is missing; the operation has a request body.',
      'Status 415 is missing; the operation has a request body of certain media types.',
    ],
  ],
  ['post /things', `${body("'*/*'")}\n${answers('201 401 403 413')}`, []],
])('%s, %s', async (address, operation, messages) => {
  expect(await lintOperation('operation-statuses', operation, address)).toEqual(messages);
});
