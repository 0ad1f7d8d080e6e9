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
  /** Bytes that it may weigh; with `each`, beside those of the operations that it holds. */
  limit: number;
  /** Bytes that each operation may weigh on average. */
  each?: number;
  /** Operations that it may hold. */
  operations?: number;
}

export const BUNDLES: Bundle[] = [
  {
    name: 'one operation',
    source: `export { connect, getMailingName } from '@mailwright/client';`,
    limit: 10_240,
    operations: 1,
  },
  {
    name: 'one list with pages',
    source: `export { connect, listMailingsByStates } from '@mailwright/client';`,
    limit: 11_130,
    operations: 1,
  },
  {
    name: 'everything',
    source: `export * from '@mailwright/client';`,
    // The catalog grows; what is shared and what one operation adds do not.
    limit: 10_240,
    each: 167,
  },
];

/** Bytes that a bundle of so many operations may weigh. */
export const limitOf = ({ limit, each = 0 }: Bundle, operations: number): number => limit + each * operations;

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
    const limit = limitOf(bundle, operations);
    console.log(`${bundle.name} (${operations}): ${bytes} bytes, at most ${limit}`);
    if (bytes > limit) process.exitCode = 1;
  }
}
