import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root, type Workspace } from '../workspaces.ts';
import { reportFile, reportOf } from './packages.ts';

/** Returns why the kept report of a packed package is not that of its declarations, and what to do; undefined if it is. */
export function staleReport(workspace: Workspace, all: ReadonlyMap<string, Workspace>): string | undefined {
  const present = reportOf(workspace, all);
  if (present === undefined) return undefined;
  const file = reportFile(workspace);
  return differenceWords(existsSync(file) ? readFileSync(file, 'utf8') : '', present, relative(root, file));
}

/** Returns the first lines that differ, and the way on; undefined if nothing differs. */
export function differenceWords(kept: string, present: string, file: string): string | undefined {
  if (kept === present) return undefined;
  const [before, after] = [kept.split('\n'), present.split('\n')];
  const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line}`);
  const added = after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`);
  const lines = [...gone.slice(0, SHOWN), ...added.slice(0, SHOWN)];
  return [
    `its exports are not those of ${file}:`,
    ...(lines.length > 0 ? lines : ['  the same lines in another order']),
    'If this is wanted, run "npm run exports", review the difference and commit the file.',
    'A line that is gone breaks programs: docs/guides/stability.md says when it may go.',
  ].join('\n');
}

const SHOWN = 10;
