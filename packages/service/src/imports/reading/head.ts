import { restoreFormula } from '@mailwright/server-runtime/web';
import { parseEmail } from '../../people/index.ts';
import { xmlText } from '../../platform/text/xml.ts';
import { fieldOf, recogniseColumn } from './columns.ts';
import type { TableRow } from './table-row.ts';

/** Columns of a file. */
export interface Head {
  /** A name for each column. */
  names: string[];
  /** Rows before the first contact: titles, and the names of the columns. */
  skipped: number;
}

/** Rows among which the names of the columns are looked for. */
export const searchedRows = 10;
const isAddress = (cell: string) => parseEmail(cell.trim()) !== undefined;

/**
 * Finds the row with the names of the columns: one that names a key, or else the one before the first address. A file that
 * begins with a contact has no names.
 */
export function findHead(rows: readonly TableRow[]): Head {
  const top = rows.slice(0, searchedRows).map(({ cells }) => cells);
  const firstContact = top.findIndex((cells) => cells.some(isAddress));
  const candidates = firstContact === -1 ? top : top.slice(0, firstContact);
  const naming = candidates.findIndex((cells) => cells.some(isKey));
  if (naming !== -1) return { names: namesOf(top[naming]!), skipped: naming + 1 };
  if (firstContact > 0) return { names: namesOf(top[firstContact - 1]!), skipped: firstContact };
  if (firstContact === 0) return { names: namesOf(top[0]!.map(() => '')), skipped: 0 };
  return { names: namesOf(top[0] ?? []), skipped: Math.min(1, top.length) };
}

function isKey(cell: string): boolean {
  const target = recogniseColumn(restoreFormula(cell), []);
  return target?.kind === 'email' || target?.kind === 'external_id';
}

const namesOf = (cells: readonly string[]) =>
  cells.map((cell, index) => xmlText(restoreFormula(cell).trim(), 255) || `Column ${index + 1}`);

/** Guesses the field of each column by its name, and that of addresses also by its values. */
export function guessFields(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  customFields: readonly string[],
): (string | undefined)[] {
  const named = names.map((name) => recogniseColumn(name, customFields)).map((target) => target && fieldOf(target));
  const fields = named.map((field, index) => (named.indexOf(field) === index ? field : undefined));
  if (fields.includes('email')) return fields;
  const column = names.findIndex((_, index) => {
    const filled = rows.map((cells) => cells[index] ?? '').filter((cell) => cell.trim() !== '');
    return filled.length > 0 && filled.filter(isAddress).length > filled.length / 2;
  });
  return fields.map((field, index) => (index === column ? 'email' : field));
}
