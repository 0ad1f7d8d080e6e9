import { crc32, deflateRawSync } from 'node:zlib';
import type { PackedEntry } from '../../src/platform/files/archive.ts';

/** Packs the parts of an archive. */
export const zipOf = (parts: Readonly<Record<string, string | Buffer>>): Buffer =>
  packEntries(
    Object.entries(parts).map(([name, content]) => {
      const bytes = Buffer.from(content);
      return {
        name,
        method: 8,
        crc: crc32(bytes),
        packed: deflateRawSync(bytes),
        bytes: bytes.length,
      };
    }),
  );

const relations = (lines: Readonly<Record<string, string>>) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(lines)
    .map(
      ([type, target]) =>
        `<Relationship Id="${type}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

interface PartOptions {
  sheetName?: string;
  strings?: { name: string; content: string | Buffer };
}

/** A workbook of `workbookParts`. */
export const workbookOf = (sheet: string | Buffer, options?: PartOptions): Buffer =>
  zipOf(workbookParts(sheet, options));

/** Parts of a workbook with one sheet and, if given, shared strings, in parts of these names. */
export function workbookParts(
  sheet: string | Buffer,
  { sheetName = 'sheet1.xml', strings }: PartOptions = {},
): Record<string, string | Buffer> {
  return {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations({ officeDocument: 'xl/workbook.xml' }),
    'xl/workbook.xml':
      '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="worksheet"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations({ worksheet: sheetName, ...(strings && { sharedStrings: strings.name }) }),
    [`xl/${sheetName}`]: sheet,
    ...(strings && { [`xl/${strings.name}`]: strings.content }),
  };
}

export const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

type ChecksummedEntry = PackedEntry & { crc: number };

/** Writes an archive of entries that are packed already (APPNOTE.TXT, 4.3.6). */
export function packEntries(entries: readonly ChecksummedEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const head = Buffer.concat([signature(0x04034b50), fieldsOf(entry), Buffer.from(entry.name)]);
    const about = Buffer.alloc(14);
    about.writeUInt32LE(offset, 10);
    directory.push(signature(0x02014b50), version, fieldsOf(entry), about, Buffer.from(entry.name));
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
function fieldsOf({ name, method, crc, packed, bytes }: ChecksummedEntry): Buffer {
  const fields = Buffer.alloc(22);
  version.copy(fields);
  const utf8 = 0x800;
  fields.writeUInt16LE(utf8, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(bytes, 18);
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(Buffer.byteLength(name));
  return Buffer.concat([fields, lengths]);
}

const version = Buffer.from([20, 0]);

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
