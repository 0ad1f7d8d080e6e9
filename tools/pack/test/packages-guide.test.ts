import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { root } from '../src/workspaces.ts';
import { installNode, openProject } from './project.ts';
import { type Service, serve } from './service.ts';

/** The guide of the packages, each section in an empty directory whose `npm install` takes the packed packages. */

const installed = openProject(inject('installed'));
let guide: string;
beforeAll(async () => {
  guide = await readFile(join(root, 'docs/guides/packages.md'), 'utf8');
});

const blocks = (title: string) =>
  [...guide.matchAll(/```\w+ (\S+)\n(.*?)```/gs)].flatMap(([, name, text]) => (name === title ? [text!] : []));

/** A directory with the files of the guide, below the project so that Node finds the packed packages. */
async function emptyDirectory(name: string, files: string[]): Promise<ReturnType<typeof openProject>> {
  const directory = join(installed.directory, name);
  await mkdir(directory, { recursive: true });
  for (const file of files) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), blocks(file).join(''));
  }
  return openProject(directory);
}

/** Runs the commands of a section with a Node; the packages are installed already, the rest is done as it stands. */
function runSection(
  project: ReturnType<typeof openProject>,
  section: string,
  node: string,
  edit = (text: string) => text,
) {
  const lines = edit(blocks(section).join(''))
    .replace(/^npm install.*$/gm, '')
    .replace(/npx (\S+)/g, (_, command) => join(installed.directory, 'node_modules/.bin', command));
  const path = join(installed.directory, dirname(node));
  return project.run('bash', '-c', `set -em\nexport PATH="${path}:$PATH"\n${lines}`);
}

const current = process.execPath.slice(0);
const nodes = new Map<string, Promise<string>>();
function nodeOf(version: string): Promise<string> {
  if (!nodes.has(version)) nodes.set(version, installNode(installed, version));
  return nodes.get(version)!;
}

test.each(['22.18.0', '24.21.0'])('the generator and both ends that it makes, in Node %s', async (version) => {
  const project = await emptyDirectory(`codegen-${version}`, ['openapi.yaml', 'both-ends.ts', 'check.ts']);
  const output = await runSection(project, 'codegen', await nodeOf(version));
  expect(output).toContain("{ name: 'Pet 7' }");
  expect(output).toContain('name must be a string but was 7');
});

test('the client calls a service, in the oldest Node that it names', async () => {
  const service = await serve(installed, [current, 'node_modules/.bin/mailwright', 'serve'], 'guide/mailwright-data');
  try {
    const project = await emptyDirectory('guide', ['contacts.mjs']);
    const file = join(project.directory, 'contacts.mjs');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('https://localhost:8443', service.address));
    const output = await runSection(project, 'client', await nodeOf('22.13.0'), (all) =>
      all.replace('mw_…', service.key),
    );
    expect(output).toContain('contacts: 6');
    expect(await toolsOf(service)).toContain('"name":"search_operations"');
  } finally {
    await service.stop();
  }
});

/** The answer of `mailwright mcp` to an assistant that asks for its tools. */
function toolsOf({ address, key }: Service): Promise<string> {
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const messages = [
    { id: 1, method: 'initialize', params: client },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
  const mcp = `node_modules/.bin/mailwright mcp --url ${address} --data guide/mailwright-data`;
  // Its input stays open until the answer is there.
  const script = `exec 3> >(MAILWRIGHT_KEY=${key} ${mcp} > mcp.txt); printf '%s\\n' "$@" >&3
    until grep --quiet '"id":2' mcp.txt; do sleep 0.1; done; exec 3>&-; cat mcp.txt`;
  return installed.run('timeout', '60', 'bash', '-c', script, 'bash', ...messages);
}

test('the contract kit tests its mock server, in the oldest Node that it names', async () => {
  const project = await emptyDirectory('contract', ['openapi.yaml']);
  const version = '24.18.0';
  const output = await runSection(project, 'contract', await nodeOf(version), (all) => all.replaceAll('4010', '45010'));
  expect(output).toMatch(/1 documented statuses, 1 passed, 0 failed/);
});

test('the commands of the pipeline file test a service', async () => {
  const project = await emptyDirectory('pipeline', ['openapi.yaml']);
  const commands = [
    ...blocks('.github/workflows/contract.yml')
      .join('')
      .matchAll(/- run: (.*)$/gm),
  ].map(([, run]) => run!);
  expect(commands).toHaveLength(2);
  const bin = join(installed.directory, 'node_modules/.bin');
  const lines = commands.slice(1).map((line) => line.replace('npx ', `${bin}/`));
  const script = `set -em
    ${bin}/mailwright-contract mock openapi.yaml --port 45011 > mock.txt & trap 'kill %1' EXIT
    until grep --quiet https mock.txt; do sleep 0.1; done
    TARGET=https://localhost:45011 KEY=any
    ${lines.join('\n')} --insecure --prefer`;
  expect(await project.run('bash', '-c', script)).toContain('1 passed, 0 failed');
});
