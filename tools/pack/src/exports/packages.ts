import { basename, join, sep } from 'node:path';
import type { Workspace } from '../workspaces.ts';
import { root } from '../workspaces.ts';
import { type Entry, type Locate, reportExports } from './report.ts';

/** Returns the file with the report of a package, kept in the repository. */
export const reportFile = ({ directory }: Workspace): string =>
  join(root, 'tools/pack/exports', `${basename(directory)}.md`);

/** Returns the report of a packed package; undefined for a package that programs do not import. */
export function reportOf(workspace: Workspace, all: ReadonlyMap<string, Workspace>): string | undefined {
  const { manifest } = workspace;
  const entries = entriesOf(workspace);
  return entries.length === 0 ? undefined : reportExports(manifest.name, entries, locateIn(all));
}

/** Entries with types, as they are in `dist`. */
const entriesOf = ({ directory, manifest }: Workspace): Entry[] =>
  Object.entries(manifest.exports ?? {})
    .filter(([, source]) => source.endsWith('.ts'))
    .map(([entry, source]) => ({ entry, file: join(directory, 'dist', source.replace(/\.ts$/, '.d.ts')) }));

const locateIn =
  (all: ReadonlyMap<string, Workspace>): Locate =>
  (file) => {
    const outside = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
    const owner = [...all.values()].find(({ directory }) => file.startsWith(directory + sep));
    const name = outside ?? owner?.manifest.name;
    return name === undefined ? undefined : { name, generated: file.includes('/generated/') };
  };
