import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const entry = join(import.meta.dirname, '../../src/cli/main.ts');

/** Runs commands as guides write them, `npx mailwright …`, in a directory, with the `mailwright` of this repository. */
export const guideShell =
  (cwd: string, env: Record<string, string> = {}) =>
  (commands: string): Promise<{ stdout: string; stderr: string }> => {
    const npx = `npx() { [ "$1" = mailwright ] || return 1; shift; "${process.execPath}" "${entry}" "$@"; }`;
    return run('bash', ['-euo', 'pipefail', '-c', `${npx}\n${commands}`], { cwd, env: { ...process.env, ...env } });
  };
