import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { readTar } from './tar.ts';

const packageRoot = new URL('../../../..', import.meta.url);
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8'));

/** A data directory as initdb of exactly this PGlite leaves it, made by build-template.ts when the package is built. */
export const templatePath = fileURLToPath(
  new URL(`generated/pgdata-template-${dependencies['@electric-sql/pglite']}.tar.gz`, packageRoot),
);

/** Unpacks the template into an existing empty directory. */
export function extractTemplate(directory: string): void {
  for (const entry of readTar(gunzipSync(readFileSync(templatePath)))) {
    const path = join(directory, entry.path);
    if (entry.kind === 'directory') mkdirSync(path, { recursive: true, mode: 0o700 });
    else {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, entry.content, { mode: 0o600 });
    }
  }
}
