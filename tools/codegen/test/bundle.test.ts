import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Pair, pairOf } from './support/pair.ts';

/** What a program loads that calls one operation of a foreign description. */

let pair: Pair;
beforeAll(async () => {
  pair = await pairOf('bundle', parse(readFileSync(path.join(import.meta.dirname, 'rivals/probe.yaml'), 'utf8')));
}, 60_000);
afterAll(() => pair?.remove());

test.each([
  ['getNote', 'JSON, without a reader of XML', 4_800, /client-runtime/],
  ['getPet', 'XML', 9_350, /client-runtime|xml-codec/],
])('%s: %s, at most %i bytes', async (operation, _, limit, runtimes) => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export { connect } from '@mailwright/client-runtime';
export { ${operation} } from './client/default/${operation}.ts';`,
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
