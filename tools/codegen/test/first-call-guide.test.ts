import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Runs the guide `first-call` in an empty directory, with the packages of this repository in place of installed ones. */

const ROOT = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

let directory: string;
let blocks: (name: string) => string[];
let server: ChildProcess | undefined;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'mailwright-first-call-'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(directory, 'node_modules'));
  const port = await freePort();
  const guide = (await readFile(path.join(ROOT, 'docs/guides/first-call.md'), 'utf8')).replaceAll('4020', String(port));
  const found = [...guide.matchAll(/```\w+ (\S+)\n(.*?)```/gs)].map(([, name, text]) => ({ name, text: text! }));
  blocks = (name) => found.filter((each) => each.name === name).map(({ text }) => text);
  for (const file of ['stub.ts', 'call.ts', 'tsconfig.json'])
    await writeFile(path.join(directory, file), blocks(file).join(''));
  await writeFile(path.join(directory, 'package.json'), '{}');
});
afterAll(async () => {
  server?.kill();
  await rm(directory, { recursive: true });
});

/** Runs the commands of a section; what they install is there already. */
async function section(name: string): Promise<string> {
  const commands = blocks(name)
    .join('')
    .replace(/^npm (init|install) .*$/gm, '')
    .replace(/^npx /gm, 'node_modules/.bin/');
  const PATH = `${path.dirname(process.execPath)}:${process.env.PATH}`;
  const options = { cwd: directory, env: { ...process.env, PATH } };
  // What is said of the sources of this repository, a project that installs packages does not see.
  const own = (text: string) => text.replace(/^\.\.\/.*\n/gm, '');
  return run('bash', ['-ec', commands], options).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => own(stdout) + stderr,
  );
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

test('a stub and a client of a description from elsewhere understand each other, and are typed', async () => {
  expect(await section('start')).toMatch(/wrote \d+ files to api/);
  server = spawn(process.execPath, ['stub.ts'], { cwd: directory });
  await once(server.stdout!, 'data');
  expect(blocks('serve')).toEqual(['node stub.ts\n']);
  expect(await section('call')).toBe(blocks('output').join(''));
  expect(await section('check')).toBe('');
});
