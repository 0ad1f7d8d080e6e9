import { crc32, deflateRawSync } from 'node:zlib';
import { packEntries } from '../../src/imports/reading/archive.ts';

/** Packs the parts of an archive. */
export const zipOf = (parts: Readonly<Record<string, string | Buffer>>): Buffer =>
  packEntries(
    Object.entries(parts).map(([name, content]) => {
      const bytes = Buffer.from(content);
      return {
        name: Buffer.from(name),
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
