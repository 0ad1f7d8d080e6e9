import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Checkout {
  directory: string;
  remove(): void;
}

/** Checks out a commit beside the repository, with its own dependencies and generated code. Takes a minute. */
export function checkOut(root: string, commit: string, tell: (step: string) => void): Checkout {
  const directory = join(mkdtempSync(join(tmpdir(), 'mailwright-bench-')), 'mailwright');
  const run = (cwd: string, command: string, ...args: string[]) => execFileSync(command, args, { cwd, stdio: 'pipe' });
  const remove = () => {
    run(root, 'git', 'worktree', 'remove', '--force', directory);
    rmSync(join(directory, '..'), { recursive: true, force: true });
  };
  run(root, 'git', 'worktree', 'add', '--detach', directory, commit);
  try {
    tell('installing its dependencies');
    run(directory, 'npm', 'ci', '--include=dev', '--no-audit', '--no-fund');
    tell('generating its code');
    run(directory, 'npx', 'nx', 'run-many', '-t', 'generate', 'docs');
  } catch (error) {
    remove();
    throw error;
  }
  return { directory, remove };
}

/** The commit that a revision names. @throws Error if there is none */
export function resolveCommit(root: string, revision: string): string {
  try {
    return execFileSync('git', ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    throw new Error(`There is no commit ${revision} in this clone; git log lists those that there are.`);
  }
}
