import type { Db } from '../../platform/database/schema.ts';
import { secretsOf } from '../../platform/secrets/box.ts';
import type { Sealed, SealedColumn, SealedPlace } from '../../platform/secrets/sealed.ts';

/**
 * Files of accounts have readable secrets, because the installation that imports them has another key. Only the values are
 * replaced in the text, so that everything else stays as the database wrote it.
 */

/** Returns a row in JSON with its secrets decrypted. */
export const openRow = (db: Db, table: string, row: string): string =>
  replaceSecrets(db, table, row, (column, place, value) =>
    secretsOf(db).open(column, place, value as unknown as Sealed),
  );

/** Returns an array of rows in JSON with the secrets as this installation stores them. */
export const sealRows = (db: Db, table: string, rows: string): string =>
  replaceSecrets(
    db,
    table,
    rows,
    (column, place, value) => secretsOf(db).seal(column, place, value) as unknown as Uint8Array,
  );

/** Reports whether rows of a table have secrets. */
export const hasSecrets = (db: Db, table: string): boolean => columnsOf(db, table).length > 0;

const columnsOf = (db: Db, table: string) => secretsOf(db).columns.filter((column) => column.table === table);

type Replace = (column: SealedColumn, place: SealedPlace, value: Uint8Array) => Uint8Array;

function replaceSecrets(db: Db, table: string, json: string, replace: Replace): string {
  const columns = columnsOf(db, table);
  if (columns.length === 0) return json;
  let replaced = json;
  for (const row of [JSON.parse(json) as Record<string, unknown>[]].flat()) {
    for (const column of columns) {
      const value = row[column.column];
      if (typeof value !== 'string') continue;
      const place = { account: Number(row[column.owner]), row: Number(row[column.row]) };
      const bytes = replace(column, place, Buffer.from(value.slice('\\x'.length), 'hex'));
      replaced = replaced.replace(JSON.stringify(value), () =>
        JSON.stringify(`\\x${Buffer.from(bytes).toString('hex')}`),
      );
    }
  }
  return replaced;
}
