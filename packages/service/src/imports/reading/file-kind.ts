import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** Encodings of files that can be imported, as the Encoding Standard names them. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

export type FileKind = { kind: 'csv' | 'xml'; encoding: Encoding } | { kind: 'workbook' };

/** Returns the kind of a file by its first bytes. @throws Error in words, if it is none that can be imported */
export const fileKind = (path: string, given: Encoding = 'utf-8'): FileKind =>
  kindOfBytes(firstBytes(path), path, given);

/**
 * Returns the kind and the encoding of a file: that of its byte order mark, else the given one.
 * @param bytes at least the first 512 of the file
 * @param name of the file; `.xml` at its end is trusted
 * @throws Error in words, if it is none that can be imported
 */
export function kindOfBytes(bytes: Buffer, name: string, given: Encoding): FileKind {
  if (startsWith(0x50, 0x4b, 0x03, 0x04)(bytes)) return { kind: 'workbook' };
  const encoding = marks.find(({ isIt }) => isIt(bytes))?.encoding ?? given;
  const start = encoding.startsWith('utf-16') ? Buffer.from(new TextDecoder(encoding).decode(bytes)) : bytes;
  const fault = kinds.find(({ isIt }) => isIt(start))?.fault;
  if (fault !== undefined) throw new Error(`${name} ${fault}`);
  const text = start.toString('utf8').replace(/^\uFEFF?\s*/, '');
  if (/^[[{]/.test(text))
    throw new Error(
      `${name} is a JSON file; convert it to CSV, or send its contacts with POST /contacts/email/{email}`,
    );
  return { kind: name.toLowerCase().endsWith('.xml') || text.startsWith('<') ? 'xml' : 'csv', encoding };
}

function firstBytes(path: string): Buffer {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new Error(`there is no file ${path}`);
  if (stats.isDirectory()) throw new Error(`${path} is a directory; give the name of a file`);
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(512);
    return start.subarray(0, readSync(file, start, 0, start.length, 0));
  } finally {
    closeSync(file);
  }
}

const startsWith = (...bytes: number[]) => {
  const sign = Buffer.from(bytes);
  return (start: Buffer) => start.subarray(0, sign.length).equals(sign);
};
const marks: { isIt: (start: Buffer) => boolean; encoding: Encoding }[] = [
  { isIt: startsWith(0xef, 0xbb, 0xbf), encoding: 'utf-8' },
  { isIt: startsWith(0xff, 0xfe), encoding: 'utf-16le' },
  { isIt: startsWith(0xfe, 0xff), encoding: 'utf-16be' },
];
/** By the signatures at the beginning of files. */
const kinds = [
  {
    isIt: startsWith(0xd0, 0xcf, 0x11, 0xe0),
    fault: 'is a workbook of Excel 97, or has a password; save it as .xlsx without a password',
  },
  { isIt: startsWith(0x1f, 0x8b), fault: 'is compressed; unpack it with gunzip first' },
  { isIt: startsWith(0x25, 0x50, 0x44, 0x46), fault: 'is a PDF; import reads CSV, XLSX and XML' },
  { isIt: (start: Buffer) => start.includes(0), fault: 'is not a text file; import reads CSV, XLSX and XML' },
];
