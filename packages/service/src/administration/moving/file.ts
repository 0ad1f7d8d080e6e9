import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { syncDirectory } from '../../platform/files/sync.ts';
import { type FileEnd, type FileHead, readEnd, readHead } from './file-parts.ts';
import { SignatureError, signed, verified } from './signature.ts';

/*
 * The file of an account: gzip of lines of JSON, and a signature. The first line is the head, then come pages of rows, each
 * table behind those that it references, and the last one has the fingerprints. Rows stay texts, because JavaScript would
 * change numbers.
 */
export type FilePart = { head: FileHead } | { table: string; rows: string } | { end: FileEnd };

/** What a file may make of the memory and of the disk. */
export interface FileLimits {
  /** Bytes of a line: the largest row that a request of an API can make has some 20 MB. */
  lineBytes: number;
  /** Bytes of the file when it is unpacked, for each byte of it. */
  ratio: number;
}

export const fileLimits: FileLimits = { lineBytes: 64 * 1024 * 1024, ratio: 200 };

const pageStart = /^\{"table":"(\w{1,63})","rows":/;
/** Bytes of rows that stand in one line, unless one row has more. */
const pageBytes = 2_000_000;

/** Yields lines with rows, as long as a reader takes them. @throws Error if a row is longer */
export function* pageLines(table: string, rows: readonly string[], { lineBytes } = fileLimits): Generator<string> {
  let page: string[] = [];
  let bytes = 0;
  for (const [at, row] of rows.entries()) {
    page.push(row);
    bytes += Buffer.byteLength(row) + 1;
    if (bytes < pageBytes && at < rows.length - 1) continue;
    const line = `{"table":"${table}","rows":[${page.join(',')}]}\n`;
    if (bytes + 100 > lineBytes) throw new Error(`a row of ${table} has ${bytes} bytes, more than a file may have`);
    yield line;
    page = [];
    bytes = 0;
  }
}

/** Writes a file that only its owner can read, and that appears when it is complete. @throws Error if there is one */
export async function writeMoveFile(path: string, lines: AsyncIterable<string>, key: string): Promise<void> {
  await refuseExisting(path);
  const part = `${path}.part`;
  try {
    const fast = createGzip({ level: constants.Z_BEST_SPEED });
    const target = createWriteStream(part, { mode: 0o600, flush: true });
    await pipeline(lines, fast, (packed) => signed(packed, key), target);
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

/**
 * Yields what a file has, without its rows in memory. Unpacks nothing before the signature was found right.
 * @throws Error if it is not such a file, not complete, or not signed with the key; possibly at the end only
 */
export async function* readMoveFile(
  path: string,
  key: string,
  limits: FileLimits = fileLimits,
): AsyncGenerator<FilePart> {
  try {
    for await (const _ of verified(createReadStream(path), key));
    const { size } = await stat(path);
    yield* parts(path, key, { lineBytes: limits.lineBytes, bytes: size * limits.ratio });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Error(`there is no file ${path}`);
    if (!isOfFile(error)) throw error;
    throw new Error(`${path} is no complete file of "mailwright accounts export": ${message}`);
  }
}

async function* parts(path: string, key: string, limits: LineLimits): AsyncGenerator<FilePart> {
  let state: 'head' | 'rows' | 'end' = 'head';
  // Whoever may write to the file could change it after it was verified.
  const source = Readable.from(verified(createReadStream(path), key), { objectMode: false });
  const plain = source.pipe(createGunzip());
  source.on('error', (error) => plain.destroy(error));
  try {
    for await (const line of lines(plain, limits)) {
      const [start, table] = pageStart.exec(line) ?? [];
      if (state === 'end' || (state === 'head') !== line.startsWith('{"head":')) throw new FileError('unexpected line');
      if (start !== undefined) yield { table: table!, rows: line.slice(start.length, -1) };
      else if (state === 'head') {
        yield { head: readHead(line) };
        state = 'rows';
      } else {
        yield { end: readEnd(line) };
        state = 'end';
      }
    }
  } finally {
    source.destroy();
  }
  if (state !== 'end') throw new FileError('its end is missing');
}

/** A file is not as an export writes it. */
class FileError extends Error {}

/** An error of the consumer does not arrive here; those of the database have codes of their own. */
const isOfFile = (error: unknown) =>
  [FileError, SignatureError, SyntaxError].some((kind) => error instanceof kind) ||
  /^Z_|^ERR_/.test((error as { code?: string }).code ?? '');

interface LineLimits {
  /** Of a line. */
  lineBytes: number;
  /** Of all lines. */
  bytes: number;
}

async function* lines(chunks: AsyncIterable<Buffer>, limits: LineLimits): AsyncGenerator<string> {
  let open: Buffer[] = [];
  let length = 0;
  let all = 0;
  for await (const chunk of chunks) {
    all += chunk.length;
    if (all > limits.bytes) throw new FileError(`it unpacks to more than ${limits.bytes} bytes`);
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...open, chunk.subarray(start, end)]).toString();
      open = [];
      length = 0;
      start = end + 1;
    }
    if (start === chunk.length) continue;
    open.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > limits.lineBytes) throw new FileError(`a line has more than ${limits.lineBytes} bytes`);
  }
  if (open.length > 0) yield Buffer.concat(open).toString();
}
