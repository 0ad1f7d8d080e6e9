import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

interface JsonReport {
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[];
}

/**
 * Titles of the tests that fail in a checkout. With `bail`, the run ends at the first one.
 * @throws Error if the run fails but no test does, such as for a file that cannot be loaded: that proves nothing
 */
export async function failedTests(checkout: string, files: string[], { bail = false } = {}): Promise<string[]> {
  const report = join(checkout, 'controls-report.json');
  rmSync(report, { force: true });
  const args = ['run', '--reporter=json', `--outputFile=${report}`, ...(bail ? ['--bail=1'] : []), ...files];
  const child = spawn('npx', ['vitest', ...args], { cwd: checkout, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk).slice(-4000);
  });
  const [status] = (await once(child, 'close')) as [number | null];
  if (!existsSync(report)) throw new Error(`Vitest wrote no report: ${errors}`);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JsonReport;
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName),
  );
  if (failed.length > 0 || status === 0) return failed;
  const messages = testResults.map(({ message }) => message).filter((message) => message !== '');
  throw new Error(`the run of ${files.join(' ')} failed, but no test of it: ${messages.join('\n') || errors}`);
}
