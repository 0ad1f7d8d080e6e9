import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countTests, sum } from './counts.ts';

const report = (content: object) => {
  const file = join(mkdtempSync(join(tmpdir(), 'mailwright-counts-')), 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};

test.each([
  ['all passed', { numPassedTests: 7, numFailedTests: 0 }, false, { passed: 7, failed: 0 }],
  ['some failed', { numPassedTests: 5, numFailedTests: 2 }, true, { passed: 5, failed: 2 }],
  ['a file did not load', { numPassedTests: 5, numFailedTests: 0 }, true, { passed: 5, failed: 1 }],
  ['no test ran', { numPassedTests: 0, numFailedTests: 0 }, false, { passed: 0, failed: 1 }],
])('%s', (_, content, runFailed, wanted) => {
  expect(countTests(report(content), runFailed)).toEqual(wanted);
});

test('no report is a failure', () => {
  expect(countTests('/nowhere/report.json', false)).toEqual({ passed: 0, failed: 1 });
});

test('sum', () => {
  expect(
    sum([
      { passed: 1, failed: 0 },
      { passed: 2, failed: 3 },
    ]),
  ).toEqual({ passed: 3, failed: 3 });
});
