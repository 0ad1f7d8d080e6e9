import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { ImportersOf } from './select.ts';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** Returns the files that differ from the branch `main` (of `origin`, where there is one), those that git does not know yet included. */
export function changedFiles(): string[] {
  const [main] = ['origin/main', 'main'].filter((name) => git('branch', '-a', '--list', `*${name}`).length > 0);
  const [base] = main === undefined ? ['HEAD'] : git('merge-base', 'HEAD', main);
  return [...git('diff', '--name-only', base!), ...git('ls-files', '--others', '--exclude-standard')];
}

/** Reads all sources once: which file names which other one, as `./x.ts` or by the name of its package. */
export function readImports(): ImportersOf {
  const importers = new Map<string, string[]>();
  const files = ['spec', 'packages', 'tools'].flatMap((room) =>
    globSync(`${room}/**/*.ts`, { exclude: (name) => name === 'node_modules' || name === 'dist' }),
  );
  for (const file of files)
    for (const [, named] of readFileSync(file, 'utf8').matchAll(/['"](\.{1,2}\/[^'"\s]+\.ts)['"]/g)) {
      const target = normalize(join(dirname(file), named!));
      if (existsSync(target)) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  return (source) => importers.get(source) ?? [];
}
