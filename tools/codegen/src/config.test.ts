import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_PARTS, readConfig } from './config.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'codegen-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string) {
  const file = path.join(folder, 'mailwright-codegen.yaml');
  await writeFile(file, text);
  return readConfig(file);
}

test('paths are relative to the file, and what is not said is as on the command line', async () => {
  const [one, other] = await read(`apis:
  - { input: api.yaml, output: src/api }
  - input: https://api.test/openapi.json
    output: src/other
    emit: [client, types]
    overlays: [fixes.yaml]
    values: [int64=bigint]
    tags: [pets]
    deprecated: false
    skipUnsupported: true`);
  const at = (name: string) => path.join(folder, name);
  expect(one).toEqual({
    input: at('api.yaml'),
    output: at('src/api'),
    parts: DEFAULT_PARTS,
    overlays: [],
    plugins: [],
    values: [],
    filter: {},
    remote: false,
    strict: false,
    skipUnsupported: false,
  });
  expect(other).toEqual({
    ...one,
    input: 'https://api.test/openapi.json',
    output: at('src/other'),
    parts: ['types', 'client'],
    overlays: [at('fixes.yaml')],
    plugins: [],
    values: ['int64=bigint'],
    filter: { tags: ['pets'], deprecated: false },
    skipUnsupported: true,
  });
});

const api = (further: string) => `apis: [{ input: a.yaml, output: b, ${further} }]`;

test.each<[string, string, RegExp]>([
  [
    'no list',
    'input: a.yaml',
    /mailwright-codegen\.yaml#\/apis: must be a list of objects, each with "input" and "output"$/,
  ],
  ['no YAML', 'a: [', /mailwright-codegen\.yaml: this is neither YAML nor JSON; correct it/],
  ['a text', 'apis: [a.yaml]', /#\/apis\/0: must be an object/],
  ['no output', 'apis: [{ input: a.yaml }]', /#\/apis\/0: "output" is missing$/],
  ['an unknown member', api('extends: []'), /#\/apis\/0\/extends: is unknown; allowed are input, output, emit, /],
  ['an unknown part', api('emit: [java]'), /#\/apis\/0\/emit: must be a list of: types, codecs, /],
  ['a text for a list', api('tags: pets'), /#\/apis\/0\/tags: must be a list of texts$/],
  ['a text for a boolean', api('deprecated: no'), /#\/apis\/0\/deprecated: must be true or false$/],
  [
    'one folder for two',
    'apis: [{ input: a.yaml, output: src/a }, { input: b.yaml, output: ./src/a/b }]',
    /#\/apis\/1\/output: is the folder of another API, or in it/,
  ],
])('%s is told', async (_, text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

test('every fault is told at once', async () => {
  await expect(read('apis: [{ input: 1, emit: x }]')).rejects.toThrow(/output.*\n.*input: must be a text\n.*emit: /);
});
