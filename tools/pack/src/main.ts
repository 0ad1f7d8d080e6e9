#!/usr/bin/env node
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compile } from './compile.ts';
import { publishedManifest } from './manifest.ts';
import { readWorkspace, root, workspaces } from './workspaces.ts';

/** `mailwright-pack DIRECTORY`: writes `dist/` of a package, the folder that is published. Its dependencies go first. */

const directory = resolve(process.argv[2] ?? '.');
const workspace = readWorkspace(directory);
const all = workspaces();
const siblings = Object.keys(workspace.manifest.dependencies ?? {}).flatMap((name) => all.get(name) ?? []);
const versions = new Map(siblings.map(({ manifest }) => [manifest.name, manifest.version]));
const dist = join(directory, 'dist');

rmSync(dist, { recursive: true, force: true });
compile(workspace, siblings);
for (const file of workspace.manifest.files ?? []) copy(directory, file);
if (existsSync(join(directory, 'README.md'))) copy(directory, 'README.md');
copy(root, 'LICENSE');
const manifest = publishedManifest(workspace.manifest, versions);
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
console.log(`packed ${manifest.name} ${manifest.version} into ${dist}`);

function copy(from: string, file: string): void {
  cpSync(join(from, file), join(dist, file), { recursive: true });
}
