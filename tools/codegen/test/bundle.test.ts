import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Pair, pairOf } from './support/pair.ts';

/** What a program loads that calls one operation of a foreign description. */

/** Operations that need more of the runtime: a program that does not call them must not load it. */
const OTHERS = parse(`
/files:
  post:
    operationId: addFile
    requestBody:
      content:
        multipart/form-data: { schema: { type: object, properties: { file: { type: string, format: binary }, about: { type: object } } } }
    responses: { 200: { description: d, headers: { X-Tags: { schema: { type: array, items: { type: string } } } } } }
/logins:
  post:
    operationId: logIn
    requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { tags: { type: array, items: { type: string } } } } } } }
    responses: { 200: { description: d } }
/boxes:
  get:
    operationId: findBoxes
    parameters: [{ name: filter, in: query, style: deepObject, schema: { type: object, additionalProperties: { type: string } } }]
    responses: { 200: { description: d, content: { application/json: { schema: { type: object, properties: { id: { type: integer, format: int64 } } } } } } }
/news:
  get:
    operationId: follow
    responses: { 200: { description: d, content: { text/event-stream: { schema: { type: object } } } } }
/lines:
  post:
    operationId: send
    requestBody: { content: { application/x-ndjson: { schema: { type: object } } } }
    responses: { 200: { description: d, content: { application/x-ndjson: { schema: { type: object } } } } }
`);

let pair: Pair;
beforeAll(async () => {
  const description = parse(readFileSync(path.join(import.meta.dirname, 'rivals/probe.yaml'), 'utf8'));
  Object.assign(description.paths, OTHERS);
  pair = await pairOf('bundle', description, { values: ['int64=bigint'] });
});
afterAll(() => pair?.remove());

test.each([
  ['getNote', 'JSON, without a reader of XML', 5_000, /client-runtime/, 'default/getNote'],
  ['getNote', 'JSON, through the index', 5_100, /client-runtime/, 'index'],
  ['getPet', 'XML', 9_560, /client-runtime|xml-codec/, 'default/getPet'],
])('%s: %s, at most %i bytes', async (operation, _, limit, runtimes, file) => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export { connect } from '@mailwright/client-runtime';
export { ${operation} } from './client/${file}.ts';`,
      resolveDir: pair.folder,
    },
    ...{ bundle: true, minify: true, write: false, metafile: true },
    ...{ format: 'esm', platform: 'browser', target: 'es2022' },
  });
  expect(gzipSync(outputFiles[0]!.contents, { level: 9 }).length).toBeLessThanOrEqual(limit);
  const parts = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const others = parts.filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && !/generated|stdin/.test(file));
  expect(others.filter(([file]) => !runtimes.test(file))).toEqual([]);
});
