import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launcher } from './launcher.ts';
import { workspaces } from './workspaces.ts';

/** Runs the launcher of a command that prints its arguments. */
async function run(engine: string): Promise<[status: number, output: string, errors: string]> {
  const folder = await mkdtemp(join(tmpdir(), 'launcher-'));
  try {
    const file = join(folder, 'tool.mjs');
    await writeFile(file, launcher('tool', engine, './main.mjs'));
    await writeFile(join(folder, 'main.mjs'), 'console.log(process.argv.slice(2).join());');
    return await new Promise((resolve) =>
      execFile(process.execPath, [file, 'a', 'b'], (error, output, errors) =>
        resolve([Number(error?.code ?? 0), output, errors]),
      ),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const here = process.versions.node;
const [major, minor] = here.split('.').map(Number) as [number, number];

test.each([`>=${major}`, `>=${major}.${minor}`, '>=22.13'])('a command runs in a Node of %s', async (engine) => {
  expect(await run(engine)).toEqual([0, 'a,b\n', '']);
});

test.each([`${major}.${minor + 1}`, `${major + 1}`])('one that needs %s says so', async (needed) => {
  const sentence = `tool needs Node ${needed} or newer, and this is Node ${here}: https://nodejs.org has a newer one.\n`;
  expect(await run(`>=${needed}`)).toEqual([1, '', sentence]);
});

test('every package with commands says which Node it needs in a form that they read', () => {
  const withCommands = [...workspaces().values()].filter(({ manifest }) => manifest.bin);
  expect(withCommands.map(({ manifest }) => manifest.name).sort()).toEqual([
    '@mailwright/codegen',
    '@mailwright/console',
    '@mailwright/contract',
    'mailwright',
  ]);
  for (const { manifest } of withCommands) {
    expect(Object.keys(manifest.commands ?? {})).toEqual(Object.keys(manifest.bin!));
    expect(launcher('x', (manifest.engines as { node: string }).node, './x.js')).toContain('needs Node');
  }
});
