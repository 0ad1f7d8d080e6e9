import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Record } from '../src/calls/record.ts';
import { type Contract, loadContract } from '../src/contract/contract.ts';
import { NO_CORPUS } from '../src/contract/corpus.ts';
import type { Exchange, SentRequest } from '../src/exchange/exchange.ts';
import { NO_PRECONDITIONS } from '../src/preconditions/preconditions.ts';
import { buildReport } from '../src/report/build.ts';
import { grouped } from '../src/report/group.ts';
import { verify } from '../src/run/verify.ts';

const text = { type: 'string' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const shelf = { type: 'object', required: ['name'], properties: { name: text } };
const book = {
  type: 'object',
  required: ['title'],
  properties: { title: text, note: text, tags: { type: 'array', items: text }, shelfId: { type: 'integer' } },
};
const withId = (schema: { properties: object }) => ({
  ...schema,
  properties: { id: { type: 'integer' }, ...schema.properties },
});
const made = (schema: typeof shelf | typeof book) => ({
  requestBody: { required: true, ...json(schema) },
  responses: { 201: { description: 'It.', ...json(withId(schema)) }, 404: { description: 'No shelf.' } },
});
const read = (schema: typeof shelf | typeof book) => ({
  responses: { 200: { description: 'It.', ...json(withId(schema)) }, 404: { description: 'None.' } },
});
const filter = (name: string) => ({ name, in: 'query', schema: { type: 'string', minLength: 1 } });
const list = { type: 'object', properties: { items: { type: 'array', items: withId(book) } } };
const description = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/shelves': { post: { operationId: 'createShelf', ...made(shelf) } },
    '/shelves/{id}': { parameters: [id], get: { operationId: 'readShelf', ...read(shelf) } },
    '/books': {
      post: { operationId: 'createBook', ...made(book) },
      get: {
        operationId: 'listBooks',
        parameters: [filter('author'), filter('language')],
        responses: { 200: { description: 'All.', ...json(list) } },
      },
    },
    '/books/{id}': { parameters: [id], get: { operationId: 'readBook', ...read(book) } },
  },
};

const room = mkdtempSync(join(tmpdir(), 'optional-'));
afterAll(() => rmSync(room, { recursive: true }));
let contract: Contract;
beforeAll(async () => {
  writeFileSync(join(room, 'openapi.json'), JSON.stringify(description));
  contract = await loadContract(join(room, 'openapi.json'));
});

interface Fault {
  /** Members that are not stored. */
  loses?: string[];
  /** Parameters that the service cannot take together. */
  failsWith?: string[];
}

function service({ loses = [], failsWith }: Fault) {
  const things = new Map<string, object>();
  return async (request: SentRequest): Promise<Exchange> => {
    const { pathname, searchParams } = new URL(request.url);
    const answer = (status: number, value?: unknown): Exchange => {
      const body = Buffer.from(value === undefined ? '' : JSON.stringify(value));
      const headers: [string, string][] = value === undefined ? [] : [['Content-Type', 'application/json']];
      return { request, response: { status, headers, body } };
    };
    const [, collection = '', name] = pathname.split('/');
    if (request.method === 'POST') {
      const sent = JSON.parse(Buffer.from(request.body).toString() || '{}');
      if (sent.shelfId !== undefined && !things.has(`/shelves/${sent.shelfId}`)) return answer(404);
      const thing = { ...sent, id: things.size + 1 };
      for (const member of loses) delete thing[member];
      things.set(`/${collection}/${thing.id}`, thing);
      return answer(201, thing);
    }
    if (name !== undefined) return things.has(pathname) ? answer(200, things.get(pathname)) : answer(404);
    return failsWith?.every((each) => searchParams.has(each)) ? answer(500) : answer(200, { items: [] });
  };
}

async function run(fault: Fault) {
  const records: Record[] = [];
  await verify({
    contract,
    preconditions: NO_PRECONDITIONS,
    corpus: NO_CORPUS,
    target: { baseUrl: 'http://books.test', credentials: [], query: [], limited: [] },
    sender: { send: service(fault) },
    concurrency: 1,
    seed: 'books',
    onUntried: () => {},
    onRecord: (record) => records.push(record),
  });
  const report = buildReport(contract, {
    target: 'http://books.test',
    startedAt: new Date(0),
    milliseconds: 0,
    records,
    untried: [],
    left: [],
  });
  return grouped(report.breaches).filter(({ rule, message }) => rule === 'state' || message.startsWith('Status 5'));
}

test.each<[string, Fault, RegExp[]]>([
  ['everything is stored', {}, []],
  ['a text is lost', { loses: ['note'] }, [/^note was written as .* and is read as nothing/]],
  ['a list is lost', { loses: ['tags'] }, [/^tags was written as .* and is read as nothing/]],
  ['what a thing refers to is lost', { loses: ['shelfId'] }, [/^shelfId was written/]],
  [
    'no optional member is stored',
    { loses: ['note', 'tags', 'shelfId'] },
    [/^note, tags, shelfId were written and are read as nothing/],
  ],
  ['two parameters do not go together', { failsWith: ['author', 'language'] }, [/^Status 500/]],
])('%s', async (_, fault, wanted) => {
  const lines = await run(fault);
  expect(lines.map(({ message }) => message)).toEqual(wanted.map((each) => expect.stringMatching(each)));
});
