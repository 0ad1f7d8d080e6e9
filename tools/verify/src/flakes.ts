import { existsSync, readFileSync } from 'node:fs';

/** The failed files of a Vitest JSON report, as arguments of a second run. */
export function failedFiles(report: string): string[] {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string }[];
  };
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/**
 * Says of each failure whether it came back when its file was run again. The run stays red in either case: a test that fails
 * now and then is a defect of the test or of the product (docs/tests.md).
 */
export function classify(failures: readonly string[], again: readonly string[]): string[] {
  const still = new Set(again);
  return failures.map((failure) =>
    still.has(failure)
      ? `${failure} (again when repeated)`
      : `${failure} (FLAKY: passed when repeated; see docs/tests.md)`,
  );
}
