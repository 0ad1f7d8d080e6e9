/**
 * What the client weighs in a bundle, minified and compressed. Fails above the limits.
 * Usage: node scripts/size.ts
 */
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const BUNDLES = [
  { name: 'one operation', source: `export { connect, getMailingName } from '@mailwright/client';`, limit: 8_000 },
  {
    name: 'one paged operation',
    source: `export { connect, listMailingsByStates } from '@mailwright/client';`,
    limit: 9_000,
  },
  { name: 'everything', source: `export * from '@mailwright/client';`, limit: 45_000 },
];

export async function sizes() {
  return Promise.all(
    BUNDLES.map(async ({ name, source, limit }) => {
      const { outputFiles, metafile } = await build({
        stdin: { contents: source, resolveDir: path.resolve(import.meta.dirname, '..'), loader: 'ts' },
        bundle: true,
        minify: true,
        write: false,
        metafile: true,
        format: 'esm',
        platform: 'browser', // no Node built-in may be in it
        target: 'es2022',
      });
      const operations = Object.values(metafile.outputs)
        .flatMap(({ inputs }) => Object.entries(inputs))
        .filter(([file, { bytesInOutput }]) => /generated\/client\/\w+\//.test(file) && bytesInOutput > 0);
      return {
        name,
        limit,
        operations: operations.length,
        bytes: gzipSync(outputFiles[0]!.contents, { level: 9 }).length,
      };
    }),
  );
}

if (import.meta.main) {
  for (const { name, limit, bytes, operations } of await sizes()) {
    console.log(`${name} (${operations}): ${bytes} bytes (at most ${limit})`);
    if (bytes > limit) process.exitCode = 1;
  }
}
