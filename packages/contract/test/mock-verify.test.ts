import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Contract } from '../src/contract/contract.ts';
import { buildReport } from '../src/report/build.ts';
import type { Report } from '../src/report/report.ts';
import { mockedContract, verifyMock } from './support/mock-target.ts';

async function reportOn(contract: Contract): Promise<Report> {
  const startedAt = new Date();
  const { records, untried } = await verifyMock(contract);
  const milliseconds = Date.now() - startedAt.getTime();
  return buildReport(contract, { target: 'mock', startedAt, milliseconds, records, untried });
}

test('the mock of our own description answers every documented status and keeps the contract', async () => {
  const report = await reportOn(await mockedContract());
  expect(report.breaches).toEqual([]);
  expect(report.untried).toEqual([]);
  expect(report.operations.length).toBeGreaterThanOrEqual(187);
  expect(report.coverage).toMatchObject({ broken: 0, missed: 0, percent: 100 });
  expect(report.refused).toBeGreaterThan(1_000);
});

const petstores = ['3.0', '3.1'].map((version) => `@readme/oas-examples/${version}/json/petstore.json`);

test.each(petstores)('%s', async (name) => {
  const contract = await mockedContract(createRequire(import.meta.url).resolve(name));
  expect(contract.leftOut).toEqual([]);
  const report = await reportOn(contract);
  expect(report.breaches).toEqual([]);
  expect(report.coverage).toMatchObject({ documented: 37, broken: 0 });
  expect(report.coverage.kept).toBeGreaterThanOrEqual(32);
});

const root = resolve(import.meta.dirname, '../../..');
const foreign = resolve(root, '../shared/foreign-specs');
const isThere = existsSync(foreign);
if (!isThere) console.log(`No foreign descriptions in ${relative(root, foreign)}: their tests are left out.`);

/** Breaches are faults of the descriptions: examples that are not of their schemas. */
describe.runIf(isThere)('descriptions of others', () => {
  test.each([
    ['apisetu-cbse', 16, /^$/],
    ['aws-sqs', 3, /^$/],
    ['exlibris-tasklists', 8, /^$/],
    ['opensuse-obs', 72, /is not of its schema: \/directory\/@count/],
  ])('%s', async (name, operations, example) => {
    const report = await reportOn(await mockedContract(join(foreign, `${name}.json`)));
    expect(report.operations.length).toBeGreaterThanOrEqual(operations);
    const said = report.breaches.map(({ message, response = '' }) => `${message} ${response.split('\n').at(-1)}`);
    expect([...new Set(said)].join('\n').slice(0, 5_000)).toMatch(example);
    expect(report.coverage.percent).toBeGreaterThan(50);
  });
});
