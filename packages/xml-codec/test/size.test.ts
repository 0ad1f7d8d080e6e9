import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** Imports of generated codecs, by module. */
type Imports = Record<string, string>;

/**
 * What the runtime weighs in an application's bundle, minified and compressed, in bytes, without the codecs of a schema.
 * As in such a bundle, the names of exports are gone and those of methods are there.
 */
async function sizeOf(imports: Imports): Promise<number> {
  const lines = Object.entries(imports).map(([file, names]) => `import { ${names} } from './src/${file}.ts';`);
  const { outputFiles } = await build({
    stdin: {
      contents: `${lines.join('\n')}\nuse(${Object.values(imports).join(', ')});`,
      resolveDir: path.resolve(import.meta.dirname, '..'),
      loader: 'ts',
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser', // where no Node built-in may be imported
    target: 'es2022',
  });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
}

/** All that the codecs of Mailwright's own description import. */
const READING = 'defineDecoder, missing, tooMany, toInteger, toNumber, toBoolean, toWord, attributeAs';
const WRITING = 'array, boolean, close, enter, fixed, integer, leave, number, object, put, text, within';

/** Functions that only rarer schemas import: choices by discriminator, text beside attributes, CDATA, dictionaries. */
const RARE_READING = 'noSuchKind, lookAhead, textOr, XmlError, DEFAULT_LIMITS';
const RARE_WRITING = 'attribute, cdata, entryName, own, putText, wrong';

test.each<[string, Imports, number]>([
  ['all that reads', { index: READING }, 4860],
  ['all that writes', { index: 'defineEncoder', write: WRITING }, 2140],
  ['both', { index: `${READING}, defineEncoder`, write: WRITING }, 6190],
  [
    'everything, rare schemas too',
    { index: `${READING}, ${RARE_READING}, defineEncoder`, write: `${WRITING}, ${RARE_WRITING}` },
    6490,
  ],
])('%s stays within its budget', async (_, imports, limit) => {
  expect(await sizeOf(imports)).toBeLessThanOrEqual(limit);
});
