import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CLI = path.join(import.meta.dirname, '../src/cli.ts');
let folder: string;
let child: ChildProcessWithoutNullStreams | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'codegen-watch-'));
  await mkdir(path.join(folder, 'parts'));
});
afterAll(async () => {
  child?.kill();
  await rm(folder, { recursive: true });
});

/** Replaces a file in one step, as editors do: half a file would be generated from, too. */
async function write(file: string, text: string): Promise<void> {
  await writeFile(path.join(folder, 'written'), text);
  await rename(path.join(folder, 'written'), path.join(folder, file));
}
const description = (title: string) =>
  `openapi: 3.1.0\ninfo: { title: ${title}, version: '1' }\npaths: { /a: { get: { tags: [a], responses: { 200: { description: d, content: { application/json: { schema: { $ref: parts/Thing.yaml } } } } } } }, /b: { get: { tags: [b], responses: {} } } }`;

test('a configuration with two descriptions is generated again when one of their files changes', async () => {
  await write('one.yaml', description('One'));
  await write('two.yaml', description('Two').replace('parts/Thing.yaml', '"#/components/schemas/None"'));
  await write('parts/Thing.yaml', 'type: string');
  await write(
    'mailwright-codegen.yaml',
    'apis: [{ input: one.yaml, output: one, emit: [types], tags: [a] }, { input: two.yaml, output: two, emit: [bundle], operations: [GET /b] }]',
  );
  child = spawn(process.execPath, [CLI, '--watch'], { cwd: folder });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const faults = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  const settled = async () => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('The command ended.');
      if (value.startsWith('watching')) return;
    }
  };
  await settled();
  const thing = () => readFile(path.join(folder, 'one/types/components/schemas.ts'), 'utf8');
  expect(await thing()).toMatch(/Thing: string/);
  const bundle = JSON.parse(await readFile(path.join(folder, 'two/openapi.json'), 'utf8'));
  expect(Object.keys(bundle.paths)).toEqual(['/b']);

  await write('parts/Thing.yaml', 'type: integer');
  await settled();
  expect(await thing()).toMatch(/Thing: number/);

  await write('parts/Thing.yaml', 'a: [');
  expect((await faults.next()).value).toMatch(/^error {2}.*Thing\.yaml": this is neither YAML nor JSON/);
  await settled();
  await write('parts/Thing.yaml', 'type: boolean');
  await settled();
  expect(await thing()).toMatch(/Thing: boolean/);
});
