import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LongestFirst, slowFiles } from './longest-first.ts';
import { tierTable } from './tier-table.ts';

test('the slowest files are read from the table of a run', () => {
  const files = [
    { file: 'packages/a/test/quick.test.ts', level: 'services', tests: 1, seconds: 2 },
    { file: 'packages/a/test/slow.test.ts', level: 'services', tests: 12, seconds: 61.7 },
  ];
  const table = tierTable({ seconds: 70, processor: 60, checks: [], files }).join('\n');
  expect([...slowFiles(table)]).toEqual([
    ['packages/a/test/slow.test.ts', 62],
    ['packages/a/test/quick.test.ts', 2],
  ]);
});

test('each project starts with its slowest files', async () => {
  const root = join(import.meta.dirname, '../../..');
  const [slowest = ''] = slowFiles(readFileSync(join(root, 'docs/tests.md'), 'utf8')).keys();
  const specification = (project: object, file: string) =>
    ({ project, moduleId: join(root, file) }) as TestSpecification;
  const config = { isolate: false, sequence: { groupOrder: 0 } };
  const [rules, services] = ['rules', 'services'].map((name) => ({ name, config }));
  const cache = { getTestSpecificationResult: () => ({ failed: false, duration: 1 }) };
  const sequencer = new LongestFirst({ config: { root }, cache } as unknown as Vitest);
  const sorted = await sequencer.sort([
    specification(services!, 'packages/a/test/other.test.ts'),
    specification(services!, slowest),
    specification(rules!, 'packages/a/src/rule.test.ts'),
  ]);
  expect(sorted.map(({ moduleId }) => relative(root, moduleId))).toEqual([
    'packages/a/src/rule.test.ts',
    slowest,
    'packages/a/test/other.test.ts',
  ]);
});

test('the documented tables name files that exist', () => {
  const root = join(import.meta.dirname, '../../..');
  const files = [...slowFiles(readFileSync(join(root, 'docs/tests.md'), 'utf8')).keys()];
  expect(files.length).toBeGreaterThanOrEqual(10);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
