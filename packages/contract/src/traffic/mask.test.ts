import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Contract, loadContract } from '../contract/contract.ts';
import type { Exchange, HeaderLines } from '../exchange/exchange.ts';
import { maskExchange, maskPath } from './mask.ts';
import { maskBody } from './mask-body.ts';

const BASE = 'https://pets.test/v1';
let contract: Contract;
beforeAll(async () => {
  const room = mkdtempSync(join(tmpdir(), 'contract-mask-'));
  const operation = (operationId: string) => ({ operationId, responses: { 200: { description: 'It.' } } });
  const paths = {
    '/owners/{email}': { get: operation('getOwner') },
    '/owners/{email}/pets/{id}': { get: operation('getPet') },
  };
  writeFileSync(join(room, 'a.json'), JSON.stringify({ openapi: '3.1.0', info: { title: 'P', version: '1' }, paths }));
  contract = await loadContract(join(room, 'a.json')).finally(() => rmSync(room, { recursive: true }));
});

const type = (mediaType: string): HeaderLines => [['Content-Type', mediaType]];

test.each<[string, string, string, string]>([
  [
    'JSON',
    'application/problem+json; charset=utf-8',
    '{"name":"Ada","age":36,"height":1.7,"isIn":true,"none":null,"empty":"","tags":["x"],"ada@example.org":{"7f3a91":1}}',
    '{"name":"…","age":0,"height":0.5,"isIn":true,"none":null,"empty":"","tags":["…"],"…":{"…":0}}',
  ],
  ['JSON that is none', 'application/json', '{"name": Ada}', '… (13 bytes)'],
  [
    'XML',
    'application/xml',
    '<?xml version="1.0"?>\n<p:pet xmlns:p="urn:p" owner="Ada"><name>Rex</name>\n <note><![CDATA[of Ada]]></note><none/></p:pet>',
    '<p:pet xmlns:p="urn:p" owner="…"><name>…</name><note>…</note><none></none></p:pet>',
  ],
  ['XML that is none', 'text/xml', '<name>Ada</nam>', '… (15 bytes)'],
  ['a form', 'application/x-www-form-urlencoded', 'name=Ada+L&ada%40example.org=1&none=', 'name=…&…=…&none='],
  ['text', 'text/plain', 'Dear Ada', '… (8 bytes)'],
  ['nothing', 'text/plain', '', ''],
])('body: %s', (_, mediaType, body, wanted) => {
  expect(maskBody(type(mediaType), Buffer.from(body))).toBe(wanted);
});

test.each([
  ['GET', '/owners/ada%40example.org', '/v1/owners/{email}'],
  ['GET', '/owners/ada/pets/7', '/v1/owners/{email}/pets/{id}'],
  ['DELETE', '/owners/ada', '/v1/owners/{email}'],
  ['GET', '/cats/ada@example.org', '/v1/cats/…'],
  ['GET', '/cats/Lovelace/food-plan', '/v1/cats/…/food-plan'],
  ['GET', '/cats/cus_8f3k29', '/v1/cats/…'],
  ['GET', `/cats/${'a'.repeat(50)}`, '/v1/cats/…'],
])('path: %s %s', (method, path, wanted) => {
  expect(maskPath(contract, BASE, { method, url: BASE + path })).toBe(wanted);
});

const exchange: Exchange = {
  request: {
    method: 'GET',
    url: `${BASE}/owners/ada%40example.org?q=Lovelace&ada%40example.org=1`,
    headers: [
      ['Authorization', 'Bearer abc123'],
      ['X-Api-Key', 'k3y-of-ada'],
      ['Accept', 'application/json'],
      ['Referer', 'https://crm.test/people/ada'],
    ],
    body: Buffer.of(),
  },
  response: {
    status: 200,
    headers: [...type('application/json'), ['Set-Cookie', 'sid=5e55'], ['X-Owner', 'Ada Lovelace']],
    body: Buffer.from('{"phone":"+49 30 901820","city":"London","cus_8f3k29":{"size":12345}}'),
  },
};

test('nothing of anybody is in a masked exchange', () => {
  const { request, response } = maskExchange(contract, BASE, exchange).exchange;
  expect(request.url).toBe('https://pets.test/v1/owners/{email}?q=…&…=…');
  expect(request.headers).toEqual([
    ['Authorization', '…'],
    ['X-Api-Key', '…'],
    ['Accept', 'application/json'],
    ['Referer', '…'],
  ]);
  expect(response.headers).toEqual([...type('application/json'), ['Set-Cookie', '…'], ['X-Owner', '…']]);
  expect(Buffer.from(response.body).toString()).toBe('{"phone":"…","city":"…","…":{"size":0}}');
});

test.each<[string, string]>([
  ['Response body property city must be integer', 'Response body property city must be integer'],
  ['Response body property cus_8f3k29.size must be <= 1000', 'Response body property ….size must be <= 1000'],
  ['/cus_8f3k29/size: must be true or false', '/…/size: must be true or false'],
  ['must be one of "x" but was "London"', 'must be one of "x" but was "…"'],
  [`Unexpected token 'L', ..."ity": London}" is not valid JSON`, `Unexpected token 'L', … is not valid JSON`],
  [
    'GET /v1/owners/ada%40example.org returned 299, but is not in the description',
    'GET /v1/owners/{email} returned 299, but is not in the description',
  ],
  ['X-Owner is Ada Lovelace', 'X-Owner is …'],
  ['Link does not conform to RFC 8288: <x?q=ada>', 'Link does not conform to RFC 8288: …'],
  ['Link rel="next" is no URL: //ada', 'Link rel="next" is no URL: …'],
  ['see https://crm.test/people/eve?x=1', 'see https://crm.test/…'],
  ['the member eve@example.org is unknown', 'the member … is unknown'],
  ['must match pattern "^[a-z]{2,30}$"', 'must match pattern "^[a-z]{2,30}$"'],
  [
    'Status 418 is not documented; the documented statuses are 200, 404',
    'Status 418 is not documented; the documented statuses are 200, 404',
  ],
  ['Content-Type is text/html; documented: application/xml', 'Content-Type is text/html; documented: application/xml'],
])('message: %s', (message, wanted) => {
  expect(maskExchange(contract, BASE, exchange).maskMessage(message)).toBe(wanted);
});
