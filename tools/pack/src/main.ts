#!/usr/bin/env node
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { mergeModules } from './application.ts';
import { bundle } from './bundle.ts';
import { compile } from './compile.ts';
import { launcher, launcherFile } from './launcher.ts';
import { compiledFile, publishedManifest } from './manifest.ts';
import { tooEarly } from './order.ts';
import { readWorkspace, root, workspaces } from './workspaces.ts';

/** `mailwright-pack DIRECTORY`: writes `dist/` of a package, the folder that is published. Its dependencies go first, as `nx build` has it. */

const directory = resolve(process.argv[2] ?? '.');
const workspace = readWorkspace(directory);
const all = workspaces();
const siblings = Object.keys(workspace.manifest.dependencies ?? {}).flatMap((name) => all.get(name) ?? []);
const versions = new Map(siblings.map(({ manifest }) => [manifest.name, manifest.version]));
const dist = join(directory, 'dist');

const why = tooEarly(workspace, all);
if (why !== undefined) {
  console.error(why);
  process.exit(1);
}

rmSync(dist, { recursive: true, force: true });
compile(workspace, siblings, all);
await bundle(workspace);
if (workspace.manifest.merge) await mergeModules(workspace, all);
for (const file of workspace.manifest.files ?? []) copy(directory, file);
if (existsSync(join(directory, 'README.md'))) copy(directory, 'README.md');
copy(root, 'LICENSE');
for (const [command, source] of Object.entries(workspace.manifest.commands ?? {})) writeLauncher(command, source);
const manifest = publishedManifest(workspace.manifest, versions);
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
console.log(`packed ${manifest.name} ${manifest.version} into ${dist}`);

function writeLauncher(command: string, source: string): void {
  const { node } = workspace.manifest.engines as { node: string };
  const file = join(dist, launcherFile(command));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, launcher(command, node, join('..', compiledFile(source))), { mode: 0o755 });
}

function copy(from: string, file: string): void {
  cpSync(join(from, file), join(dist, file), { recursive: true });
}
