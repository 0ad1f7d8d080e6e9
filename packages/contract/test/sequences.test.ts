import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBreach } from '../src/calls/record.ts';
import { type Contract, loadContract } from '../src/contract/contract.ts';
import { NO_CORPUS } from '../src/contract/corpus.ts';
import type { Exchange, SentRequest } from '../src/exchange/exchange.ts';
import { NO_PRECONDITIONS } from '../src/preconditions/preconditions.ts';
import { verify } from '../src/run/verify.ts';

const json = (schema: object) => ({ 'application/json': { schema } });
const body = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };
const note = { type: 'object', properties: { id: { type: 'integer' }, ...body.properties } };
const one = { description: 'It.', content: json(note) };
const none = { description: 'None.' };
const requestBody = { required: true, content: json(body) };
const description = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { post: { operationId: 'create', requestBody, responses: { 201: one } } },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'read', responses: { 200: one, 404: none } },
      put: { operationId: 'change', requestBody, responses: { 200: one, 404: none } },
      delete: { operationId: 'remove', responses: { 204: none, 404: none } },
    },
  },
};

const room = mkdtempSync(join(tmpdir(), 'sequences-'));
afterAll(() => rmSync(room, { recursive: true }));
let contract: Contract;
beforeAll(async () => {
  writeFileSync(join(room, 'openapi.json'), JSON.stringify(description));
  contract = await loadContract(join(room, 'openapi.json'));
});

type Notes = Map<number, { id: number; text: string }>;
/** What happens after a change or a deletion that should not. */
type Fault = (notes: Notes, method: string, id: number) => void;

function service(fault: Fault) {
  const notes: Notes = new Map();
  let last = 0;
  return async (request: SentRequest): Promise<Exchange> => {
    const id = Number(new URL(request.url).pathname.split('/')[2] ?? ++last);
    const isThere = request.method === 'POST' || notes.has(id);
    const sent = request.body.length > 0 ? JSON.parse(Buffer.from(request.body).toString()) : {};
    const changes = request.method === 'POST' || request.method === 'PUT';
    if (isThere && changes) notes.set(id, { id, text: String(sent.text) });
    const found = notes.get(id);
    if (isThere && request.method === 'DELETE') notes.delete(id);
    if (isThere) fault(notes, request.method, id);
    const status = isThere ? ({ POST: 201, DELETE: 204 }[request.method] ?? 200) : 404;
    const value = status < 204 ? JSON.stringify(found) : '';
    const headers: [string, string][] = value ? [['Content-Type', 'application/json']] : [];
    return { request, response: { status, headers, body: Buffer.from(value) } };
  };
}

async function run(fault: Fault) {
  const told: string[] = [];
  const sent: string[] = [];
  const send = service(fault);
  await verify({
    contract,
    preconditions: NO_PRECONDITIONS,
    corpus: NO_CORPUS,
    target: { baseUrl: 'http://notes.test', credentials: [], query: [], limited: [] },
    sender: {
      send: (request) => {
        sent.push(`${request.method} ${request.url} ${Buffer.from(request.body)}`);
        return send(request);
      },
    },
    concurrency: 1,
    seed: 'notes',
    onUntried: () => {},
    onRecord: ({ about, findings }) => {
      if (about.startsWith('after create'))
        told.push(...findings.filter(isBreach).map(({ message }) => `${about}: ${message}`));
    },
  });
  return { told, sent };
}

test('a service that keeps what it is given shows nothing', async () => {
  expect((await run(() => {})).told).toEqual([]);
});

test.each<[string, Fault, RegExp]>([
  [
    'deleting one deletes the one before',
    (notes, method, id) => method === 'DELETE' && notes.delete(id - 1),
    /^after create, create, delete 2: a note that was not deleted is gone$/,
  ],
  [
    'changing one changes the one before',
    (notes, method, id) => {
      const before = notes.get(id - 1);
      if (method === 'PUT' && before) before.text = 'other';
    },
    /^after create, create, change 2: text was written as "[\w-]+" and is read as "other"$/,
  ],
])('%s: the shortest sequence that shows it', async (_, fault, wanted) => {
  expect((await run(fault)).told).toEqual([expect.stringMatching(wanted)]);
});

test('the same seed sends the same', async () => {
  const [first, second] = [await run(() => {}), await run(() => {})];
  expect(first.sent).toEqual(second.sent);
  expect(first.sent.length).toBeGreaterThan(20);
});
