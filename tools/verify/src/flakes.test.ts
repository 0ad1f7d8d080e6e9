import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { classify, failedFiles } from './flakes.ts';

test('what fails again, and what passes the second time', () => {
  expect(classify(['a.test.ts: adds', 'b.test.ts: sends'], ['a.test.ts: adds'])).toEqual([
    'a.test.ts: adds (again when repeated)',
    'b.test.ts: sends (FLAKY: passed when repeated; see docs/tests.md)',
  ]);
});

test('failed files', () => {
  const report = join(mkdtempSync(join(tmpdir(), 'mailwright-flakes-')), 'report.json');
  const testResults = [
    { name: 'a.test.ts', status: 'failed' },
    { name: 'b.test.ts', status: 'passed' },
  ];
  writeFileSync(report, JSON.stringify({ testResults }));
  expect(failedFiles(report)).toEqual(['a.test.ts']);
  expect(failedFiles('/nowhere/report.json')).toEqual([]);
});
