import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundledFile, bundledImports } from './manifest.ts';
import type { Workspace } from './workspaces.ts';

/** The main file of the first is UMD, whose inner imports no bundler sees; Node has the other too, and warns of its own. */
const ALIASES = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js', punycode: 'punycode/punycode.js' };

/**
 * Writes each package that `imports` of a manifest names into one file of `dist`, with all that it needs: for packages whose
 * dependencies are large, and mostly unused. The licences of all that is in the file stand beside it.
 */
export async function bundle({ directory, manifest }: Workspace): Promise<void> {
  for (const [name, target] of bundledImports(manifest)) {
    const file = join(directory, 'dist', bundledFile(name));
    mkdirSync(join(file, '..'), { recursive: true });
    const { metafile } = await build({
      stdin: { contents: await reExport(directory, target), resolveDir: directory },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      minify: true,
      alias: ALIASES,
      metafile: true,
      outfile: file,
      logLevel: 'error',
    });
    const texts = licences(Object.keys(metafile.inputs));
    if (texts.length > 0) writeFileSync(`${file}.LICENSES.txt`, texts.join(`\n${'-'.repeat(80)}\n\n`));
  }
}

/** Exports by name, which Node finds in a file of CommonJS too. */
async function reExport(directory: string, target: string): Promise<string> {
  const { resolve } = createRequire(join(directory, 'package.json'));
  const names = Object.keys(await import(pathToFileURL(resolve(target)).href)).filter((each) => /^\w+$/.test(each));
  return `export { ${names.filter((each) => each !== 'default').join(', ')} } from '${target}';`;
}

/** Of packages of others; those of the repository have the same as the package itself. */
function licences(inputs: readonly string[]): string[] {
  const roots = inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(roots)].sort().map((root) => licenceOf(join(process.cwd(), root)));
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find(
    (each) => /^(licen[cs]e|copying)/i.test(each) && existsSync(join(folder, each)),
  );
  const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`;
  return `${name} ${version}: ${JSON.stringify(license)}${text}\n`;
}
