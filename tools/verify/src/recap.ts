import { existsSync, readFileSync } from 'node:fs';

interface FileResult {
  name: string;
  status: string;
  message?: string;
  assertionResults: { fullName: string; status: string }[];
}

/** The failed tests of a Vitest JSON report: `file: test`, and files that failed before any of their tests. */
export function failedTests(report: string): string[] {
  if (!existsSync(report)) return ['no report was written'];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: FileResult[] };
  return testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length > 0) return failed.map(({ fullName }) => `${file.name}: ${fullName}`);
    return file.status === 'failed' ? [`${file.name}: ${file.message ?? 'failed'}`] : [];
  });
}

/** Titles of skipped tests, each of which says why. */
export function skippedTests(report: string): string[] {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: FileResult[] };
  const titles = testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map(({ fullName }) => fullName),
  );
  return [...new Set(titles)];
}
