import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Contract, loadContract } from '../contract/contract.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isOfPage } from './pages.ts';

const BASE = 'https://pets.test';
let contract: Contract;
beforeAll(async () => {
  const room = mkdtempSync(join(tmpdir(), 'contract-pages-'));
  const description = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: { operationId: 'listPets', responses: { 200: { description: 'All.' } } } } },
  };
  writeFileSync(join(room, 'openapi.json'), JSON.stringify(description));
  contract = await loadContract(join(room, 'openapi.json')).finally(() => rmSync(room, { recursive: true }));
});

const exchange = (call: string, destination: string | undefined, mediaType: string | undefined): Exchange => {
  const [method, path] = call.split(' ') as [string, string];
  const none = new Uint8Array();
  return {
    request: {
      method,
      url: BASE + path,
      headers: destination === undefined ? [] : [['Sec-Fetch-Dest', destination]],
      body: none,
    },
    response: { status: 200, headers: mediaType === undefined ? [] : [['Content-Type', mediaType]], body: none },
  };
};

test.each<[string, string | undefined, string | undefined, string | undefined, boolean]>([
  // Call, Sec-Fetch-Dest, media type of the answer, _resourceType
  ['GET /', 'document', 'text/html', 'document', true],
  ['GET /logo', undefined, 'image/png', undefined, true],
  ['GET /app.js', undefined, 'text/javascript; charset=utf-8', undefined, true],
  ['GET /old', undefined, undefined, 'document', true],
  ['POST /feedback', 'document', undefined, undefined, true],
  ['GET /part', 'empty', 'text/html', 'fetch', true],
  ['GET /app.webmanifest', 'manifest', 'application/json', 'manifest', true],
  // Programs of a page.
  ['GET /owners', 'empty', 'application/json', 'fetch', false],
  ['GET /owners', undefined, 'application/json', 'xhr', false],
  ['GET /owners', undefined, 'application/xml', undefined, false],
  ['GET /owners', undefined, undefined, undefined, false],
  ['POST /owners', 'empty', 'text/html', 'fetch', false],
  ['DELETE /owners', undefined, 'text/html', undefined, false],
  // A header is more than the word of an exporter.
  ['GET /owners', 'empty', 'application/json', 'document', false],
  // An operation is one, whoever opens it.
  ['GET /pets', 'document', 'text/html', 'document', false],
  // Another method of its path.
  ['HEAD /pets', undefined, 'text/html', undefined, true],
])('%s to %s answered as %s, %s', (call, destination, mediaType, resourceType, wanted) => {
  expect(isOfPage(contract, BASE, exchange(call, destination, mediaType), resourceType)).toBe(wanted);
});
