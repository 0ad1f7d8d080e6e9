import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { readTar } from './tar.ts';

const packageRoot = new URL('../../../..', import.meta.url);
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8'));

/** A data directory with all tables and no rows of exactly this PGlite, made by build-template.ts when the package is built. */
export const templatePath = fileURLToPath(
  new URL(`generated/pgdata-template-${dependencies['@electric-sql/pglite']}.tar.gz`, packageRoot),
);

/** Unpacks a template into an existing empty directory. */
export function extractTemplate(template: string, directory: string): void {
  const archive = gunzipped(readFileSync(template));
  for (const entry of readTar(archive)) {
    const path = join(directory, entry.path);
    if (entry.kind === 'directory') mkdirSync(path, { recursive: true, mode: 0o700 });
    else {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, entry.content, { mode: 0o600 });
    }
  }
  // Given back at once: a service at rest makes so little garbage that the 40 MB would stay for hours.
  archive.buffer.transfer(0);
}

/** In one piece, whose size stands at the end of a gzip file (RFC 1952, 2.3.1), in place of many that become garbage. */
function gunzipped(packed: Buffer): Buffer<ArrayBuffer> {
  const size = packed.readUInt32LE(packed.length - 4);
  return gunzipSync(packed, { chunkSize: size + 1 }) as Buffer<ArrayBuffer>;
}
