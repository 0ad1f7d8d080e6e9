import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const run = promisify(execFile);

/** Runs commands as guides write them, `npx mailwright …`, in a directory, with the `mailwright` of this repository. */
export const guideShell =
  (cwd: string, env: Record<string, string> = {}) =>
  (commands: string): Promise<{ stdout: string; stderr: string }> => {
    const npx = `npx() { [ "$1" = mailwright ] || return 1; shift; "${process.execPath}" "${inject('program')}" "$@"; }`;
    return run('bash', ['-euo', 'pipefail', '-c', `${npx}\n${commands}`], { cwd, env: { ...process.env, ...env } });
  };
