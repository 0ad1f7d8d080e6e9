import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { loadDeclared } from '../src/arazzo/load.ts';
import { contractOf } from '../src/arazzo/testing.ts';
import { isBreach, type Record } from '../src/calls/record.ts';
import { NO_CORPUS } from '../src/contract/corpus.ts';
import { createSender, type Sender } from '../src/exchange/send.ts';
import { verify } from '../src/run/verify.ts';
import type { CorpusService } from './services/service.ts';
import { xmlDescription } from './services/xml/description.ts';
import { startXml } from './services/xml/service.ts';

const account = {
  stepId: 'account',
  operationId: 'createAccount',
  requestBody: { payload: '<account><owner>Owner {$inputs.unique}</owner><currency>CHF</currency></account>' },
  outputs: { id: '$response.body#/id' },
};
const invoice = {
  stepId: 'invoice',
  operationId: 'createInvoice',
  requestBody: {
    payload: { accountId: 0, amount: 7.5, due: '2031-02-28' },
    replacements: [{ target: '/accountId', value: '$steps.account.outputs.id' }],
  },
  outputs: { id: '$response.body#/id' },
};
const remove = {
  stepId: 'remove',
  description: 'it has an invoice',
  operationId: 'deleteAccount',
  parameters: [{ name: 'id', in: 'path', value: '$steps.account.outputs.id' }],
  successCriteria: [{ condition: '$statusCode == 409' }],
};
const read = {
  stepId: 'read',
  operationId: 'getInvoice',
  parameters: [{ name: 'id', in: 'path', value: '$steps.invoice.outputs.id' }],
};
const document = {
  arazzo: '1.0.1',
  info: { title: 'Invoices', version: '1' },
  sourceDescriptions: [{ name: 'invoices', url: './openapi.json', type: 'openapi' }],
  workflows: [{ workflowId: 'bill', inputs: { properties: { unique: {} } }, steps: [account, invoice, remove, read] }],
};

const folder = mkdtempSync(join(tmpdir(), 'contract-arazzo-'));
let service: CorpusService;
let sender: Sender;
beforeAll(async () => {
  service = await startXml({ defects: false });
  sender = createSender({ timeout: 600_000 });
});
afterAll(async () => {
  sender?.close();
  await service?.close();
  rmSync(folder, { recursive: true });
});

test('a service with XML is verified with the data of an Arazzo document, which is deleted at the end', async () => {
  const contract = await contractOf(xmlDescription);
  const file = join(folder, 'bill.arazzo.yaml');
  writeFileSync(file, stringify(document));
  const before = await service.state();
  const records: Record[] = [];
  const bodies: string[] = [];
  await verify({
    contract,
    preconditions: loadDeclared(file, contract),
    corpus: NO_CORPUS,
    target: { baseUrl: service.url, credentials: [], query: [], limited: [] },
    sender: {
      send: (request) => {
        bodies.push(Buffer.from(request.body).toString());
        return sender.send(request);
      },
    },
    seed: 'arazzo',
    concurrency: 2,
    onRecord: (record) => records.push(record),
    onUntried: () => undefined,
    onLeft: () => undefined,
  });
  const told = records.map(({ operation, about, status }) => `${operation} ${status}: ${about}`);
  expect(told).toContain('deleteAccount 409: it has an invoice');
  expect(told.some((each) => each.startsWith('getInvoice 200:'))).toBe(true);
  expect(bodies.some((body) => /<owner>Owner \w+<\/owner>/.test(body))).toBe(true);
  const broken = records.filter(({ findings }) => findings.some((each) => isBreach(each) && each.rule === 'expected'));
  const smallest = broken.filter(({ about }) => about === 'smallest request').map(({ operation }) => operation);
  for (const id of ['getAccount', 'deleteAccount', 'getInvoice', 'deleteInvoice']) expect(smallest).not.toContain(id);
  expect((await service.state()).toSorted()).toEqual(before.toSorted());
});

test('a file that is no Arazzo document is named with the place', async () => {
  const contract = await contractOf(xmlDescription);
  const file = join(folder, 'loop.arazzo.yaml');
  const loop = {
    stepId: 'list',
    operationId: 'listAccounts',
    onSuccess: [{ name: 'on', type: 'goto', stepId: 'list' }],
  };
  writeFileSync(file, stringify({ ...document, workflows: [{ workflowId: 'loop', steps: [loop] }] }));
  expect(() => loadDeclared(file, contract)).toThrow(
    `${file}: workflows[0].steps[0].onSuccess[0]: goto is not followed`,
  );
  writeFileSync(file, 'arazzo: [');
  expect(() => loadDeclared(file, contract)).toThrow(`${file}: Flow sequence`);
});
