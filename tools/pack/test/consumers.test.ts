import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { COMPILERS } from './installed.global.ts';
import { openProject } from './project.ts';

/** The packages as others have them: tarballs, installed in a fresh project outside the repository. */

const project = openProject(inject('installed'));

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

test('the declarations stand without skipLibCheck', async () => {
  const names = [
    'client',
    'client/raw',
    'client-runtime',
    'client/runtime',
    'codegen',
    'contract',
    'contract/sampling',
    'server',
    'server/fastify',
    'server-runtime',
    'server-runtime/examples',
    'server-runtime/mock',
    'server-runtime/schemas',
    'tool-runtime',
    'tool-runtime/cli',
    'tool-runtime/mcp',
    'server/runtime',
    'spec',
    'xml-codec',
    'xml-codec/stream',
  ];
  await project.write('strict.ts', names.map((name) => `import '@mailwright/${name}';\n`).join(''));
  expect(await project.run('node', 'node_modules/ts5/bin/tsc', ...strict, ...resolutions.nodenext, 'strict.ts')).toBe(
    '',
  );
});

test.each(Object.keys(COMPILERS))(
  'the client in a project for browsers, without types of Node: %s',
  async (compiler) => {
    expect(await project.run('node', join('node_modules', compiler, 'bin/tsc'), '-p', 'browser')).toBe('');
  },
);

test('mailwright-codegen makes a client and a stub that talk to each other', async () => {
  expect(await project.run('npx', 'mailwright-codegen', 'petstore.yaml', '-o', 'api')).toContain('made server');
  const args = [
    ...strict,
    ...resolutions.nodenext,
    '--exactOptionalPropertyTypes',
    '--noUnusedLocals',
    '--noUnusedParameters',
    '--allowImportingTsExtensions',
    'generated-ends.ts',
  ];
  expect(await project.run('node', 'node_modules/ts5/bin/tsc', ...args)).toBe('');
  expect(JSON.parse(await project.run('node', 'generated-ends.ts'))).toEqual({ name: 'Ada 7', tags: ['a', 'b'] });
});
