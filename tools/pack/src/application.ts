import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { compiledFile, type Manifest } from './manifest.ts';
import type { Workspace } from './workspaces.ts';

/** Names a module that a thread loads by its path: the second argument of `workerFunctions`, and of `workerFile`. */
const WORKER = /\bworkerF(?:unctions|ile)\(import\.meta\.url, '([^']+)'/g;

/** CommonJS packages in a bundle of modules need a `require` for what Node itself brings. */
export const REQUIRE =
  "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);";

/**
 * Merges the 4,000 modules of a program into some hundred files of `dist/src`: Node spends more time on finding and linking
 * modules than the program on its start. What the program imports at its first use stays apart.
 *
 * Merged are its own modules, those of the repository's packages, and those packages of others that `merge` in the manifest
 * names, because they consist of hundreds of files. All of them are still installed, so that the licences and the bill of
 * materials stay what they are.
 */
export async function mergeModules(workspace: Workspace, all: ReadonlyMap<string, Workspace>): Promise<void> {
  const source = join(workspace.directory, 'dist/src');
  const starts = [...mainFiles(workspace), ...workerFiles(source)];
  const target = mkdtempSync(join(workspace.directory, 'dist/merged-'));
  await build({
    entryPoints: Object.fromEntries(starts.map((file) => [flat(file), join(source, file)])),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    outdir: target,
    chunkNames: '[hash]',
    legalComments: 'none',
    logLevel: 'error',
    banner: { js: REQUIRE },
    plugins: [mergedPackages(workspace, all), compiledSources(source, all)],
  });
  for (const file of starts) writeStart(target, file);
  rmSync(source, { recursive: true });
  renameSync(target, source);
}

const mainFiles = ({ manifest }: Workspace): string[] =>
  Object.values(manifest.commands ?? {}).map((file) => relative('src', compiledFile(file)));

function workerFiles(source: string): string[] {
  return globSync('**/*.js', { cwd: source }).flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(WORKER)].map(([, path]) => {
      const worker = `${join(dirname(file), path!)}.js`;
      if (!existsSync(join(source, worker))) throw new Error(`${file} starts ${worker}, which does not exist`);
      return worker;
    }),
  );
}

const flat = (file: string): string => file.replace(/\.js$/, '').replaceAll('/', '-');

/** Where others look for the module: all files that have code stand side by side, because they refer to one another. */
function writeStart(target: string, file: string): void {
  const place = join(target, file);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, `export * from '${relative(dirname(place), join(target, `${flat(file)}.js`))}';\n`);
}

/** The package of the repository whose compiled files a path is among. */
const homeOf = (path: string, all: ReadonlyMap<string, Workspace>): Workspace | undefined =>
  [...all.values()].find(({ directory }) => path.startsWith(join(directory, 'dist/')));

const nameOf = (path: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(path)![0];

/** Reports whether a program loads a package that it imports by itself, in place of having it merged. */
export function leftToNode({ dependencies = {}, imports = {}, merge = [] }: Manifest, path: string): boolean {
  const name = nameOf(path);
  return (name in dependencies || name in imports) && !merge.includes(name);
}

/** Leaves to Node the packages of others that the program itself depends on, but for those that the manifest names. */
function mergedPackages({ manifest }: Workspace, all: ReadonlyMap<string, Workspace>): Plugin {
  return {
    name: 'merged packages',
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
        if (kind === 'entry-point' || homeOf(importer, all) === undefined) return;
        const name = nameOf(path);
        const sibling = all.get(name);
        const entry = sibling?.manifest.exports?.[path.replace(name, '.')];
        if (entry?.endsWith('.ts')) return { path: join(sibling!.directory, 'dist', compiledFile(entry)) };
        if (leftToNode(manifest, path)) return { path, external: true };
      });
    },
  };
}

/** Lets `import.meta.url` mean the file that a module was before, for what is read from beside it. */
function compiledSources(source: string, all: ReadonlyMap<string, Workspace>): Plugin {
  return {
    name: 'compiled sources',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const home = homeOf(path, all);
        if (!home) return;
        const own = relative(source, path);
        const url = own.startsWith('..') ? urlInPackage(path, home) : urlFrom(own, 'import.meta.url');
        return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', url) };
      });
    },
  };
}

/** The URL of a file of a package that is installed beside the program: relative to what the package exports. */
function urlInPackage(path: string, { directory, manifest }: Workspace): string {
  const main = join(directory, 'dist', compiledFile(manifest.exports!['.']!));
  return urlFrom(relative(dirname(main), path), `import.meta.resolve(${JSON.stringify(manifest.name)})`);
}

const urlFrom = (file: string, base: string): string => `new URL(${JSON.stringify(`./${file}`)}, ${base}).href`;
