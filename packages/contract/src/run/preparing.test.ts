import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { describeCollection, describeService } from '../../test/support/memory.ts';
import { type Contract, loadContract } from '../contract/contract.ts';
import { NO_CORPUS } from '../contract/corpus.ts';
import { NO_PRECONDITIONS, type Preconditions } from '../preconditions/preconditions.ts';
import { preparingOperations } from './preparing.ts';

const body = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const id = { type: 'integer' };
let contract: Contract;
beforeAll(async () => {
  const room = mkdtempSync(join(tmpdir(), 'contract-preparing-'));
  const description = describeService({
    ...describeCollection('racks', body({ name: { type: 'string' } }), id),
    ...describeCollection('books', body({ title: { type: 'string' }, rackId: id }), id),
  });
  writeFileSync(join(room, 'openapi.json'), JSON.stringify(description));
  contract = await loadContract(join(room, 'openapi.json')).finally(() => rmSync(room, { recursive: true }));
});

const declared: Preconditions = {
  ...NO_PRECONDITIONS,
  situations: new Map([
    ['a rack', { about: 'One.', steps: [{ operation: 'racksCreate' }] }],
    ['a full rack', { about: 'One.', given: ['a rack'], steps: [{ operation: 'booksRemove' }] }],
  ]),
  operations: new Map([['racksList', { statuses: { 404: { given: ['a full rack'] } } }]]),
};

test.each<[string, string, Preconditions, string[]]>([
  ['a list', 'racksList', NO_PRECONDITIONS, []],
  ['one that is read', 'racksRead', NO_PRECONDITIONS, ['racksCreate', 'racksRemove']],
  ['one that takes another', 'booksRead', NO_PRECONDITIONS, ['racksCreate', 'booksCreate', 'booksRemove']],
  ['what is declared for a status', 'racksList', declared, ['racksCreate', 'booksRemove']],
])('%s', async (_, name, preconditions, wanted) => {
  const tried = contract.model.operations.filter((operation) => operation.id === name);
  const found = await preparingOperations(tried, { contract, preconditions, corpus: NO_CORPUS });
  expect(found.map((operation) => operation.id)).toEqual(wanted);
});
