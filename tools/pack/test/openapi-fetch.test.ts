import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createProject, type Project } from './project.ts';

/** Programs that were made for types of openapi-typescript, with those of the package. */

const others = {
  '@tanstack/react-query': '5.108.4',
  '@types/react': '19',
  msw: '2',
  'openapi-fetch': '0.17.0',
  'openapi-msw': '2.0.0',
  'openapi-react-query': '0.5.4',
  react: '19',
  ts5: 'npm:typescript@5.9.3',
  '@types/node': '24.19.2',
};

let project: Project;
beforeAll(async () => {
  project = await createProject(inject('registry'), others, [
    '@mailwright/client',
    '@mailwright/client-runtime',
    '@mailwright/xml-codec',
  ]);
});
afterAll(() => project?.remove());

const strict = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2024', '--module', 'nodenext'];

test('openapi-fetch, openapi-react-query and openapi-msw have our types', async () => {
  const file = 'openapi-fetch/mocked.ts';
  expect(await project.run('node', 'node_modules/ts5/bin/tsc', ...strict, '--types', 'node', file)).toBe('');
  expect(await project.run('node', file)).toBe('openapi-fetch, openapi-react-query, openapi-msw\n');
});
