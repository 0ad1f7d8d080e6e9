import { type CellFormat, formatNumber } from './cell-format.ts';
import { type Attributes, decodeEscapes, readPart } from './workbook-parts.ts';

/** What cells of all sheets refer to. */
export interface SheetContext {
  strings: readonly string[];
  formats: readonly CellFormat[];
  is1904: boolean;
}

/** A row of a sheet; `index` counts from 0. */
export interface SheetRow {
  index: number;
  cells: string[];
}

/** Columns of a sheet. */
const maxColumns = 16_384;

/** Reads the rows of a sheet with their cells as Excel shows them; cells that are not there are missing. */
export function readSheetRows(pieces: AsyncIterable<Uint8Array>, context: SheetContext): AsyncGenerator<SheetRow> {
  const rows: SheetRow[] = [];
  let row: SheetRow = { index: -1, cells: [] };
  let column = -1;
  let cell: Attributes = {};
  let value = '';
  /** Whether texts belong to the cell: those of `v`, and of `t` in an inline string. */
  let isValue = false;
  let phonetic = 0;
  return readPart(
    pieces,
    {
      open(name, attributes) {
        if (name === 'row') {
          row = { index: numberIn(attributes.r) ?? row.index + 1, cells: [] };
          column = -1;
        } else if (name === 'c') {
          cell = attributes;
          value = '';
          column = columnIn(attributes.r) ?? column + 1;
          if (column >= maxColumns) throw new Error(`it has a cell in column ${column + 1}`);
        } else if (name === 'rPh') phonetic++;
        else if (name === 'v' || name === 't') isValue = phonetic === 0;
      },
      text(piece) {
        if (isValue) value += piece;
      },
      close(name) {
        if (name === 'v' || name === 't') isValue = false;
        else if (name === 'rPh') phonetic--;
        else if (name === 'c') row.cells[column] = cellText(value, cell, context);
        else if (name === 'row') rows.push(row);
      },
    },
    rows,
  );
}

function cellText(value: string, { t: type = 'n', s: style }: Attributes, context: SheetContext): string {
  switch (type) {
    case 's':
      return context.strings[Number(value)] ?? '';
    case 'str':
    case 'inlineStr':
      return decodeEscapes(value);
    case 'b':
      return value === '1' || value === 'true' ? 'true' : 'false';
    case 'd':
      return value.slice(0, 19).replace('T', ' ').replace(' 00:00:00', '');
    case 'n': {
      const number = Number(value);
      if (value.trim() === '' || Number.isNaN(number)) return value;
      return formatNumber(number, context.formats[Number(style ?? 0)] ?? { kind: 'plain' }, context.is1904);
    }
    default:
      return value;
  }
}

const numberIn = (text: string | undefined) =>
  text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) - 1 : undefined;

/** Returns the index of the column of a place such as `AB12`. */
function columnIn(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,4}/i.exec(place ?? '')?.[0].toUpperCase();
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
