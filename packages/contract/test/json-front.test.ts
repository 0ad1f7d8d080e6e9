import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractOf } from '../src/arazzo/testing.ts';
import { createSender, type Sender } from '../src/exchange/send.ts';
import { startJsonFront } from '../src/proxy/json-front.ts';
import type { RunningProxy } from '../src/proxy/proxy.ts';
import type { CorpusService } from './services/service.ts';
import { xmlDescription } from './services/xml/description.ts';
import { startXml } from './services/xml/service.ts';

let service: CorpusService;
let sender: Sender;
let front: RunningProxy;
beforeAll(async () => {
  service = await startXml({ defects: false });
  sender = createSender({ timeout: 600_000 });
  front = await startJsonFront({ contract: await contractOf(xmlDescription), baseUrl: service.url, sender, port: 0 });
});
afterAll(async () => {
  await front?.close();
  sender?.close();
  await service?.close();
});

const ask = async (method: string, path: string, body?: string, type = 'application/json') => {
  const headers = { accept: 'application/json', ...(body !== undefined && { 'content-type': type }) };
  const response = await fetch(front.url + path, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  return [response.status, response.headers.get('content-type'), text === '' ? '' : parsed(text)];
};
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

test('bodies of JSON are sent as XML, and answers in XML come as JSON', async () => {
  const account = { owner: 'Ada & "co"', currency: 'EUR' };
  const [status, type, made] = await ask('POST', '/accounts', JSON.stringify(account));
  expect([status, type, made]).toEqual([201, 'application/json', { id: expect.any(Number), ...account }]);
  const { id } = made as { id: number };
  expect(await ask('GET', `/accounts/${id}`)).toEqual([200, 'application/json', { id, ...account }]);
  expect(await ask('DELETE', `/accounts/${id}`)).toEqual([204, null, '']);
});

test.each<[about: string, request: Parameters<typeof ask>, wanted: unknown[]]>([
  ['errors are documents, too', ['GET', '/accounts/404404'], [404, 'application/json', { message: 'not found' }]],
  [
    'what has no form in XML is refused',
    ['POST', '/accounts', '{"owner":"Ada"}'],
    [400, 'application/json', { message: expect.stringContaining('cannot be written as XML') }],
  ],
  [
    'so is what is no JSON',
    ['POST', '/accounts', '{'],
    [400, 'application/json', { message: expect.stringContaining('cannot be written as XML') }],
  ],
  [
    'XML passes as it is',
    ['POST', '/accounts', '<account><owner>Bo</owner><currency>EUR</currency></account>', 'application/xml'],
    [201, 'application/json', { id: expect.any(Number), owner: 'Bo', currency: 'EUR' }],
  ],
  [
    'a path that the description does not have passes',
    ['GET', '/nothing'],
    [404, expect.stringContaining('xml'), expect.stringContaining('<message>no such path</message>')],
  ],
])('%s', async (_, request, wanted) => {
  expect(await ask(...request)).toEqual(wanted);
});
