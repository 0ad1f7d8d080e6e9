import { readFileSync, statSync } from 'node:fs';
import type { TableRow } from './table-row.ts';

/** A workbook is read into memory, packed as it is. */
const maxFileBytes = 256 * 1024 * 1024;

/** Reads the rows of a workbook in a file. @throws Error as `workbookRows` does */
export async function* workbookFileRows(path: string, width?: number): AsyncGenerator<TableRow> {
  if (statSync(path).size > maxFileBytes) throw tooLarge(path);
  yield* workbookRows(readFileSync(path), path, width);
}

/**
 * Reads the rows of the first sheet of an Excel workbook (.xlsx). Dates become YYYY-MM-DD, with the time if they have one.
 * @param name of the file, for messages
 * @param width number of columns; by default that of the first row
 * @throws Error in words, if it is not a workbook or unpacks to more than memory should hold
 */
export async function* workbookRows(bytes: Buffer, name: string, width?: number): AsyncGenerator<TableRow> {
  const archive = await checkedWorkbook(bytes, name);
  const { streamXlsxRows } = await import('hucre/xlsx');
  try {
    for await (const { index, values } of streamXlsxRows(archive)) {
      const cells = values.map(cellText);
      const filled = cells.findLastIndex((cell) => cell !== '') + 1;
      if (filled === 0) continue;
      width ??= filled;
      // A sheet has no cells where nothing was written.
      cells.length = Math.max(width, filled);
      yield { line: index + 1, cells: Array.from(cells, (cell) => cell ?? '') };
    }
  } catch (error) {
    throw new Error(`${name} is not a valid Excel workbook: ${(error as Error).message}`);
  }
}

/** Returns the parts of a workbook that the library may see. Refuses archives that are not workbooks or unpack to too much. */
async function checkedWorkbook(bytes: Buffer, name: string): Promise<Buffer> {
  const { ArchiveError, checkedArchive } = await import('./archive.ts');
  const { archive, names } = await checkedArchive(bytes).catch((error: Error) => {
    if (error instanceof ArchiveError && error.isTooLarge) throw tooLarge(name);
    throw new Error(`${name} is not a valid Excel workbook: ${error.message}`);
  });
  if (!names.has('xl/workbook.xml'))
    throw new Error(`${name} is a ZIP archive without an Excel workbook; unpack it first`);
  return archive;
}

const tooLarge = (name: string) =>
  new Error(`${name} is too large for a workbook; save it as "CSV UTF-8" in Excel and import that file`);

function cellText(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '');
  return value === null || value === undefined ? '' : String(value);
}
