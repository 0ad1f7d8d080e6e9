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
const text = { type: 'string' };
const note = { type: 'object', required: ['id', 'text'], properties: { id: { type: 'integer' }, text } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const description = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        operationId: 'list',
        parameters: [query('limit', { type: 'integer', minimum: 1, maximum: 50 }), query('cursor', text)],
        responses: {
          200: {
            description: 'A page.',
            content: json({
              type: 'object',
              properties: { notes: { type: 'array', items: note }, nextCursor: { type: ['string', 'null'] } },
            }),
          },
        },
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, content: json({ type: 'object', required: ['text'], properties: { text } }) },
        responses: { 201: { description: 'It.', content: json(note) } },
      },
    },
    '/notes/{id}': {
      delete: { operationId: 'remove', parameters: [id], responses: { 204: { description: 'Gone.' } } },
    },
  },
};

const room = mkdtempSync(join(tmpdir(), 'paging-'));
afterAll(() => rmSync(room, { recursive: true }));
let contract: Contract;
beforeAll(async () => {
  writeFileSync(join(room, 'openapi.json'), JSON.stringify(description));
  contract = await loadContract(join(room, 'openapi.json'));
});

/** Notes in pages by cursor or by link; the next page begins `shift` items too late, or too early. */
function notes(by: 'cursor' | 'link', shift: number) {
  const all = Array.from({ length: 3 }, (_, i) => ({ id: i + 1, text: 'old' }));
  let last = all.length;
  const answer = ({ method, url, body }: SentRequest): [status: number, value?: object, link?: string] => {
    const { pathname, searchParams } = new URL(url);
    const index = all.findIndex((each) => pathname === `/notes/${each.id}`);
    if (method === 'DELETE') return all.splice(index, index < 0 ? 0 : 1).length > 0 ? [204] : [404, {}];
    if (method === 'POST') {
      const made = { id: ++last, text: String(JSON.parse(Buffer.from(body).toString()).text) };
      all.push(made);
      return [201, made];
    }
    const start = Number(searchParams.get('cursor') ?? 0);
    const end = start + Number(searchParams.get('limit') ?? 50);
    const next = end < all.length ? String(end + shift) : null;
    const page = { notes: all.slice(start, end) };
    if (by === 'cursor') return [200, { ...page, nextCursor: next }];
    return [200, page, next === null ? undefined : `<?limit=${end - start}&cursor=${next}>; rel="next"`];
  };
  return async (request: SentRequest): Promise<Exchange> => {
    const [status, value, link] = answer(request);
    const headers: [string, string][] = value ? [['Content-Type', 'application/json']] : [];
    if (link) headers.push(['Link', link]);
    return { request, response: { status, headers, body: Buffer.from(value ? JSON.stringify(value) : '') } };
  };
}

async function breachesOf(send: (request: SentRequest) => Promise<Exchange>): Promise<string[]> {
  const found: string[] = [];
  await verify({
    contract,
    preconditions: NO_PRECONDITIONS,
    corpus: NO_CORPUS,
    target: { baseUrl: 'http://notes.test', credentials: [], query: [], limited: [] },
    sender: { send },
    concurrency: 4,
    seed: 'pages',
    onUntried: () => {},
    onRecord: ({ about, findings }) =>
      found.push(...(about.startsWith('all pages') ? findings.filter(isBreach).map(({ message }) => message) : [])),
  });
  return found;
}

test.each<[string, 'cursor' | 'link', number, RegExp | undefined]>([
  ['cursors that are right', 'cursor', 0, undefined],
  ['links that are right', 'link', 0, undefined],
  ['a cursor that skips an item', 'cursor', 1, /^no page of the list has "\d+", which is there$/],
  ['a link that skips an item', 'link', 1, /^no page of the list has/],
])('%s', async (_, by, shift, wanted) => {
  const found = await breachesOf(notes(by, shift));
  expect(found).toEqual(wanted === undefined ? [] : [expect.stringMatching(wanted)]);
});

test('a cursor that leads back is seen at its second page', async () => {
  // With pages of one item, the next page is the same one.
  expect(await breachesOf(notes('cursor', -1))).toEqual([
    expect.stringMatching(/^the pages of the list have "1" twice$/),
  ]);
});
