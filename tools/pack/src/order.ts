import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundledImports } from './manifest.ts';
import type { Workspace } from './workspaces.ts';

/** Packages of the repository that one is packed after: those it depends on, and those that are bundled into it. */
export function packedBefore({ manifest }: Workspace, all: ReadonlyMap<string, Workspace>): Workspace[] {
  const bundled = bundledImports(manifest).map(([, target]) => target);
  const isNeeded = ({ manifest: { name } }: Workspace) =>
    name in (manifest.dependencies ?? {}) || bundled.some((each) => each === name || each.startsWith(`${name}/`));
  return [...all.values()].filter(isNeeded);
}

/** Why a package cannot be packed yet; undefined when all that goes first is there. */
export function tooEarly(
  workspace: Workspace,
  all: ReadonlyMap<string, Workspace>,
  isPacked = ({ directory }: Workspace) => existsSync(join(directory, 'dist/package.json')),
): string | undefined {
  const missing = packedBefore(workspace, all).filter((each) => !isPacked(each));
  if (missing.length === 0) return undefined;
  const { name } = workspace.manifest;
  const names = missing.map(({ manifest }) => manifest.name).join(', ');
  return `${name} is packed after ${names}: "npx nx build ${name}" packs all of them in their order.`;
}
