import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { leftToNode, REQUIRE } from './application.ts';
import type { Manifest } from './manifest.ts';
import { readWorkspace } from './workspaces.ts';

/**
 * Merges the sources of a program into some hundred files, as its package has them, but without a compiler: for tests that start
 * it often. Threads run from the sources.
 * @param directory of its package
 * @param main file in it
 * @returns the merged program, in a new folder of the package, from where Node finds what is not merged
 */
export async function mergeSources(directory: string, main: string): Promise<string> {
  const { manifest } = readWorkspace(directory);
  const parent = join(directory, '.nx');
  mkdirSync(parent, { recursive: true });
  const target = mkdtempSync(join(parent, 'program-'));
  await build({
    entryPoints: { main: join(directory, main) },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    outdir: target,
    chunkNames: '[hash]',
    logLevel: 'error',
    banner: { js: REQUIRE },
    plugins: [mergedPackages(manifest), sources],
  });
  return join(target, 'main.js');
}

/** Follows packages of the repository, and those of others that the published program has merged too. */
const mergedPackages = (manifest: Manifest): Plugin => ({
  name: 'merged packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
      const isOfRepository = !importer.includes('/node_modules/') && !path.startsWith('@mailwright/');
      if (isOfRepository && leftToNode(manifest, path)) return { path, external: true };
    });
  },
});

/** Lets a module find what is beside its source. */
const sources: Plugin = {
  name: 'sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
      loader: 'ts',
    }));
  },
};
