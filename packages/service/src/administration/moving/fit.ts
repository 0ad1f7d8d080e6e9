import type { moving } from '../../account/index.ts';
import { unfit } from '../refusal.ts';
import type { FileHead } from './file-parts.ts';

type Table = Pick<moving.TableOfAccounts, 'name' | 'columns' | 'required'>;

/** Columns that a migration has computed for rows that were there, by their tables. */
const computedColumns: ReadonlyMap<string, { column: string; from: string }[]> = new Map([
  ['archived_total', [{ column: 'bounced_mails', from: 'permanent_bounces' }]],
]);

/**
 * Returns the tables with the columns that a file has. Columns that it does not know, because an older version wrote it, get the
 * values that new rows have, or that an upgrade would have computed.
 * @throws RefusalError if the file has something that is not here, or lacks what has no such value
 */
export function tablesOfFile<Own extends Table>(tables: readonly Own[], given: FileHead['tables']): Own[] {
  const names = (all: readonly { name: string; columns: string[] }[]) =>
    all.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`));
  const known = new Set(names(tables));
  const unknown = names(given).filter((column) => !known.has(column));
  if (unknown.length > 0)
    throw unfit(
      `the file was written by a newer version of Mailwright (it has ${some(unknown)}, which is unknown here); install this version first`,
    );
  return given.map(({ name, columns }) => {
    const table = tables.find((each) => each.name === name)!;
    const lacking = table.required.filter((column) => !columns.includes(column));
    if (lacking.length > 0)
      throw unfit(
        `the file lacks ${some(lacking.map((column) => `${name}.${column}`))}, without which its rows cannot be stored; export the account again with this version`,
      );
    const computed = (computedColumns.get(name) ?? []).filter(({ column }) => !columns.includes(column));
    return { ...table, columns: table.columns.filter((column) => columns.includes(column)), computed };
  });
}

const some = (names: readonly string[]) => names.slice(0, 3).join(', ');
