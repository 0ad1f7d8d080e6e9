import { existsSync, readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
}

export function sum(counts: Counts[]): Counts {
  return {
    passed: counts.reduce((total, { passed }) => total + passed, 0),
    failed: counts.reduce((total, { failed }) => total + failed, 0),
  };
}

/** Counts of a Vitest JSON report. A run that failed without a failed test, or without a report, is one failure. */
export function countTests(report: string, runFailed: boolean): Counts {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
  const passed = numPassedTests ?? 0;
  const failed = numFailedTests ?? 0;
  if (passed + failed === 0) return { passed: 0, failed: 1 };
  return { passed, failed: failed === 0 && runFailed ? 1 : failed };
}
