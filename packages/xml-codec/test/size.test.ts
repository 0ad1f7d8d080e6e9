import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** What the runtime weighs in a bundle, minified and compressed, in bytes, without the codecs of a schema. */
async function sizeOf(source: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: path.resolve(import.meta.dirname, '..'), loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser', // where no Node built-in may be imported
    target: 'es2022',
  });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
}

const READING =
  'defineDecoder, missing, noSuchKind, tooMany, toInteger, toNumber, toBoolean, toWord, textAs, attributeAs, lookAhead';

test.each([
  ['all that reads', `export { ${READING} } from './src/index.ts';`, 4400],
  ['all that writes', `export { defineEncoder } from './src/index.ts'; export * from './src/write.ts';`, 1900],
  ['everything', `export * from './src/index.ts'; export * from './src/write.ts';`, 5350],
])('%s stays within its budget', async (_, source, limit) => {
  expect(await sizeOf(source)).toBeLessThanOrEqual(limit);
});
