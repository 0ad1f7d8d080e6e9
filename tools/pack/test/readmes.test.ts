import { cp, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { root } from '../src/workspaces.ts';
import { installNode, openProject } from './project.ts';
import { serve } from './service.ts';

/** The first lines of the README of every published package do what it says, where it is installed. */

const project = openProject(inject('installed'));

/** The first block of code of a language. */
async function block(room: string, language: string): Promise<string> {
  const readme = await readFile(join(root, room, 'README.md'), 'utf8');
  const [, code] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(readme) ?? [];
  if (!code) throw new Error(`${room}/README.md has no ${language}`);
  return code;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test.each(['packages/xml-codec', 'spec'])('%s', async (room) => {
  const program = `readme-${room.replace('/', '-')}.mjs`;
  await project.write(program, await block(room, 'ts'));
  expect(await project.run('node', program)).toBe(await block(room, 'console'));
});

test('tools/codegen', async () => {
  await cp(join(project.directory, 'petstore.yaml'), join(project.directory, 'openapi.yaml'));
  const commands = (await block('tools/codegen', 'console')).match(/(?<=^\$ )npx .*/gm) ?? [];
  expect(commands).toHaveLength(1);
  expect(await project.run('sh', '-c', commands[0]!)).toContain('to src/api');
  await project.write('readme-codegen.mjs', await block('tools/codegen', 'ts'));
  expect(await project.run('node', 'readme-codegen.mjs')).toBe('putPet: PUT /pets/{id}\n');
});

test('packages/service, and packages/client with it', async () => {
  const service = await serve(
    project.directory,
    (await block('packages/service', 'sh')).trim().split(' '),
    'readme-data',
  );
  try {
    expect(await project.run('sh', '-c', `${service.curl} --silent`)).toContain('<value>Ada</value>');
    const code = await block('packages/client', 'ts');
    await project.write('readme-client.mts', code.replace('https://localhost:8443', service.address));
    const env = [`MAILWRIGHT_KEY=${service.key}`, 'NODE_EXTRA_CA_CERTS=readme-data/tls/certificate.pem'];
    expect(await project.run('env', ...env, 'node', 'readme-client.mts')).toMatch(/^(\d+ .*\n)*\d+ Spring\nSpring\n$/);
  } finally {
    await service.stop();
  }
});

test.each(['22.13.0', '24.21.0'])(
  'packages/service in Node %s; the oldest that it promises is 22.13',
  async (version) => {
    const node = await installNode(project, version);
    expect(await project.run(node, '--version')).toBe(`v${version}\n`);
    const service = await serve(project.directory, [node, 'node_modules/.bin/mailwright', 'serve'], `data-${version}`);
    try {
      expect(await project.run('sh', '-c', `${service.curl} --silent`)).toContain('<value>Ada</value>');
    } finally {
      await service.stop();
    }
  },
);

test('packages/server', async () => {
  const port = await freePort();
  const here = (text: string) => text.replaceAll('8080', String(port));
  const [line, answer] = (await block('packages/server', 'console')).split('\n');
  await project.write('readme-server.mts', here(await block('packages/server', 'ts')));
  const patient = 'curl --silent --retry 60 --retry-connrefused --retry-delay 1';
  const call = here(line!).replace('$ curl', patient);
  expect(await project.run('sh', '-c', `node readme-server.mts & ${call}; kill $!`)).toBe(answer);
});

test('packages/contract', async () => {
  await cp(join(project.directory, 'petstore.yaml'), join(project.directory, 'openapi.yaml'));
  const port = await freePort();
  const lines = (await block('packages/contract', 'sh')).replaceAll('4010', String(port));
  // Without npx between, which does not hand on the signal to stop.
  const script = lines
    .replace(/^npm install.*$/m, "set -e; trap 'kill $!' EXIT")
    .replaceAll('npx ', 'node_modules/.bin/');
  expect(await project.run('sh', '-c', script)).toMatch(/of 1 documented statuses, 1 passed, 0 failed/);
});
