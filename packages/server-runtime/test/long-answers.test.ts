import { expect, test } from 'vitest';
import { type Api, createDispatcher, implementApi, type OperationTable } from '../src/index.ts';

/** The turn of the event loop in which each list was encoded. */
const encodedIn: number[] = [];
let turn = 0;
const codec = { encode: () => String(encodedIn.push(turn)), decode: () => undefined };

const operation: OperationTable = {
  id: 'list',
  group: 'things',
  method: 'GET',
  path: '/',
  right: 'get',
  parameters: [{ name: 'n', in: 'query', scalar: 'integer' }],
  bodies: [],
  responses: [{ status: 200, contents: [{ mediaType: 'application/xml', kind: 'xml', codec }] }],
  errors: [],
};
const api: Api = {
  title: 'Things',
  operations: { list: operation },
  maxBody: 9,
  errorTypes: { json: 'application/json' },
};
const list = ({ n }: { n?: number }) => Promise.resolve(Array.from({ length: n ?? 0 }, () => 'thing'));
const dispatch = createDispatcher(implementApi<undefined>(api, { list }), {
  requireHttps: false,
  validateResponses: false,
});

test.each([
  { items: 1000, turns: 10 },
  { items: 10, turns: 1 },
])('ten lists of $items items are encoded in $turns turns of the event loop', async ({ items, turns }) => {
  encodedIn.length = 0;
  let over = false;
  const count = () => {
    turn++;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  const get = () =>
    dispatch({
      method: 'GET',
      path: '/',
      query: `n=${items}`,
      headers: {},
      body: undefined,
      secure: true,
      url: 'https://a.test/',
    });
  const answers = await Promise.all(Array.from({ length: 10 }, get));
  over = true;
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(new Set(encodedIn).size).toBe(turns);
});
