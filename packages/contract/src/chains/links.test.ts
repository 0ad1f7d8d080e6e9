import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, loadContract } from '../contract/contract.ts';
import { NO_CORPUS } from '../contract/corpus.ts';
import { readSchemas } from '../contract/schemas.ts';
import { NO_PRECONDITIONS } from '../preconditions/preconditions.ts';
import { inferPreconditions } from './infer.ts';
import { linksOf } from './links.ts';
import { findResources } from './resources.ts';

const json = (schema: object) => ({ 'application/json': { schema } });
const object = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const id = { name: 'no', in: 'path', required: true, schema: { type: 'string' } };
const ok = { 200: { description: 'It.', content: json(object('text')) } };

/** Orders are made at a place that does not look like it, and countries can only be read. */
const description = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/checkout': {
      post: {
        operationId: 'checkOut',
        requestBody: { required: true, content: json(object('text')) },
        responses: {
          200: {
            description: 'Done.',
            content: json({ type: 'object', properties: { receipt: object('number') } }),
            links: {
              order: { operationId: 'getOrder', parameters: { no: '$response.body#/receipt/number' } },
              notes: { $ref: '#/components/links/notes' },
              else: { operationId: 'getOrder', parameters: { no: '$request.path.no' } },
            },
          },
        },
      },
    },
    '/orders/{no}': { get: { operationId: 'getOrder', parameters: [id], responses: ok } },
    '/notes': {
      get: {
        operationId: 'getNotes',
        parameters: [{ name: 'about', in: 'query', schema: { type: 'string' } }],
        responses: ok,
      },
    },
    '/countries': {
      get: {
        operationId: 'listCountries',
        responses: {
          200: {
            description: 'All.',
            content: json({ type: 'object', properties: { all: { type: 'array', items: object('code', 'id') } } }),
          },
        },
      },
    },
    '/countries/{code}': {
      get: { operationId: 'getCountry', parameters: [{ ...id, name: 'code' }], responses: ok },
    },
  },
  components: {
    links: {
      notes: {
        operationRef: '#/paths/~1notes/get',
        parameters: { 'query.about': '$response.body#/receipt/number' },
      },
    },
  },
};

const room = mkdtempSync(join(tmpdir(), 'links-'));
afterAll(() => rmSync(room, { recursive: true }));
let contract: Contract;
beforeAll(async () => {
  writeFileSync(join(room, 'openapi.json'), JSON.stringify(description));
  contract = await loadContract(join(room, 'openapi.json'));
});

test('links say which answer feeds which parameter', () => {
  const told = linksOf(contract.model).map(({ from, to, parameter, keys }) => [from.id, to.id, parameter, keys]);
  expect(told).toEqual([
    ['checkOut', 'getOrder', 'no', ['receipt', 'number']],
    ['checkOut', 'getNotes', 'about', ['receipt', 'number']],
  ]);
});

test('ids come from linked answers and from lists', () => {
  const schemas = readSchemas(contract);
  const resources = findResources(contract.model.operations, schemas, linksOf(contract.model));
  const { situations, parameters } = inferPreconditions(contract, resources, schemas, NO_PRECONDITIONS, NO_CORPUS);
  const values = [...parameters].map(([key, { given, value }]) => [key, given, value]);
  expect(values).toEqual([
    ['path no of /orders/{no}', ['order'], '$' + '{order.receipt.number}'],
    ['path code of /countries/{code}', ['existing country'], '$' + '{countryList.all[0].code}'],
    ['query about of /notes', ['order'], '$' + '{order.receipt.number}'],
  ]);
  expect(situations.get('order')!.steps).toMatchObject([{ operation: 'checkOut' }]);
  expect(situations.get('existing country')!.steps).toMatchObject([{ operation: 'listCountries' }]);
});
