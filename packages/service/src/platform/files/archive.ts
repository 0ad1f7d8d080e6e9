import { createGunzip, createInflateRaw } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';

/** A ZIP archive is unreadable, or unpacks to more than memory should hold. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
  readonly isTooLarge: boolean;

  constructor(message: string, isTooLarge = false) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

/** Bytes of all entries together. */
const maxUnpackedBytes = 256 * 1024 * 1024;
/** Texts are packed to a tenth, rarely to a fiftieth; zeros to a thousandth. */
const maxRatio = 100;
/** Small files may be of one repeated row. */
const alwaysAllowedBytes = 16 * 1024 * 1024;

const unpackedLimit = (packedBytes: number) =>
  Math.min(maxUnpackedBytes, Math.max(alwaysAllowedBytes, maxRatio * packedBytes));

/** An entry that is packed already. */
export interface PackedEntry {
  name: string;
  method: number;
  packed: Buffer;
  bytes: number;
}

/**
 * Returns the entries that a ZIP archive has, each with its size. All are counted, whatever their names.
 * @throws ArchiveError
 */
export async function checkedEntries(bytes: Buffer): Promise<PackedEntry[]> {
  const zip = await fromBufferPromise(bytes).catch((error: Error) => {
    throw new ArchiveError(error.message);
  });
  const entries: PackedEntry[] = [];
  const names = new Set<string>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName, uncompressedSize, compressedSize, compressionMethod: method } = entry;
      unpacked += uncompressedSize;
      if (unpacked > unpackedLimit(bytes.length)) throw new ArchiveError('it unpacks to too much', true);
      if (names.has(fileName)) throw new ArchiveError(`it has ${fileName} twice`);
      names.add(fileName);
      if (fileName.endsWith('/')) continue;
      // Without a size, nobody can hold it to one. Two bytes are an empty entry.
      if (uncompressedSize === 0 && compressedSize > 2) throw new ArchiveError('it hides a size', true);
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      const packed = bytes.subarray(fileDataStart, fileDataStart + compressedSize);
      entries.push({ name: fileName, method, packed, bytes: uncompressedSize });
    }
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError((error as Error).message);
  } finally {
    zip.close();
  }
  return entries;
}

/** Yields the contents of an entry in pieces, and not more than its size. @throws ArchiveError */
export async function* unpackEntry({ name, method, packed, bytes }: PackedEntry): AsyncGenerator<Buffer> {
  if (method === 0) return yield packed;
  if (method !== 8) throw new ArchiveError(`it has ${name} packed in a way that is not deflate`);
  const inflated = createInflateRaw().on('error', () => {});
  inflated.end(packed);
  let unpacked = 0;
  try {
    for await (const piece of inflated as AsyncIterable<Buffer>) {
      unpacked += piece.length;
      if (unpacked > bytes) throw new ArchiveError(`it hides the size of ${name}`, true);
      yield piece;
    }
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError((error as Error).message);
  }
}

/** Yields what a gzip file holds in pieces; how much of it may come is for the caller to say. @throws ArchiveError */
export async function* unpackGzip(packed: Buffer): AsyncGenerator<Buffer> {
  const unpacked = createGunzip().on('error', () => {});
  unpacked.end(packed);
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) yield piece;
  } catch (error) {
    throw new ArchiveError(`the gzip file is broken: ${(error as Error).message}`);
  } finally {
    unpacked.destroy();
  }
}
