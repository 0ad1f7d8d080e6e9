/**
 * What the client weighs in a bundle, minified and compressed, in bytes. Fails above the limits.
 * Usage: node scripts/size.ts
 */
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

interface Bundle {
  name: string;
  /** The module that is bundled. */
  source: string;
  /** Bytes that it may weigh. */
  limit: number;
  /** Operations that it may hold. */
  operations?: number;
}

export const BUNDLES: Bundle[] = [
  {
    name: 'one operation',
    source: `export { connect, getMailingName } from '@mailwright/client';`,
    limit: 9_830,
    operations: 1,
  },
  {
    name: 'one list with pages',
    source: `export { connect, listMailingsByStates } from '@mailwright/client';`,
    limit: 10_720,
    operations: 1,
  },
  {
    name: 'everything',
    source: `export * from '@mailwright/client';`,
    limit: 51_500,
  },
];

export async function sizeOf({ source }: Bundle): Promise<{ bytes: number; operations: number }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: path.resolve(import.meta.dirname, '..'), loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser', // where no Node built-in may be imported
    target: 'es2022',
  });
  const parts = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const operations = parts.filter(([file, part]) => /generated\/client\/\w+\//.test(file) && part.bytesInOutput > 0);
  return { bytes: gzipSync(outputFiles[0]!.contents, { level: 9 }).length, operations: operations.length };
}

if (import.meta.main) {
  for (const bundle of BUNDLES) {
    const { bytes, operations } = await sizeOf(bundle);
    console.log(`${bundle.name} (${operations}): ${bytes} bytes, at most ${bundle.limit}`);
    if (bytes > bundle.limit) process.exitCode = 1;
  }
}
