import { expect, test } from 'vitest';
import { type Api, createDispatcher, implementApi, type OperationTable, type ParameterTable } from '../src/index.ts';

async function received(parameter: Partial<ParameterTable>, query: string, headers: Record<string, string> = {}) {
  const operation: OperationTable = {
    id: 'get',
    group: 'things',
    method: 'GET',
    path: '/',
    right: 'get',
    parameters: [{ name: 'p', in: 'query', scalar: 'string', array: true, ...parameter }],
    bodies: [],
    responses: [{ status: 204, contents: [] }],
    errors: [],
  };
  const api: Api = { title: 'T', operations: { get: operation }, maxBody: 9, errorTypes: { json: 'application/json' } };
  let input: { p?: unknown } = {};
  const get = (given: { p?: unknown }) => {
    input = given;
  };
  const dispatch = createDispatcher(implementApi(api, { get }), {});
  await dispatch({ method: 'GET', path: '/', query, headers, body: undefined, secure: true, url: 'https://a.test/' });
  return input.p;
}

test.each<[string, Partial<ParameterTable>, string, unknown]>([
  ['texts between commas', { commas: true }, 'p=a,b', ['a', 'b']],
  ['a comma in a text', { commas: true }, 'p=a%2Cb,c', ['a,b', 'c']],
  ['spaces in a text', { commas: true }, 'p=+a,b%20c', [' a', 'b c']],
  ['numbers, however their commas are sent', { commas: true, scalar: 'integer' }, 'p=1%2C2,3', [1, 2, 3]],
  ['a repeated name', {}, 'p=a,b&p=c%2Cd', ['a,b', 'c,d']],
])('a list of %s', async (_, parameter, query, wanted) => {
  expect(await received(parameter, query)).toEqual(wanted);
});

test('white space between the items of a header is none of theirs', async () => {
  expect(await received({ in: 'header', name: 'p' }, '', { p: 'a,  b' })).toEqual(['a', 'b']);
});
