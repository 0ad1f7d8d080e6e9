import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { generate } from '@mailwright/codegen';
import { afterAll, expect, test } from 'vitest';
import { loadContract } from '../src/contract/contract.ts';
import { verifyStub } from './support/stub-target.ts';

/** Stubs of other people's descriptions keep these in every refusal, not only in what their handlers answer. */

const ROOT = path.resolve(import.meta.dirname, '../../..');
const OUTPUT = path.join(import.meta.dirname, '../generated/stubs');
const FOREIGN = path.resolve(ROOT, '../shared/foreign-specs');
const FIXTURES = path.join(ROOT, 'tools/codegen/test/fixtures');

const require = createRequire(import.meta.url);
const rows: [name: string, file: string, tried: number][] = [
  ['Petstore 3.0', require.resolve('@readme/oas-examples/3.0/json/petstore.json'), 1],
  ['Petstore 3.1', require.resolve('@readme/oas-examples/3.1/json/petstore.json'), 1],
  ...['nasty-3.0', 'nasty-3.1', 'actions-3.0', 'names-3.1', 'odd-3.1'].map((name): [string, string, number] => [
    name,
    path.join(FIXTURES, `${name}.yaml`),
    1,
  ]),
];
if (existsSync(FOREIGN))
  for (const name of ['apisetu-cbse', 'aws-sqs', 'exlibris-tasklists', 'opensuse-obs'])
    rows.push([name, path.join(FOREIGN, `${name}.json`), 1]);
else console.log(`No foreign descriptions in ${path.relative(ROOT, FOREIGN)}: their stubs are not verified.`);

afterAll(() => rm(OUTPUT, { recursive: true, force: true }));

test.each(rows)('verify finds nothing against the stub of %s', async (name, file, least) => {
  const folder = path.join(OUTPUT, name.replaceAll(' ', '-'));
  await generate({ input: file, output: folder, parts: ['types', 'codecs', 'server'], skip: () => {} });
  const { breaches, tried } = await verifyStub(folder, await loadContract(file));
  expect(breaches).toEqual([]);
  expect(tried).toBeGreaterThanOrEqual(least);
});
