import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CLI = path.join(import.meta.dirname, '../src/cli.ts');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'codegen-'));
  const operation = (parameter: string) => `{ parameters: [${parameter}], responses: { "200": { description: d } } }`;
  const head = 'openapi: 3.1.0\ninfo: { title: Things, version: "2" }\n';
  await writeFile(path.join(folder, 'good.yaml'), `${head}paths: { /a: { get: ${operation('')} } }`);
  await writeFile(
    path.join(folder, 'place.yaml'),
    `${head}paths: { /a: { get: ${operation('')} }, /b: { get: ${operation('{ name: c, in: matrix }')} } }`,
  );
  await writeFile(path.join(folder, 'torn.yaml'), 'a: [');
  await writeFile(path.join(folder, 'other.json'), '{}');
  await writeFile(
    path.join(folder, 'twice.yaml'),
    `${head}paths: { /a: { get: { operationId: x, responses: {} }, put: { operationId: x, responses: {} } } }`,
  );
  await writeFile(path.join(folder, 'broken.yaml'), `${head}paths: { /a: { get: { $ref: none.yaml } } }`);
});
afterAll(() => rm(folder, { recursive: true }));

function run(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { cwd: folder }, (failure, out, error) => {
      resolve({ code: Number(failure?.code ?? 0), out, error });
    });
  });
}

const HINT = 'Try mailwright-codegen --help.\n';
const PLACE = '#/paths/~1b/get/parameters/0: a parameter needs "name", and "in": path, query, header or cookie\n';

test.each<[string, string[], number, string]>([
  ['no output folder', ['good.yaml'], 2, `The output folder is missing: -o <folder>.\n${HINT}`],
  [
    'two descriptions',
    ['a', 'b', '-o', 'x'],
    2,
    `Only one description can be given, but there are several: a, b.\n${HINT}`,
  ],
  [
    'a configuration and an option',
    ['--config', 'good.yaml', '--tags', 'a'],
    2,
    `--config goes without a description, and with --watch and --quiet only; write the rest into the file.\n${HINT}`,
  ],
  [
    'a configuration that is not there',
    ['--config', 'none.yaml'],
    1,
    'error  none.yaml: there is no such file; give the file or the URL of a configuration\n',
  ],
  [
    'a tag that no operation has',
    ['good.yaml', '-o', 'x', '--tags', 'pets'],
    1,
    'error  #/paths: there is no tag "pets"; no operation has any\n',
  ],
  [
    'a part that is none',
    ['good.yaml', '-o', 'x', '--emit', 'types,java'],
    2,
    `--emit: unknown part "java"; the parts are types, codecs, client, server, bundle, twin, enums, schemas, zod, examples, msw, query, webhooks, tools, cli, mcp.\n${HINT}`,
  ],
  [
    'a broken description',
    ['broken.yaml', '-o', 'x'],
    1,
    `error  broken.yaml#/paths/~1a/get: Can't resolve $ref "none.yaml": there is no such file; give the file or the URL of a part of the description\nNothing was generated. --skip-unsupported leaves this out.\n`,
  ],
  [
    'no such file',
    ['none.yaml', '-o', 'x'],
    1,
    'error  none.yaml: there is no such file; give the file or the URL of an OpenAPI description\n',
  ],
  [
    'not YAML',
    ['torn.yaml', '-o', 'x'],
    1,
    'error  torn.yaml: this is neither YAML nor JSON; correct it: unexpected end of the stream within a flow collection in "torn.yaml" (1:5)\n',
  ],
  [
    'another document',
    ['other.json', '-o', 'x'],
    1,
    'error  other.json: not an OpenAPI description: no field "openapi"; give one of version 2.0 or 3\n',
  ],
  [
    'a folder that cannot be made',
    ['good.yaml', '-o', 'other.json/x', '-q', '--emit', 'twin'],
    1,
    'error  cannot write other.json/x: ENOTDIR: not a directory\n',
  ],
  [
    'an unsupported one',
    ['place.yaml', '-o', 'x'],
    1,
    `error  ${PLACE}Nothing was generated. --skip-unsupported leaves this out.\n`,
  ],
])('%s', async (_, args, code, error) => {
  const result = await run(...args);
  expect(result).toMatchObject({ code });
  expect(result.error).toBe(error);
});

test('an option that is none', async () => {
  const { code, error } = await run('good.yaml', '--wrong');
  expect(code).toBe(2);
  expect(error).toMatch(/^Unknown option '--wrong'/);
});

test('--help tells usage, parts and examples', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  for (const text of ['Usage: mailwright-codegen', 'types/:', 'twin.json:', 'Examples:', 'Exit status:'])
    expect(out).toContain(text);
});

test('no arguments are answered with the help, as wrong use', async () => {
  const { code, out } = await run();
  expect(code).toBe(2);
  expect(out).toContain('Usage: mailwright-codegen');
});

test('a line per step with its time; asked parts only; the second run changes nothing', async () => {
  const args = ['good.yaml', '-o', 'out', '--emit', 'twin, types'];
  const { code, out } = await run(...args);
  expect(code).toBe(0);
  expect(out.replace(/^ *\d+ ms/gm, 'ms')).toBe(`ms  read good.yaml
ms  understood 1 operations, 0 schemas
ms  made types, 3 files
ms  made twin, 1 files
ms  wrote 4 files to out; 0 unchanged, 0 removed
`);
  expect((await readdir(path.join(folder, 'out'))).sort()).toEqual(['twin.json', 'types']);
  const header = (await readFile(path.join(folder, 'out/types/index.ts'), 'utf8')).split('\n')[0];
  expect(header).toMatch(/^\/\/ Generated by @mailwright\/codegen from "Things" 2 \([0-9a-f]{12}\)\. Do not edit\.$/);
  expect((await run(...args)).out).toContain('wrote 0 files to out; 4 unchanged, 0 removed');
});

test('--skip-unsupported leaves out, and says what', async () => {
  const { code, out } = await run('place.yaml', '-o', 'skip', '--emit', 'types', '--skip-unsupported');
  expect(code).toBe(0);
  expect(out).toContain(`skipped   ${PLACE}`);
  expect(out).toContain('understood 1 operations');
});

test('what has another name in code is told', async () => {
  const { code, out } = await run('twice.yaml', '-o', 'twice', '--emit', 'types');
  expect(code).toBe(0);
  expect(out).toContain('note      #/paths/~1a/put: is "putA" in code, where GET /a has the name "x"\n');
});

test('--quiet prints nothing', async () => {
  expect(await run('good.yaml', '-o', 'quiet', '--emit', 'types', '-q')).toEqual({ code: 0, out: '', error: '' });
});
