import { readFileSync, statSync } from 'node:fs';
import type { PackedEntry } from '../../platform/files/archive.ts';
import { MarkupScan, maxMarkupBytes } from './long-markup.ts';
import type { SheetContext } from './sheet-rows.ts';
import type { TableRow } from './table-row.ts';
import type { Relation } from './workbook-parts.ts';

/** A workbook is read into memory, packed as it is. */
const maxFileBytes = 256 * 1024 * 1024;

/** An Excel workbook (.xlsx). */
export interface Workbook {
  /** Names of the sheets that are not hidden. */
  sheets: string[];
  /**
   * Reads the rows of a sheet with their cells as Excel shows them; dates become YYYY-MM-DD, with the time if they have one.
   * @param width number of columns; by default that of the first row
   */
  rows(sheet: string, width?: number): AsyncGenerator<TableRow>;
}

/**
 * Reads the rows of a sheet of a workbook in a file; by default, of the first one that is not hidden and has rows.
 * @throws Error in words, as `openWorkbook` does, or if there is no such sheet
 */
export async function* workbookFileRows(path: string, width?: number, sheet?: string): AsyncGenerator<TableRow> {
  if (statSync(path).size > maxFileBytes) throw tooLarge(path);
  const workbook = await openWorkbook(readFileSync(path), path);
  if (sheet !== undefined && !workbook.sheets.includes(sheet))
    throw new Error(`${path} has no sheet "${sheet}"; its sheets are: ${workbook.sheets.join(', ')}`);
  for (const name of sheet === undefined ? workbook.sheets : [sheet]) {
    let isEmpty = true;
    for await (const row of workbook.rows(name, width)) {
      isEmpty = false;
      yield row;
    }
    if (!isEmpty) return;
  }
}

/**
 * Opens a workbook.
 * @param name of the file, for messages
 * @throws Error in words, if it is not a workbook or unpacks to more than memory should hold
 */
export async function openWorkbook(bytes: Buffer, name: string): Promise<Workbook> {
  const parts = await checkedParts(bytes, name);
  // Workbooks are rare: what reads them is loaded for the first one.
  const { unpackEntry } = await import('../../platform/files/archive.ts');
  const { readFormats, readRelations, readSharedStrings, readSheets } = await import('./workbook-parts.ts');
  const { readSheetRows } = await import('./sheet-rows.ts');
  const refuse = (error: unknown): never => {
    throw new Error(`${name} is not a valid Excel workbook: ${(error as Error).message}`);
  };
  const content = (part: string) => {
    const entry = parts.get(part);
    if (entry === undefined) throw new Error(`its part ${part} is missing`);
    return unpackEntry(entry);
  };
  const read = async () => {
    const { sheets, is1904 } = await readSheets(content(workbookPart));
    const relations = await readRelations(content('xl/_rels/workbook.xml.rels'), 'xl');
    const targetOf = (isWanted: (relation: Relation) => boolean) => relations.find(isWanted)?.target;
    const [strings, styles] = ['sharedStrings', 'styles'].map((type) => {
      const part = targetOf((relation) => relation.type === type);
      return part !== undefined && parts.has(part) ? part : undefined;
    });
    const context: SheetContext = {
      strings: strings === undefined ? [] : await readSharedStrings(content(strings)),
      formats: styles === undefined ? [] : await readFormats(content(styles)),
      is1904,
    };
    return { sheets: sheets.filter(({ isHidden }) => !isHidden), targetOf, context };
  };
  const { sheets, targetOf, context } = await read().catch(refuse);
  if (sheets.length === 0) throw new Error(`${name} has no sheet that is not hidden`);
  return {
    sheets: sheets.map((sheet) => sheet.name),
    async *rows(sheet, width) {
      const relation = sheets.find((each) => each.name === sheet)?.relation;
      const part = targetOf(({ id, type }) => id === relation && type === 'worksheet');
      try {
        if (part === undefined) throw new Error(`its sheet "${sheet}" is missing`);
        yield* filledRows(readSheetRows(content(part), context), width);
      } catch (error) {
        refuse(error);
      }
    },
  };
}

/** Leaves out empty rows, and makes the others as wide as the first. */
async function* filledRows(rows: AsyncIterable<{ index: number; cells: string[] }>, width?: number) {
  let columns = width;
  for await (const { index, cells } of rows) {
    const filled = cells.findLastIndex((cell) => cell !== undefined && cell !== '') + 1;
    if (filled === 0) continue;
    columns ??= filled;
    // A sheet has no cells where nothing was written.
    cells.length = Math.max(columns, filled);
    yield { line: index + 1, cells: Array.from(cells, (cell) => cell ?? '') };
  }
}

/** Returns the parts of a workbook that may be read. Refuses archives that are not workbooks or unpack to too much. */
async function checkedParts(bytes: Buffer, name: string): Promise<Map<string, PackedEntry>> {
  const { ArchiveError, checkedEntries, unpackEntry } = await import('../../platform/files/archive.ts');
  const refuse = (error: Error) => {
    if (error instanceof ArchiveError && error.isTooLarge) throw tooLarge(name);
    throw new Error(`${name} is not a valid Excel workbook: ${error.message}`);
  };
  const entries = await checkedEntries(bytes).catch(refuse);
  if (!entries.some((entry) => entry.name === workbookPart))
    throw new Error(`${name} is a ZIP archive without an Excel workbook; unpack it first`);
  const readable = new Map<string, PackedEntry>();
  for (const entry of entries) {
    const isLong = entry.bytes > maxMarkupBytes && (await hasLongMarkup(unpackEntry(entry)).catch(refuse));
    if (!isLong) readable.set(entry.name, entry);
    // Pictures may look like that. They are left out, so that no relationship makes anybody read one.
    else if (/\.(?:xml|rels)$/i.test(entry.name))
      throw new Error(
        `${name} cannot be read: its part ${entry.name} has a tag or a comment of more than ${maxMarkupBytes} bytes; save it as "CSV UTF-8" in Excel and import that file`,
      );
  }
  return readable;
}

const workbookPart = 'xl/workbook.xml';

async function hasLongMarkup(pieces: AsyncIterable<Uint8Array>): Promise<boolean> {
  const scan = new MarkupScan();
  for await (const piece of pieces) if (scan.isTooLong(piece)) return true;
  return false;
}

const tooLarge = (name: string) =>
  new Error(`${name} is too large for a workbook; save it as "CSV UTF-8" in Excel and import that file`);
