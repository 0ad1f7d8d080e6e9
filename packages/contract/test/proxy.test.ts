import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Record, Untried } from '../src/calls/record.ts';
import { createSender, type Sender } from '../src/exchange/send.ts';
import { selfSigned } from '../src/mock/certificate.ts';
import { type RunningMock, startMock } from '../src/mock/server.ts';
import { judgePassed } from '../src/proxy/judge-passed.ts';
import { type RunningProxy, startProxy } from '../src/proxy/proxy.ts';
import { mockedContract } from './support/mock-target.ts';

let mock: RunningMock;
let proxy: RunningProxy;
let sender: Sender;
const records: Record[] = [];
const untried: Untried[] = [];
beforeAll(async () => {
  const contract = await mockedContract();
  const identity = await selfSigned();
  mock = await startMock({ contract, identity, host: '127.0.0.1', port: 0 });
  sender = createSender({ ca: identity.cert, timeout: 600_000 });
  const baseUrl = mock.url;
  const take = judgePassed({
    contract,
    baseUrl,
    onRecord: (record) => records.push(record),
    onUntried: (each) => untried.push(each),
  });
  proxy = await startProxy({ baseUrl, sender, port: 0, take });
});
afterAll(async () => {
  await proxy?.close();
  sender?.close();
  await mock?.close();
});

test('tests of others go through, and what breaks the contract is recorded', async () => {
  const headers = { authorization: 'Bearer any', 'content-type': 'application/vnd.service.api+xml' };
  const ask = (path: string, init: RequestInit = {}) => fetch(proxy.url + path, { headers, ...init });

  const list = await ask('/mailings/filter/states?states=draft&page_size=100');
  expect([list.status, list.headers.get('x-items')]).toEqual([200, '214']);
  expect(await list.text()).toContain('<mailings>');
  expect((await ask('/mailings/7/name', { method: 'POST', body: '<name>x</name>' })).status).toBe(400);
  expect((await ask('/mailings/7/name', { headers: {} })).status).toBe(401);
  expect((await ask('/nothing')).status).toBe(404);
  await mock.close();
  expect((await ask('/mailings/7/name')).status).toBe(502);
  await proxy.close();

  expect(records.map(({ operation, about, status }) => [operation, about, status])).toEqual([
    ['listMailingsByStates', 'GET /1.0/mailings/filter/states?states=draft&page_size=100', 200],
    ['setMailingName', 'POST /1.0/mailings/7/name', 400],
    ['getMailingName', 'GET /1.0/mailings/7/name', 401],
    [undefined, 'GET /1.0/nothing', 404],
    [undefined, 'GET /1.0/mailings/7/name', undefined],
  ]);
  expect(records.map(({ findings }) => findings.map(({ rule, level }) => [rule, level]))).toEqual([
    [],
    [['body', 'note']],
    [],
    [['path', 'note']],
    [['connection', 'error']],
  ]);
});
