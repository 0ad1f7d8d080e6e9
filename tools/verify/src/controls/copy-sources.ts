import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

const leftOut = new Set(['.git', '.nx', 'node_modules', 'dist', 'mailwright-data']);

/** Copies a checkout with its generated code. Installed packages are links to those of the checkout, but for its own packages. */
export function copySources(checkout: string, copy: string): void {
  cpSync(checkout, copy, { recursive: true, filter: (source) => !leftOut.has(basename(source)) });
  for (const folder of ['', ...workspaces(checkout)]) linkPackages(join(checkout, folder), join(copy, folder));
}

const workspaces = (checkout: string): string[] => [
  'spec',
  ...['packages', 'tools'].flatMap((parent) => readdirSync(join(checkout, parent)).map((name) => join(parent, name))),
];

function linkPackages(from: string, to: string): void {
  const source = join(from, 'node_modules');
  if (!existsSync(source)) return;
  link(source, join(to, 'node_modules'), true);
}

/** Links between packages of the repository are relative and are copied, so that they lead to the copy. */
function link(source: string, target: string, mayHaveScopes: boolean): void {
  mkdirSync(target);
  for (const name of readdirSync(source)) {
    const path = join(source, name);
    if (lstatSync(path).isSymbolicLink()) symlinkSync(readlinkSync(path), join(target, name));
    else if (mayHaveScopes && (name.startsWith('@') || name === '.bin')) link(path, join(target, name), false);
    else symlinkSync(path, join(target, name));
  }
}
