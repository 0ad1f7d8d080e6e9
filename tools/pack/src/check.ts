#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { staleReport } from './exports/check.ts';
import { readWorkspace, root, workspaces } from './workspaces.ts';

/** `check.ts DIRECTORY`: what is wrong with `dist/` of a package, for those who will install it, and whether its exports are those of its report. */

const directory = resolve(process.argv[2] ?? '.');
const dist = join(directory, 'dist');
const workspace = readWorkspace(directory);
const { manifest } = workspace;
const faults = ['README.md', 'LICENSE', 'package.json'].filter((file) => !existsSync(join(dist, file)));
const missing = faults.map((file) => `${file} is missing`);
const { messages, pkg } = await publint({ pkgDir: dist, level: 'suggestion', strict: true });
const stale = staleReport(workspace, workspaces()) ?? [];
const found = [...missing, ...messages.map((message) => formatMessage(message, pkg) ?? message.code), stale].flat();
for (const fault of found) console.error(`${manifest.name}: ${fault}`);
if (manifest.exports) checkTypes(Object.keys(manifest.exports).filter((entry) => !isTyped(manifest.exports![entry]!)));
if (found.length > 0) process.exitCode = 1;
else console.log(`${manifest.name}: publint and attw found nothing, the exports are those of their report`);

/** Types as TypeScript finds them in an ESM project; entries that are neither code nor JSON have none. */
function checkTypes(untyped: string[]): void {
  const exclude = untyped.length > 0 ? ['--exclude-entrypoints', ...untyped] : [];
  try {
    const args = ['--pack', dist, '--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji', ...exclude];
    execFileSync(join(root, 'node_modules/.bin/attw'), args, { encoding: 'utf8' });
  } catch (error) {
    console.error((error as { stdout?: string }).stdout ?? error);
    process.exitCode = 1;
  }
}

function isTyped(source: string): boolean {
  return source.endsWith('.ts') || source.endsWith('.json');
}
