import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mergeModules } from './application.ts';
import type { Workspace } from './workspaces.ts';

let place: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'mailwright-merge-'));
});
afterEach(() => rmSync(place, { recursive: true }));

/** A program with a worker and a file of its own, a package beside it with a file of its own, and two packages of others. */
const files = {
  'node_modules/program/package.json': '{ "type": "module", "version": "7" }',
  'node_modules/program/dist/package.json': '{ "version": "7" }',
  'node_modules/program/dist/src/cli/main.js': `
    import { greeting } from '@us/words';
    import merged from 'merged';
    import kept from 'kept';
    import { ask } from '../deep/er/ask.js';
    const { late } = await import('./late.js');
    console.log([greeting, merged, kept, late, await ask()].join(' '));`,
  'node_modules/program/dist/src/cli/late.js': `
    import { readFileSync } from 'node:fs';
    export const late = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url))).version;`,
  'node_modules/program/dist/src/deep/er/ask.js': `
    import { extname } from 'node:path';
    const workerFile = (base, path) => new URL(path + extname(base), base);
    export const ask = async () => (await import(workerFile(import.meta.url, './worker'))).answer();`,
  'node_modules/program/dist/src/deep/er/worker.js': `
    import merged from 'merged';
    export const answer = () => 'worker of ' + merged;`,
  'node_modules/@us/words/package.json': '{ "type": "module", "exports": "./dist/src/index.js" }',
  'node_modules/@us/words/dist/src/index.js': `export { greeting } from './web/read.js';`,
  'node_modules/@us/words/dist/src/web/read.js': `
    import { readFileSync } from 'node:fs';
    import nested from 'nested';
    export const greeting = readFileSync(new URL('../../greeting.txt', import.meta.url), 'utf8') + nested;`,
  'node_modules/@us/words/node_modules/nested/package.json': '{}',
  'node_modules/@us/words/node_modules/nested/index.js': `module.exports = '?';`,
  'node_modules/@us/words/dist/greeting.txt': 'hello',
  'node_modules/merged/index.js': `module.exports = require('node:path').basename('/a/merged') + require('inner');`,
  'node_modules/inner/index.js': `module.exports = '!';`,
  'node_modules/kept/index.js': `module.exports = 'kept';`,
};

function workspaces(): { program: Workspace; all: Map<string, Workspace> } {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(place, dirname(file)), { recursive: true });
    writeFileSync(join(place, file), text);
  }
  const program = {
    directory: join(place, 'node_modules/program'),
    manifest: {
      name: 'program',
      version: '7',
      commands: { program: './src/cli/main.ts' },
      dependencies: { '@us/words': '7', kept: '1', merged: '1' },
      merge: ['merged'],
    },
  };
  const words = {
    directory: join(place, 'node_modules/@us/words'),
    manifest: { name: '@us/words', version: '7', exports: { '.': './src/index.ts' } },
  };
  return { program, all: new Map([program, words].map((each) => [each.manifest.name, each])) };
}

const run = () =>
  execFileSync(process.execPath, ['node_modules/program/dist/src/cli/main.js'], {
    cwd: place,
    encoding: 'utf8',
  }).trim();

test('a merged program finds its files, those of its packages, and its workers', async () => {
  const { program, all } = workspaces();
  const before = run();
  await mergeModules(program, all);
  expect(before).toBe('hello? merged! kept 7 worker of merged!');
  expect(run()).toBe(before);
});

test('what is merged is not read from its package any more; what is not stays there', async () => {
  const { program, all } = workspaces();
  await mergeModules(program, all);
  for (const name of ['merged', 'inner']) rmSync(join(place, 'node_modules', name), { recursive: true });
  rmSync(join(place, 'node_modules/@us/words/dist/src/web'), { recursive: true });
  expect(run()).toBe('hello? merged! kept 7 worker of merged!');
  rmSync(join(place, 'node_modules/kept'), { recursive: true });
  expect(run).toThrow(/kept/);
});

test('a worker that does not exist is an error, and the modules stay as they were', async () => {
  const { program, all } = workspaces();
  const worker = join(program.directory, 'dist/src/deep/er/worker.js');
  rmSync(worker);
  await expect(mergeModules(program, all)).rejects.toThrow('deep/er/ask.js starts deep/er/worker.js');
  expect(existsSync(join(program.directory, 'dist/src/cli/late.js'))).toBe(true);
  expect(globSync('dist/merged-*', { cwd: program.directory })).toEqual([]);
});
