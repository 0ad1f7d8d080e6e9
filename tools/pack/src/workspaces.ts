import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from './manifest.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface Workspace {
  directory: string;
  manifest: Manifest;
}

export function readWorkspace(directory: string): Workspace {
  return { directory, manifest: JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest };
}

/** Every package of the repository by its name. */
export function workspaces(): Map<string, Workspace> {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  const directories = workspaces.flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }));
  return new Map(
    directories.map((file) => {
      const workspace = readWorkspace(join(root, dirname(file)));
      return [workspace.manifest.name, workspace];
    }),
  );
}
