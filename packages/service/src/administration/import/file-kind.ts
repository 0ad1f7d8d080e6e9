import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** Detects the format of an import file. @throws Error if it is neither CSV nor XML */
export function fileKind(path: string): 'csv' | 'xml' {
  const start = firstBytes(path);
  const fault = kinds.find(({ isIt }) => isIt(start))?.fault;
  if (fault !== undefined) throw new Error(`${path} ${fault}`);
  const text = start.toString('utf8').replace(/^\uFEFF?\s*/, '');
  if (/^[[{]/.test(text))
    throw new Error(
      `${path} is a JSON file; convert it to CSV, or send its contacts with POST /contacts/email/{email}`,
    );
  return path.toLowerCase().endsWith('.xml') || text.startsWith('<') ? 'xml' : 'csv';
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
const excel = 'is an Excel workbook; save it as "CSV UTF-8" in Excel and import that file';

/** By the signatures at the beginning of files. */
const kinds = [
  { isIt: startsWith(0x50, 0x4b, 0x03, 0x04), fault: excel },
  { isIt: startsWith(0xd0, 0xcf, 0x11, 0xe0), fault: excel },
  { isIt: startsWith(0x1f, 0x8b), fault: 'is compressed; unpack it with gunzip first' },
  { isIt: startsWith(0x25, 0x50, 0x44, 0x46), fault: 'is a PDF; import reads CSV and XML' },
  { isIt: startsWith(0xff, 0xfe), fault: 'is UTF-16 text; save it as UTF-8' },
  { isIt: (start: Buffer) => start.includes(0), fault: 'is no text; import reads CSV and XML' },
];
