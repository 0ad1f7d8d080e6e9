import { join } from 'node:path';
import { build } from 'esbuild';

/** Writes the editor of the console, with the libraries that it needs, into one script of `assets`. */
const root = join(import.meta.dirname, '..');
await build({
  entryPoints: [join(root, 'editor/editor.js')],
  outfile: join(root, 'assets/generated/editor.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
});
