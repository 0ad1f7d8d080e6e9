import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { PUBLISHED } from '../../release/src/rules.ts';
import { readWorkspace, root } from '../src/workspaces.ts';
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

/** The Nodes that run packages: the oldest that they name, and each that Node supports. */
const versions = ['22.13.0', '24.21.0', '26.10.0'];

describe.each(versions)('in Node %s', (version) => {
  const port = String(45_010 + versions.indexOf(version));
  let node: string;
  let service: Service;
  beforeAll(async () => {
    node = await installNode(installed, version);
    const command = [node, 'node_modules/.bin/mailwright', 'serve'];
    service = await serve(installed.directory, command, `guide-${version}/mailwright-data`);
  });
  afterAll(() => service?.stop());

  test('the platform answers its curl command, and offers its operations to assistants', async () => {
    const answer = await installed.run('bash', '-c', `${service.curl} --fail --silent --show-error`);
    expect(answer).toContain('<name>FIRSTNAME</name>');
    expect(await toolsOf(service, version, node)).toContain('"name":"search_operations"');
  });

  test('the client calls it', async () => {
    const project = await emptyDirectory(`guide-${version}`, ['contacts.mjs']);
    const file = join(project.directory, 'contacts.mjs');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('https://localhost:8443', service.address));
    const edit = (all: string) => all.replace('mw_…', service.key);
    expect(await runSection(project, 'client', node, edit)).toContain('contacts: 6');
  });

  test('the generator makes a client and a stub that understand each other', async () => {
    const files = ['openapi.yaml', 'both-ends.ts', 'check.ts', 'mailwright-codegen.yaml'];
    const project = await emptyDirectory(`codegen-${version}`, files);
    // As the guide says.
    const edit = (all: string) =>
      version === '22.13.0' ? all.replace(/^node /gm, 'node --experimental-strip-types ') : all;
    const output = await runSection(project, 'codegen', node, edit);
    expect(output).toContain("{ name: 'Pet 7' }");
    expect(output).toContain('name must be a string but was 7');
  });

  test('the contract kit tests its mock server', async () => {
    const project = await emptyDirectory(`contract-${version}`, ['openapi.yaml']);
    const output = await runSection(project, 'contract', node, (all) => all.replaceAll('4010', port));
    expect(output).toMatch(/1 documented statuses, 1 passed, 0 failed/);
  });
});

test('every command says in one sentence that Node 20 is too old', async () => {
  const node = await installNode(installed, '20.19.5');
  const commands = PUBLISHED.flatMap((room) => Object.keys(readWorkspace(join(root, room)).manifest.bin ?? {}));
  expect(commands).toContain('mailwright');
  for (const command of commands) {
    const failure = await installed.run(node, `node_modules/.bin/${command}`).catch(({ message }: Error) => message);
    expect(failure.trim().split('\n').at(-1)).toMatch(`${command} needs Node 22.13 or newer, and this is Node 20.19.5`);
  }
});

/** The answer of `mailwright mcp` to an assistant that asks for its tools. */
function toolsOf({ address, key }: Service, version: string, node: string): Promise<string> {
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const messages = [
    { id: 1, method: 'initialize', params: client },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
  const mcp = `${node} node_modules/.bin/mailwright mcp --url ${address} --data guide-${version}/mailwright-data`;
  // Its input stays open until the answer is there.
  const script = `exec 3> >(MAILWRIGHT_KEY=${key} ${mcp} > mcp-${version}.txt); printf '%s\\n' "$@" >&3
    until grep --quiet '"id":2' mcp-${version}.txt; do sleep 0.1; done; exec 3>&-; cat mcp-${version}.txt`;
  return installed.run('timeout', '60', 'bash', '-c', script, 'bash', ...messages);
}

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
    ${bin}/mailwright-contract mock openapi.yaml --port 45020 > mock.txt & trap 'kill %1' EXIT
    until grep --quiet https mock.txt; do sleep 0.1; done
    TARGET=https://localhost:45020 KEY=any
    ${lines.join('\n')} --insecure --prefer`;
  expect(await project.run('bash', '-c', script)).toContain('1 passed, 0 failed');
});
