import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createProject, installNode, measureInstallation, type Project, TELEMETRY } from './project.ts';

/** The contract kit as a pipeline has it: installed alone, each time anew. */

const MOST_MEGABYTES = 80;
const OLDEST_NODE = '22.13.0';

let project: Project;
beforeAll(async () => {
  project = await createProject(inject('registry'), {}, [
    '@mailwright/contract',
    '@mailwright/codegen',
    '@mailwright/xml-codec',
  ]);
});
afterAll(() => project?.remove());

test('it is small, in blocks of a disk, and sends nothing to anybody', async () => {
  const { megabytes, names } = await measureInstallation(project);
  console.log(`@mailwright/contract installs ${Math.round(megabytes)} MB`);
  expect(megabytes).toBeLessThan(MOST_MEGABYTES);
  expect(names).toContain('@mailwright/contract');
  expect(names.filter((name) => TELEMETRY.test(name))).toEqual([]);
});

test('what is bundled has its licences beside it', async () => {
  const folder = join(project.directory, 'node_modules/@mailwright/contract/bundled');
  const licences = await readFile(join(folder, 'prism.cjs.LICENSES.txt'), 'utf8');
  for (const name of ['@stoplight/prism-http', 'lodash', 'ajv'])
    expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
  expect(licences).toContain('Apache License');
});

test('mock and verify run in the oldest Node that it promises, and warn of nothing', async () => {
  const node = await installNode(project, OLDEST_NODE);
  await project.write('pets.yaml', PETS);
  const command = 'node_modules/.bin/mailwright-contract';
  const mock = spawn(node, [command, 'mock', 'pets.yaml', '--port', '0'], { cwd: project.directory });
  let output = '';
  mock.stderr.on('data', (chunk) => (output += chunk));
  const [line] = await once(mock.stdout, 'data');
  const url = /at (https:\S+) /.exec(String(line))![1]!;
  const told = await project.run(node, command, 'verify', 'pets.yaml', '--target', url, '--insecure', '--prefer');
  mock.kill();
  expect(told).toContain('The service conforms to its description.');
  expect(output).toBe('');
});

const PETS = `
openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://pets.example/v1 }]
paths:
  /pets:
    get:
      operationId: getPets
      responses:
        '200': { description: Some., content: { application/xml: { schema: { $ref: '#/components/schemas/Pet' } } } }
components:
  schemas: { Pet: { type: object, xml: { name: pet }, required: [name], properties: { name: { type: string, example: Rex } } } }
`;
