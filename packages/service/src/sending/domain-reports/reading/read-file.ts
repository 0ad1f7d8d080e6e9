import { ArchiveError, checkedEntries, unpackEntry, unpackGzip } from '../../../platform/files/archive.ts';
import { readAggregate } from './aggregate.ts';
import { type DomainReport, maxUnpackedBytes, ReportFault } from './report.ts';
import { readTlsReport } from './tls.ts';

/** Reports that a file has, or why it cannot be read. An error would lose its class on its way out of a worker thread. */
export type ReportReading = { reports: DomainReport[] } | { fault: string; isTooLarge: boolean };

/** JSON is in memory as a whole. */
const maxJsonBytes = 8 * 1024 * 1024;
/** Entries of a ZIP archive: receivers send one. */
const maxEntries = 100;

/**
 * Reads a file of reports: DMARC in XML or TLS in JSON, as it is, in gzip, or in a ZIP archive. Its beginning says which it is,
 * because media types and names of files are often wrong. Runs in a worker thread, on data of anybody.
 */
export async function readReportFile(file: Uint8Array): Promise<ReportReading> {
  try {
    return { reports: await readInAnyEncoding(file) };
  } catch (error) {
    if (!(error instanceof ReportFault || error instanceof ArchiveError)) throw error;
    return { fault: error.message, isTooLarge: error.isTooLarge };
  }
}

/** Some receivers put bytes of Windows into a text that they call UTF-8; all bytes are of that encoding. */
async function readInAnyEncoding(file: Uint8Array): Promise<DomainReport[]> {
  try {
    return await readDocuments(file);
  } catch (error) {
    if (error instanceof ReportFault && error.isEncoding) return readDocuments(file, 'windows-1252');
    throw error;
  }
}

async function readDocuments(file: Uint8Array, encoding?: string): Promise<DomainReport[]> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const allowance = { bytes: maxUnpackedBytes, encoding };
  if (!isZip(bytes)) return [await readDocument(bytes, allowance)];
  const entries = await checkedEntries(bytes);
  if (entries.length === 0) throw new ReportFault('the archive is empty');
  if (entries.length > maxEntries) throw new ReportFault(`the archive has more than ${maxEntries} files`, true);
  const reports: DomainReport[] = [];
  for (const entry of entries) reports.push(await readPieces(unpackEntry(entry), allowance));
  return reports;
}

interface Allowance {
  /** What may still be unpacked. */
  bytes: number;
  /** Encoding of XML; what the document says by default. */
  encoding: string | undefined;
}

const isZip = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'));
const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b;

const readDocument = (bytes: Buffer, allowance: Allowance): Promise<DomainReport> =>
  readPieces(isGzip(bytes) ? unpackGzip(bytes) : [bytes], allowance);

async function readPieces(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  allowance: Allowance,
): Promise<DomainReport> {
  const document = limited(pieces, allowance);
  const start = await takeStart(document);
  if (start === undefined) throw new ReportFault('the file is empty');
  const whole = chain(start, document);
  if (start[0] === 0x7b) return readTlsReport(await textOf(whole));
  if (start[0] === 0x3c || isUtf16(start)) return readAggregate(whole, allowance.encoding);
  throw new ReportFault(
    'the file is neither a DMARC report in XML nor a TLS report in JSON, nor one of them in gzip or ZIP',
  );
}

const isUtf16 = ([first, second]: Buffer) => (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** Records are cut out of a text, which takes longer the longer it is. */
const pieceBytes = 64 * 1024;

/** @throws ReportFault */
async function* limited(pieces: AsyncIterable<Buffer> | Iterable<Buffer>, allowance: Allowance) {
  for await (const piece of pieces) {
    allowance.bytes -= piece.length;
    if (allowance.bytes < 0) throw new ReportFault(`the file unpacks to more than ${maxUnpackedBytes} bytes`, true);
    for (let at = 0; at < piece.length; at += pieceBytes) yield piece.subarray(at, at + pieceBytes);
  }
}

/** Takes the first bytes that are neither white space nor the byte order mark of UTF-8: some receivers begin with them. */
async function takeStart(document: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  for (let held: Buffer = Buffer.alloc(0); ; ) {
    const { done, value } = await document.next();
    if (!done) held = Buffer.concat([held, value]);
    let at = 0;
    while (at < held.length && isFiller(held, at)) at++;
    const found = held.subarray(at);
    if (found.length > 0 && (done || found.length >= 2)) return found;
    if (done) return undefined;
    if (at > 0 && found.length === 0) held = held.subarray(-2);
  }
}

/** Reports whether a byte is white space, or of a mark of which the rest may not be there yet. */
function isFiller(bytes: Buffer, at: number): boolean {
  const byte = bytes[at]!;
  if (byte < 0x80) return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
  return mark.some((_, part) => mark.every((wanted, index) => (bytes[at - part + index] ?? wanted) === wanted));
}

const mark = [0xef, 0xbb, 0xbf];

async function* chain(start: Buffer, document: AsyncIterable<Buffer>) {
  yield start;
  yield* document;
}

/** @throws ReportFault */
async function textOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > maxJsonBytes) throw new ReportFault(`a TLS report has more than ${maxJsonBytes} bytes`, true);
    all.push(piece);
  }
  return Buffer.concat(all).toString('utf8');
}
