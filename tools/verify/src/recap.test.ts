import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failedTests, skippedTests } from './recap.ts';

const report = (testResults: object[]) => {
  const file = join(mkdtempSync(join(tmpdir(), 'mailwright-recap-')), 'report.json');
  writeFileSync(file, JSON.stringify({ testResults }));
  return file;
};

const file = (name: string, status: string, tests: [string, string][], message = '') => ({
  name,
  status,
  message,
  assertionResults: tests.map(([fullName, testStatus]) => ({ fullName, status: testStatus })),
});

test.each([
  ['all passed', [file('a.test.ts', 'passed', [['adds', 'passed']])], []],
  [
    'one failed',
    [
      file('a.test.ts', 'failed', [
        ['adds', 'passed'],
        ['subtracts', 'failed'],
      ]),
    ],
    ['a.test.ts: subtracts'],
  ],
  ['a file did not load', [file('b.test.ts', 'failed', [], 'no such module')], ['b.test.ts: no such module']],
])('%s', (_, results, wanted) => {
  expect(failedTests(report(results))).toEqual(wanted);
});

test('no report', () => {
  expect(failedTests('/nowhere/report.json')).toEqual(['no report was written']);
});

test('skipped tests are named with their reasons', () => {
  const rows: [string, string][] = [
    ['adds', 'passed'],
    ['a soak (left to npm run test:deep)', 'skipped'],
  ];
  expect(skippedTests(report([file('a.test.ts', 'passed', rows)]))).toEqual(['a soak (left to npm run test:deep)']);
  expect(skippedTests('/nowhere/report.json')).toEqual([]);
});
