import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import {
  corsService,
  wanted,
  wantedOfRedirects,
  wantedOfStreams,
} from '../../../packages/client/test/support/cors-service.ts';
import { root } from '../src/workspaces.ts';
import { createProject, type Project } from './project.ts';

/** The installed client in the oldest Node that it promises, and in runtimes that are not Node. They come from npm. */

const bin = (name: string) => join('node_modules/.bin', name);
const RUNTIMES: [name: string, installed: string[], command: string[]][] = [
  ['Node 26', [], [process.execPath, 'program.mjs']],
  ['Node 24', ['node@24.21.0'], [join('node_modules/node/bin/node'), 'program.mjs']],
  ['Node 22.13', ['node@22.13.0'], [join('node_modules/node/bin/node'), 'program.mjs']],
  ['Bun', ['bun@1.4.5'], [bin('bun'), 'program.mjs']],
  ['Deno', ['deno@2.9.6'], [bin('deno'), 'run', '--no-prompt', '--allow-net', 'program.mjs']],
  ['workerd', ['workerd@1.20261117.1'], [bin('workerd'), 'test', 'worker.capnp']],
];
let project: Project;
let service: Awaited<ReturnType<typeof corsService>>;

beforeAll(async () => {
  project = await createProject(inject('registry'), {}, [
    '@mailwright/client',
    '@mailwright/client-runtime',
    '@mailwright/xml-codec',
  ]);
  const source = readFileSync(join(root, 'packages/client/test/support/every-runtime.ts'), 'utf8');
  const { code } = await transform(source, { loader: 'ts', format: 'esm' });
  await project.write('every-runtime.mjs', code);
});
afterAll(() => project?.remove());
beforeEach(async () => {
  service = await corsService();
});
afterEach(() => service.close());

test.for(RUNTIMES)('%s', async ([name, installed, [command, ...args]], { skip }) => {
  const reason = await install(installed);
  if (reason) {
    console.log(`${name}: not tried, npm could not install it: ${reason}`);
    skip(reason);
  }
  await writePrograms(service.baseUrl);
  const output = await project.run(command!, ...args);
  const told = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? `"${output}"`);
  expect(told).toEqual({ ...wanted, ...wantedOfStreams, elsewhere: wantedOfRedirects });
});

/** Installs a runtime; why it cannot be, when the registry does not have it or is away. */
async function install(packages: string[]): Promise<string | undefined> {
  if (packages.length === 0) return undefined;
  const options = ['--no-save', '--prefer-offline', '--no-audit', '--no-fund'];
  const failure = await project.run('npm', 'install', ...options, ...packages).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return failure && (/npm error code .*/.exec(failure)?.[0] ?? failure);
}

/** A program as Node, Bun and Deno run it, and a worker, which is one file. */
async function writePrograms(baseUrl: string): Promise<void> {
  const start = `import { tryOut } from './every-runtime.mjs';\n`;
  await project.write('program.mjs', `${start}console.log(await tryOut('${baseUrl}'));\n`);
  await project.write(
    'worker.mjs',
    `${start}export default { test: async () => console.log(await tryOut('${baseUrl}')) };\n`,
  );
  const esbuild = join(root, 'node_modules/.bin/esbuild');
  await project.run(esbuild, 'worker.mjs', '--bundle', '--format=esm', '--outfile=worker.js', '--log-level=error');
  await project.write('worker.capnp', workerConfig);
}

const workerConfig = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      compatibilityDate = "2025-01-01",
    )),
    (name = "internet", network = (allow = ["private"])),
  ],
);
`;
