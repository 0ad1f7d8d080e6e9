import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import type { moving } from '../../account/index.ts';
import { syncDirectory } from '../../platform/files/sync.ts';

/**
 * The file of an account: gzip of lines of JSON. The first one is the head, then come pages of rows, each table behind those
 * that it references, and the last one has the fingerprints. Rows stay texts, because JavaScript would change numbers.
 */
export interface FileHead {
  format: 1;
  account: { id: number; name: string; domain: string };
  tables: { name: string; columns: string[]; rows: number }[];
  /** Private keys of DKIM by the names of their files. */
  dkimKeys: Record<string, string>;
}

/** Fingerprints by the names of tables. */
export type FileEnd = (readonly [table: string, print: moving.Fingerprint])[];

export type FilePart = { head: FileHead } | { table: string; rows: string } | { end: FileEnd };

const pageStart = /^\{"table":"(\w{1,63})","rows":/;

export const pageLine = (table: string, rows: readonly string[]): string =>
  `{"table":"${table}","rows":[${rows.join(',')}]}\n`;

/** Writes a file that only its owner can read, and that appears when it is complete. @throws Error if there is one */
export async function writeMoveFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  await refuseExisting(path);
  const part = `${path}.part`;
  try {
    const fast = createGzip({ level: constants.Z_BEST_SPEED });
    await pipeline(lines, fast, createWriteStream(part, { mode: 0o600, flush: true }));
    await rename(part, path);
    syncDirectory(dirname(path));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function refuseExisting(path: string): Promise<void> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return;
  await file.close();
  throw new Error(`${path} already exists; choose another file`);
}

/** Yields what a file has, without its rows in memory. @throws Error if it is not such a file, or not complete */
export async function* readMoveFile(path: string): AsyncGenerator<FilePart> {
  let state: 'head' | 'rows' | 'end' = 'head';
  const source = createReadStream(path);
  const plain = source.pipe(createGunzip());
  source.on('error', (error) => plain.destroy(error));
  try {
    for await (const line of lines(plain)) {
      const [start, table] = pageStart.exec(line) ?? [];
      if (state === 'end' || (state === 'head') !== line.startsWith('{"head":')) throw new Error('unexpected line');
      if (start !== undefined) yield { table: table!, rows: line.slice(start.length, -1) };
      else {
        const part = JSON.parse(line) as FilePart;
        if ('head' in part && part.head.format !== 1) throw new Error(`its format is ${part.head.format}, not 1`);
        state = 'end' in part ? 'end' : 'rows';
        yield part;
      }
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Error(`there is no file ${path}`);
    throw isOfFile(error)
      ? new Error(`${path} is no complete file of "mailwright accounts export": ${message}`)
      : error;
  } finally {
    source.destroy();
  }
  if (state !== 'end') throw new Error(`${path} is not complete: its end is missing`);
}

/** An error of the consumer does not arrive here; those of the database have codes of their own. */
const isOfFile = (error: unknown) =>
  error instanceof SyntaxError || /^Z_|^ERR_/.test((error as { code?: string }).code ?? 'ERR_');

async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let open: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...open, chunk.subarray(start, end)]).toString();
      open = [];
      start = end + 1;
    }
    if (start < chunk.length) open.push(chunk.subarray(start));
  }
  if (open.length > 0) yield Buffer.concat(open).toString();
}
