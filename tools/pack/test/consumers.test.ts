import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../src/workspaces.ts';
import { createProject, type Project } from './project.ts';

/** The packages as others have them: tarballs, installed in a fresh project outside the repository. */

const COMPILERS = { ts5: '5.9.3', ts6: '6', ts7: '7' };
let project: Project;

beforeAll(async () => {
  const compilers = Object.entries(COMPILERS).map(([name, version]) => [name, `npm:typescript@${version}`]);
  project = await createProject({ ...Object.fromEntries(compilers), fastify: '5.12.8', '@types/node': '24.19.2' });
}, 240_000);
afterAll(() => project?.remove());

test('client and stub talk to each other in Node', async () => {
  expect(JSON.parse(await project.run('node', 'both-ends.mjs'))).toEqual(['Mailing 7 & more', 501]);
});

const strict = ['--noEmit', '--strict', '--target', 'es2024', '--lib', 'es2024', '--types', 'node'];
const resolutions = {
  nodenext: ['--module', 'nodenext'],
  bundler: ['--module', 'esnext', '--moduleResolution', 'bundler'],
};

describe.each(Object.keys(COMPILERS))('%s', (compiler) => {
  const tsc = (...args: string[]) => project.run('node', join('node_modules', compiler, 'bin/tsc'), ...strict, ...args);

  test.each(Object.entries(resolutions))('every entry has types with module resolution %s', async (_, options) => {
    expect(await tsc(...options, '--skipLibCheck', 'every-entry.ts')).toBe('');
  });
});

test('the declarations of the client stand without skipLibCheck', async () => {
  await project.write('client-only.ts', `export { createClient } from '@mailwright/client';\n`);
  const args = [...strict, ...resolutions.nodenext, 'client-only.ts'];
  expect(await project.run('node', 'node_modules/ts5/bin/tsc', ...args)).toBe('');
});

test('mailwright-codegen makes a client and a stub that talk to each other', async () => {
  expect(await project.run('npx', 'mailwright-codegen', 'petstore.yaml', '-o', 'api')).toContain('made server');
  const args = [
    ...strict,
    ...resolutions.nodenext,
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    'generated-ends.ts',
  ];
  expect(await project.run('node', 'node_modules/ts5/bin/tsc', ...args)).toBe('');
  expect(JSON.parse(await project.run('node', 'generated-ends.ts'))).toEqual({ name: 'Ada 7', tags: ['a', 'b'] });
});

test('the lines of the README of the codec do what it says', async () => {
  const readme = readFileSync(join(root, 'packages/xml-codec/README.md'), 'utf8');
  const [, code = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const [, output] = /```console\n(.*?)```/s.exec(readme) ?? [];
  await project.write('readme.mjs', code);
  expect(await project.run('node', 'readme.mjs')).toBe(output);
});

test('mailwright serve answers a ping', async () => {
  const args = [
    'mailwright',
    'serve',
    '--data',
    'data',
    '--port',
    '0',
    '--http-port',
    '0',
    '--key',
    'a-key-of-the-test',
  ];
  const service = spawn('npx', args, { cwd: project.directory, detached: true });
  try {
    let text = '';
    service.stdout.on('data', (chunk) => (text += chunk));
    service.stderr.on('data', (chunk) => (text += chunk));
    const ended = once(service, 'exit').then(() => Promise.reject(new Error(text)));
    while (!/API +https:\S+/.test(text)) await Promise.race([once(service.stdout, 'data'), ended]);
    const [, address] = /API +(https:\S+)/.exec(text)!;
    const script = `import { createClient } from '@mailwright/client';
const client = createClient({ baseUrl: '${address}', apiKey: 'a-key-of-the-test' });
console.log((await client.ping.pingGet()).status);`;
    await project.write('ping.mjs', script);
    const trust = 'NODE_EXTRA_CA_CERTS=data/tls/certificate.pem';
    expect(await project.run('env', trust, 'node', 'ping.mjs')).toBe('200\n');
  } finally {
    process.kill(-service.pid!);
  }
});
