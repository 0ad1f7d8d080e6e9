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
  name: Buffer;
  method: number;
  crc: number;
  packed: Buffer;
  bytes: number;
}

/**
 * Returns an archive of the entries that a ZIP archive has, each with its size. All are counted, whatever their names. What
 * reads the result finds no entries but these: libraries differ in what they take for entries and sizes.
 * @throws ArchiveError
 */
export async function checkedArchive(bytes: Buffer): Promise<{ archive: Buffer; names: ReadonlySet<string> }> {
  const zip = await fromBufferPromise(bytes).catch((error: Error) => {
    throw new ArchiveError(error.message);
  });
  const entries: PackedEntry[] = [];
  const names = new Set<string>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName, uncompressedSize, compressedSize, compressionMethod: method, crc32: crc } = entry;
      unpacked += uncompressedSize;
      if (unpacked > unpackedLimit(bytes.length)) throw new ArchiveError('it unpacks to too much', true);
      if (names.has(fileName)) throw new ArchiveError(`it has ${fileName} twice`);
      names.add(fileName);
      if (fileName.endsWith('/')) continue;
      // Without a size, nobody can hold it to one. Two bytes are an empty entry.
      if (uncompressedSize === 0 && compressedSize > 2) throw new ArchiveError('it hides a size', true);
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      const packed = bytes.subarray(fileDataStart, fileDataStart + compressedSize);
      entries.push({ name: Buffer.from(fileName), method, crc, packed, bytes: uncompressedSize });
    }
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError((error as Error).message);
  } finally {
    zip.close();
  }
  return { archive: packEntries(entries), names };
}

/** Writes an archive of entries that are packed already (APPNOTE.TXT, 4.3.6). */
export function packEntries(entries: readonly PackedEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const head = Buffer.concat([signature(0x04034b50), fieldsOf(entry), entry.name]);
    const about = Buffer.alloc(14);
    about.writeUInt32LE(offset, 10);
    directory.push(signature(0x02014b50), version, fieldsOf(entry), about, entry.name);
    parts.push(head, entry.packed);
    offset += head.length + entry.packed.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, signature(0x06054b50), end]);
}

/** Fields that the header of an entry and its line in the directory have in common. */
function fieldsOf({ name, method, crc, packed, bytes }: PackedEntry): Buffer {
  const fields = Buffer.alloc(22);
  version.copy(fields);
  const utf8 = 0x800;
  fields.writeUInt16LE(utf8, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(bytes, 18);
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(name.length);
  return Buffer.concat([fields, lengths]);
}

const version = Buffer.from([20, 0]);

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
