import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDispatcher, notFound, toFetchHandler } from '@mailwright/server-runtime';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { generate, generateFiles } from '../src/generate.ts';
import { describeApi } from './support/describe.ts';
import { typeErrors } from './support/type-errors.ts';

const FOLDER = path.join(import.meta.dirname, '../generated/query');
const TREE = "{ $ref: '#/components/schemas/Tree' }";
const description = describeApi(`
x-paging: { size: limit, index: page, total: X-Total, pages: X-Pages }
paths:
  /trees:
    get:
      operationId: listTrees
      x-paging: { size: limit, index: page, total: X-Total, pages: X-Pages }
      parameters:
        - { name: kind, in: query, schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer, default: 2 } }
        - { name: page, in: query, schema: { type: integer, default: 1 } }
      responses: { 200: { description: d, content: { application/json: { schema: { type: array, items: ${TREE} } } } } }
    post:
      operationId: plantTree
      requestBody: { required: true, content: { application/json: { schema: ${TREE} } } }
      responses: { 201: { description: d, content: { application/json: { schema: ${TREE} } } } }
  /trees/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
    get:
      operationId: readTree
      responses: { 200: { description: d, content: { application/json: { schema: ${TREE} } } }, 404: { description: d } }
    delete: { operationId: fellTree, responses: { 204: { description: d } } }
  /season:
    get: { operationId: readSeason, responses: { 204: { description: d } } }
    post: { operationId: endSeason, responses: { 204: { description: d } } }
  /news:
    get: { operationId: follow, responses: { 200: { description: d, content: { application/x-ndjson: { schema: ${TREE} } } } } }
components:
  schemas:
    Tree: { type: object, required: [name], properties: { name: { type: string } } }`);

const trees = ['Oak', 'Ash', 'Elm', 'Fir', 'Yew'].map((name) => ({ name }));
let input: string;
// biome-ignore lint/suspicious/noExplicitAny: it is generated while the test runs
let options: any;
let connection: unknown;
const fetched = vi.fn();
beforeAll(async () => {
  input = `${FOLDER}.json`;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(input, JSON.stringify(description));
  await generate({ input, output: FOLDER, parts: ['query', 'server'], values: ['int64=bigint'] });
  const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(path.join(FOLDER, file)).href);
  const { implementPartial } = await load('server/index.ts');
  const handlers = {
    listTrees: ({ limit, page }: { limit: number; page: number }) => ({
      items: trees.slice((page - 1) * limit, page * limit),
      total: trees.length,
    }),
    plantTree: ({ body }: { body: object }) => body,
    readTree: ({ id }: { id: bigint }) => {
      if (id > 5n) throw notFound('There is no such tree.');
      return trees[Number(id) - 1];
    },
    fellTree: () => undefined,
    readSeason: () => undefined,
    endSeason: () => undefined,
  };
  const stub = toFetchHandler(createDispatcher(implementPartial(handlers), { requireHttps: false }));
  const { connect } = await load('client/index.ts');
  const fetch = (request: Request) => {
    fetched(request.method, new URL(request.url).search, request.signal.aborted);
    return stub(request);
  };
  connection = connect({ baseUrl: 'http://trees.test', fetch, retries: 0 });
  options = await load('query/index.ts');
});
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

const signal = new AbortController().signal;

test('what only reads are queries, with keys that TanStack Query can write', async () => {
  const { queryKey, queryFn } = options.readTreeQuery(connection, { id: 2n });
  expect(JSON.stringify(queryKey)).toBe('["readTree",{"id":"2"}]');
  expect(await queryFn({ signal })).toEqual({ name: 'Ash' });
  expect(options.readSeasonQuery(connection).queryKey).toEqual(['readSeason', {}]);
});

test('a query without data is null, and one that fails throws', async () => {
  expect(await options.readSeasonQuery(connection).queryFn({ signal })).toBeNull();
  await expect(options.readTreeQuery(connection, { id: 9n }).queryFn({ signal })).rejects.toMatchObject({
    status: 404,
  });
});

test('a query that is cancelled ends its request', async () => {
  const aborted = options.readTreeQuery(connection, { id: 1n }).queryFn({ signal: AbortSignal.abort() });
  await expect(aborted).rejects.toMatchObject({ name: 'AbortedError' });
});

test('pages follow each other, in both directions', async () => {
  const query = options.listTreesPages(connection, { limit: 2 });
  expect(query.queryKey).toEqual(['listTrees', 'pages', { limit: 2 }]);
  const found: unknown[] = [];
  let page = query.initialPageParam;
  for (let next = page; next !== undefined; ) {
    page = next;
    const last = await query.queryFn({ pageParam: page, signal });
    found.push(...last.items);
    next = query.getNextPageParam(last, [], page);
  }
  expect(found).toEqual(trees);
  expect([page, 2, 1].map((each) => query.getPreviousPageParam({}, [], each))).toEqual([2, 1, undefined]);
  expect(options.listTreesPages(connection, { page: 3 }).initialPageParam).toBe(3);
});

test('all else are mutations', async () => {
  const { mutationKey, mutationFn } = options.plantTreeMutation(connection);
  expect(mutationKey).toEqual(['plantTree']);
  expect(await mutationFn({ body: { name: 'Bay' } })).toEqual({ name: 'Bay' });
  expect(await options.endSeasonMutation(connection).mutationFn()).toBeUndefined();
  expect(Object.keys(options).sort()).toEqual([
    'endSeasonMutation',
    'fellTreeMutation',
    'listTreesPages',
    'listTreesQuery',
    'plantTreeMutation',
    'readSeasonQuery',
    'readTreeQuery',
  ]);
});

test('what is generated is typed', async () => {
  const files = await generateFiles({ input, parts: ['query'], values: ['int64=bigint'] });
  const program = `import { connect, type Tree } from './client/index.ts';
import { endSeasonMutation, listTreesPages, readSeasonQuery, readTreeQuery } from './query/index.ts';
const connection = connect({ baseUrl: 'http://trees.test' });
const { signal } = new AbortController();
export const tree: Tree = await readTreeQuery(connection, { id: 1n }).queryFn({ signal });
export const nothing: null = await readSeasonQuery(connection).queryFn({ signal });
export const items: Tree[] = (await listTreesPages(connection).queryFn({ pageParam: 1, signal })).items;
await endSeasonMutation(connection).mutationFn();
// @ts-expect-error the id is missing
readTreeQuery(connection, {});
`;
  expect(typeErrors(files.set('program.ts', program))).toEqual([]);
});
