import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Record } from '../src/calls/record.ts';
import { loadContract } from '../src/contract/contract.ts';
import { NO_CORPUS } from '../src/contract/corpus.ts';
import type { Exchange } from '../src/exchange/exchange.ts';
import type { UnstatedRule } from '../src/judge/finding.ts';
import { NO_PRECONDITIONS } from '../src/preconditions/preconditions.ts';
import { verify } from '../src/run/verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'contract-xml-'));
afterAll(() => rmSync(folder, { recursive: true }));

const place = (isClosed: boolean) => ({
  type: 'object',
  required: ['town'],
  ...(isClosed && { additionalProperties: false }),
  properties: { town: { type: 'string' }, code: { type: 'string' } },
});

function descriptionOf(isClosed: boolean): string {
  const schema = {
    type: 'object',
    xml: { name: 'order' },
    required: ['number', 'place'],
    properties: { number: { type: 'integer' }, place: place(isClosed) },
  };
  const file = join(folder, `${isClosed}.json`);
  const description = {
    openapi: '3.0.3',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        post: {
          operationId: 'createOrder',
          parameters: [{ name: 'copies', in: 'query', schema: { type: 'integer' } }],
          requestBody: { required: true, content: { 'application/xml': { schema } } },
          responses: { 201: { description: 'Made' }, 400: { description: 'Refused' } },
        },
      },
    },
  };
  writeFileSync(file, JSON.stringify(description));
  return file;
}

/** Runs against a service that makes an order of whatever it is sent. */
async function run(isClosed: boolean, options: { without?: ReadonlySet<UnstatedRule>; strict?: boolean } = {}) {
  const records: Record[] = [];
  const sent: Exchange['request'][] = [];
  await verify({
    contract: await loadContract(descriptionOf(isClosed)),
    preconditions: NO_PRECONDITIONS,
    corpus: NO_CORPUS,
    target: { baseUrl: 'http://orders.test', credentials: [], query: [], limited: [] },
    sender: {
      async send(request) {
        sent.push(request);
        return { request, response: { status: 201, headers: [], body: new Uint8Array() } };
      },
    },
    concurrency: 1,
    onRecord: (record) => records.push(record),
    onUntried: () => {},
    ...options,
  });
  return { records, bodies: sent.map(({ body }) => Buffer.from(body).toString()), urls: sent.map(({ url }) => url) };
}

const UNDESCRIBED = /<place>.*<noSuchProperty>x<\/noSuchProperty><\/place>/s;

test('an element more is sent where the schema closes the object, and not where it is open', async () => {
  const [closed, open] = [await run(true), await run(false)];
  expect(closed.bodies.filter((body) => UNDESCRIBED.test(body))).toHaveLength(1);
  expect(open.bodies.filter((body) => body.includes('noSuchProperty'))).toEqual([]);
});

test.each([
  [false, 'warning'],
  [true, 'error'],
])('taking it is told (strict: %s)', async (strict, level) => {
  const { records } = await run(true, { strict });
  const found = records.filter(({ about }) => about.includes('a property that is not described'));
  expect(found.flatMap(({ findings }) => findings.map((each) => each.level))).toContain(level);
});

test('elements are sent in another order, unless the rule is switched off', async () => {
  const reversed = (bodies: string[]) => bodies.filter((body) => /<place>.*<number>/s.test(body));
  expect(reversed((await run(true)).bodies)).not.toEqual([]);
  expect(reversed((await run(true, { without: new Set(['element-order']) })).bodies)).toEqual([]);
});

test('a parameter that is given twice is sent twice', async () => {
  const { urls } = await run(true);
  const counts = urls.map((url) => new URL(url).searchParams.getAll('copies').length);
  expect(counts).toContain(2);
});
