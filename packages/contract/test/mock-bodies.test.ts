import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type Contract, loadContract } from '../src/contract/contract.ts';
import { type HeaderLines, headerValues } from '../src/exchange/exchange.ts';
import { mockAnswer } from '../src/mock/answer.ts';
import { selfSigned } from '../src/mock/certificate.ts';
import { startMock } from '../src/mock/server.ts';

const room = mkdtempSync(join(tmpdir(), 'mock-bodies-'));
afterAll(() => rmSync(room, { recursive: true }));

const json = (schema: object, more: object = {}) => ({
  description: 'It.',
  content: { 'application/json': { schema, ...more } },
});
const problem = {
  description: 'No.',
  content: {
    'application/problem+json': {
      schema: {
        type: 'object',
        properties: { title: { type: 'string' }, status: { type: 'integer' }, detail: { type: 'string' } },
      },
    },
  },
};

/** The contract of a description with an operation for each entry, `GET /name`. */
async function contractOf(operations: Record<string, object>, more: object = {}): Promise<Contract> {
  const paths = Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [`/${name}`, { get: { operationId: name, ...operation } }]),
  );
  const file = join(room, 'openapi.yaml');
  writeFileSync(file, stringify({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths, ...more }));
  return loadContract(file);
}

async function ask(contract: Contract, path: string, headers: HeaderLines = [], method = 'GET', dynamic = false) {
  const request = { method, url: `http://mock.test${path}`, headers, body: new Uint8Array() };
  const answer = await mockAnswer({ contract, baseUrl: 'http://mock.test', httpsOnly: false, dynamic }, request);
  const text = Buffer.from(answer.body).toString();
  const isJson = /json$/.test(headerValues(answer.headers, 'content-type')[0] ?? '');
  return { status: answer.status, headers: answer.headers, text, value: isJson ? JSON.parse(text) : undefined };
}

const q = { name: 'q', in: 'query', schema: { type: 'integer', minimum: 1 } };

test.each<[statuses: string[], path: string, prefer: string | undefined, status: number]>([
  [['200', '4XX'], '?q=0', undefined, 400],
  [['200', '4XX'], '', 'code=404', 404],
  [['200', '404', '4XX'], '', 'code=404', 404],
  [['2XX', '5xx'], '', undefined, 200],
  [['2XX', '5xx'], '', 'code=202', 202],
  [['2XX', '5xx'], '', 'code=503', 503],
  [['2XX'], '?q=0', undefined, 400],
  [['4XX'], '', undefined, 400],
  [['default'], '', undefined, 200],
  [['200', 'default'], '?q=0', undefined, 400],
])('with responses %j, %s and Prefer %s are answered with %i', async (statuses, path, prefer, status) => {
  const responses = Object.fromEntries(statuses.map((each) => [each, json({ type: 'object' })]));
  const contract = await contractOf({ op: { parameters: [q], responses } });
  expect(await ask(contract, `/op${path}`, prefer ? [['Prefer', prefer]] : [])).toMatchObject({ status });
});

const components = {
  schemas: {
    City: { type: 'string', example: 'Potsdam' },
    Place: { type: 'object', properties: { street: { type: 'string' } }, example: { street: 'Am Hang 3' } },
  },
};

test.each<[what: string, schema: object, wanted: unknown]>([
  [
    'the example of a property',
    { type: 'object', properties: { street: { type: 'string', example: 'Am Hang 3' } } },
    { street: 'Am Hang 3' },
  ],
  ['the example of a schema', { type: 'array', items: { type: 'integer' }, example: [3, 1] }, [3, 1]],
  ['the example of a component', { $ref: '#/components/schemas/Place' }, { street: 'Am Hang 3' }],
  [
    'the example of a component in a property',
    { type: 'object', properties: { city: { $ref: '#/components/schemas/City' } } },
    { city: 'Potsdam' },
  ],
  [
    'no example that the schema refuses',
    { type: 'object', properties: { floor: { type: 'integer', example: 'third' } } },
    { floor: 1 },
  ],
  ['the default', { type: 'object', properties: { floors: { type: 'integer', default: 4 } } }, { floors: 4 }],
  [
    'words for a property',
    { type: 'object', properties: { houseNumber: { type: 'string' } } },
    { houseNumber: 'House number' },
  ],
  [
    'a word for each item',
    { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } },
    { tags: ['Tag'] },
  ],
  [
    'a text in its bounds',
    { type: 'object', properties: { zip_code: { type: 'string', maxLength: 5, pattern: '^\\d+$' } } },
    { zip_code: '12345' },
  ],
  [
    'formats',
    {
      type: 'object',
      properties: { mail: { type: 'string', format: 'email' }, since: { type: 'string', format: 'date' } },
    },
    { mail: 'ada@example.com', since: '2031-05-17' },
  ],
  [
    'no member that only requests have',
    {
      type: 'object',
      required: ['key'],
      properties: { key: { type: 'string', writeOnly: true }, id: { type: 'integer', readOnly: true } },
    },
    { id: 1 },
  ],
  ['false', { type: 'boolean', example: false }, false],
])('a body has %s', async (_what, schema, wanted) => {
  const contract = await contractOf({ op: { responses: { 200: json(schema) } } }, { components });
  expect((await ask(contract, '/op')).value).toEqual(wanted);
});

test('an example that is not of its schema is told with the way out', async () => {
  const schema = { type: 'object', properties: { floor: { type: 'integer' } } };
  const contract = await contractOf({ op: { responses: { 200: json(schema, { example: { floor: 'third' } }) } } });
  expect(await ask(contract, '/op')).toMatchObject({
    status: 500,
    text: expect.stringMatching(/The example is not of its schema: .*floor must be integer.*Prefer: dynamic=true/),
  });
  const { status, value } = await ask(contract, '/op', [['Prefer', 'dynamic=true']]);
  expect([status, typeof (value.floor ?? 1)]).toEqual([200, 'number']);
});

test('a switch makes up all bodies, unless a request wants examples', async () => {
  const contract = await contractOf({ op: { responses: { 200: json({ type: 'string' }, { example: 'Potsdam' }) } } });
  const text = async (headers: HeaderLines) => (await ask(contract, '/op', headers, 'GET', true)).value;
  expect(await text([])).not.toBe('Potsdam');
  expect(await text([['Prefer', 'dynamic=false']])).toBe('Potsdam');
});

const event = (data: object, more: object = {}) => ({
  description: 'All.',
  content: { 'text/event-stream': { schema: data, ...more } },
});

test.each<[what: string, response: object, text: string]>([
  ['events of texts', event({ type: 'string', example: 'tick' }), 'data: tick\n\n'],
  ['events of JSON', event({ type: 'object', properties: { n: { type: 'integer' } } }), 'data: {"n":1}\n\n'],
  [
    'lines',
    {
      description: 'All.',
      content: { 'application/x-ndjson': { schema: { type: 'object', properties: { n: { type: 'integer' } } } } },
    },
    '{"n":1}\n',
  ],
  ['an example as it is written', event({ type: 'object' }, { example: 'data: {}\n\n' }), 'data: {}\n\n'],
])('a sequence: %s', async (_what, response, text) => {
  const contract = await contractOf({ op: { responses: { 200: response } } });
  expect((await ask(contract, '/op')).text).toContain(text);
});

test.each<[what: string, response: object, place: string]>([
  ['a problem', problem, 'detail'],
  [
    'a message',
    json({ type: 'object', properties: { code: { type: 'integer' }, message: { type: 'string' } } }),
    'message',
  ],
  [
    'a nested message',
    json({ type: 'object', properties: { error: { type: 'object', properties: { msg: { type: 'string' } } } } }),
    'error.msg',
  ],
  [
    'a message beside a code of a list',
    json({
      type: 'object',
      properties: {
        error: { type: 'string', enum: ['wrong_input'] },
        text: { type: 'string' },
        title: { type: 'string' },
      },
    }),
    'text',
  ],
])('the reason of a refusal is in %s', async (_what, response, place) => {
  const contract = await contractOf({ op: { parameters: [q], responses: { 200: json({}), 400: response } } });
  const { status, value } = await ask(contract, '/op?q=0');
  const text = place.split('.').reduce((node, key) => node[key], value);
  expect([status, text]).toEqual([400, expect.stringMatching(/q must be >= 1/)]);
  if (place === 'detail') expect(value.status).toBe(400);
});

test('a page of any origin may ask and read', async () => {
  const contract = await contractOf({ op: { responses: { 200: json({ type: 'string' }) } } });
  const origin: HeaderLines = [['Origin', 'http://localhost:5173']];
  const asked = await ask(
    contract,
    '/op',
    [...origin, ['Access-Control-Request-Method', 'PUT'], ['Access-Control-Request-Headers', 'authorization']],
    'OPTIONS',
  );
  const allowed = ['origin', 'methods', 'headers'].map((name) =>
    headerValues(asked.headers, `access-control-allow-${name}`),
  );
  expect([asked.status, allowed]).toEqual([204, [['http://localhost:5173'], ['PUT'], ['authorization']]]);
  for (const path of ['/op', '/none']) {
    const { headers } = await ask(contract, path, origin);
    expect(headerValues(headers, 'access-control-allow-origin')).toEqual(['http://localhost:5173']);
    expect(headerValues(headers, 'vary')).toEqual(['Origin']);
  }
  expect(headerValues((await ask(contract, '/op')).headers, 'access-control-allow-origin')).toEqual([]);
});

test.each([
  ['http://api.example.com/v1', true],
  ['https://api.example.com/v1', false],
  ['/v1', false],
])('a description of %s: without TLS %s', async (url, isPlain) => {
  const contract = await contractOf({ op: { responses: { 200: json({}) } } }, { servers: [{ url }] });
  const mock = await startMock({ contract, identity: await selfSigned(), host: '127.0.0.1', port: 0 });
  expect(mock.isPlain).toBe(isPlain);
  await mock.close();
});

test('a fault of the mock is a 500 and does not end it', async () => {
  const contract = await contractOf({ op: { responses: { 200: json({}) } } });
  const broken: Contract = {
    ...contract,
    route() {
      throw new Error('no way');
    },
  };
  const mock = await startMock({ contract: broken, identity: await selfSigned(), host: '127.0.0.1', port: 0 });
  for (const path of ['/op', '/op']) {
    const response = await fetch(`${mock.plainUrl}${path}`);
    expect([response.status, await response.text()]).toEqual([500, 'The mock failed: Error: no way']);
  }
  await mock.close();
});
