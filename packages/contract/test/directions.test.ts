import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBreach, type Record, type Untried } from '../src/calls/record.ts';
import { type Contract, loadContract } from '../src/contract/contract.ts';
import { NO_CORPUS } from '../src/contract/corpus.ts';
import type { Exchange, SentRequest } from '../src/exchange/exchange.ts';
import { NO_PRECONDITIONS } from '../src/preconditions/preconditions.ts';
import { buildReport } from '../src/report/build.ts';
import { verify } from '../src/run/verify.ts';

/** Each has an `id` that only responses have, and a `pin` that only requests have. */
const id = { type: 'integer', readOnly: true };
const pin = { type: 'string', minLength: 4, writeOnly: true };
const owner = { type: 'string' };
const members = { id, owner, pin };
const required = ['id', 'owner', 'pin'];
const SHAPES: { [name: string]: object } = {
  'one object': { type: 'object', required, properties: members },
  'members that are demanded elsewhere': { allOf: [{ type: 'object', properties: members }, { required }] },
  'members of a component': {
    allOf: [{ $ref: '#/components/schemas/Secret' }],
    type: 'object',
    required,
    properties: { id: { $ref: '#/components/schemas/Id' }, owner },
  },
  'a closed object': { type: 'object', required, properties: members, additionalProperties: false },
};

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const describe = (version: string, card: object) => {
  const Card = { $ref: '#/components/schemas/Card' };
  const one = { description: 'It.', ...json(Card) };
  const requestBody = { required: true, ...json(Card) };
  const refusals = { 400: { description: 'No.' }, 404: { description: 'None.' } };
  return {
    openapi: version,
    info: { title: 'Cards', version: '1' },
    paths: {
      '/cards': {
        get: {
          operationId: 'list',
          responses: { 200: { description: 'All.', ...json({ type: 'array', items: Card }) } },
        },
        post: { operationId: 'create', requestBody, responses: { 201: one, 400: refusals[400] } },
      },
      '/cards/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { operationId: 'read', responses: { 200: one, ...refusals } },
        put: { operationId: 'change', requestBody, responses: { 200: one, ...refusals } },
        delete: { operationId: 'remove', responses: { 204: { description: 'Gone.' }, ...refusals } },
      },
    },
    components: {
      schemas: { Card: card, Id: id, Secret: { type: 'object', properties: { pin } } },
    },
  };
};

interface Card {
  id: number;
  owner: string;
  pin: string;
}

/** A right service, but for what `show` makes of a card. */
function service(show: (card: Card) => object) {
  const cards = new Map<number, Card>([[1, { id: 1, owner: 'Ada', pin: '1815' }]]);
  let last = 1;
  const answer = ({ method, url, body }: SentRequest): [status: number, value?: unknown] => {
    const [, path, key] = new URL(url).pathname.split('/');
    if (path !== 'cards') return [404];
    if (!(key === undefined ? ['GET', 'POST'] : ['GET', 'PUT', 'DELETE']).includes(method)) return [405];
    if (key === undefined && method === 'GET') return [200, [...cards.values()].map(show)];
    if (key !== undefined && !/^\d+$/.test(key)) return [400];
    const card = cards.get(Number(key));
    if (key !== undefined && !card) return [404];
    if (method === 'GET') return [200, show(card!)];
    if (method === 'DELETE') return [cards.delete(Number(key)) ? 204 : 404];
    let sent: unknown;
    try {
      sent = JSON.parse(Buffer.from(body).toString());
    } catch {
      return [400];
    }
    const { owner: name, pin: secret, ...others } = Object(sent) as Partial<Card>;
    if (typeof name !== 'string' || typeof secret !== 'string' || secret.length < 4) return [400];
    if (Object.keys(others).length > 0) return [400];
    const next = { id: card?.id ?? ++last, owner: name, pin: secret };
    cards.set(next.id, next);
    return [card ? 200 : 201, show(next)];
  };
  return async (request: SentRequest): Promise<Exchange> => {
    const [status, value] = answer(request);
    const headers: [string, string][] = value === undefined ? [] : [['Content-Type', 'application/json']];
    if (status === 405) headers.push(['Allow', 'GET']);
    const body = Buffer.from(value === undefined ? '' : JSON.stringify(value));
    return { request, response: { status, headers, body } };
  };
}

const room = mkdtempSync(join(tmpdir(), 'directions-'));
afterAll(() => rmSync(room, { recursive: true }));

const VERSIONS = ['3.0.3', '3.1.0'];
const rows = VERSIONS.flatMap((version) => Object.keys(SHAPES).map((name) => [version, name] as const));
const contracts = new Map<string, Contract>();
beforeAll(async () => {
  for (const [version, name] of rows) {
    const file = join(room, 'openapi.json');
    writeFileSync(file, JSON.stringify(describe(version, SHAPES[name]!)));
    contracts.set(`${version} ${name}`, await loadContract(file));
  }
});

async function run(contract: Contract, show: (card: Card) => object) {
  const records: Record[] = [];
  const untried: Untried[] = [];
  const send = service(show);
  await verify({
    contract,
    preconditions: NO_PRECONDITIONS,
    corpus: NO_CORPUS,
    target: { baseUrl: 'http://cards.test', credentials: [], query: [], limited: [] },
    sender: { send },
    concurrency: 1,
    seed: 'cards',
    onRecord: (record) => records.push(record),
    onUntried: (each) => untried.push(each),
  });
  const report = buildReport(contract, { target: '', startedAt: new Date(0), milliseconds: 0, records, untried });
  const breaches = records.flatMap(({ findings }) => findings.filter(isBreach).map(({ message }) => message));
  return { breaches, untried, report };
}

const public_ = ({ pin: _, ...card }: Card) => card;

test.each(rows)('%s, %s: a right service is tested through', async (version, name) => {
  const { breaches, untried, report } = await run(contracts.get(`${version} ${name}`)!, public_);
  expect(breaches).toEqual([]);
  expect(untried).toEqual([]);
  expect(report.coverage.missed).toBe(0);
});

test.each(rows)('%s, %s: a pin that comes back is found', async (version, name) => {
  const { breaches } = await run(contracts.get(`${version} ${name}`)!, (card) => card);
  expect(breaches).toContain('Response body: pin is writeOnly and must not be in a response');
  expect(breaches).toContain('Response body: [0].pin is writeOnly and must not be in a response');
});
