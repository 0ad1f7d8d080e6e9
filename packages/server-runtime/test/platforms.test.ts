import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** Modules of Node that workers, Deno and Bun have as well. */
const COMMON = ['node:crypto', 'node:stream', 'node:util', 'node:zlib'];

test('a stub behind fetch needs no HTTP server of Node', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { createDispatcher, toFetchHandler } from './src/index.ts';`,
      resolveDir: `${import.meta.dirname}/..`,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*'],
  });
  const imported = [...outputFiles[0]!.text.matchAll(/from "(node:[\w/]+)"/g)].map(([, name]) => name);
  expect(imported.filter((name) => !COMMON.includes(name!))).toEqual([]);
});
