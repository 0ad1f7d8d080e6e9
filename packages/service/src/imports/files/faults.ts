import { type Selectable, sql } from 'kysely';
import { parseEmail } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { UnstoredRow } from '../reading/source.ts';
import type { TableRow } from '../reading/table-row.ts';
import type { ContactImportFaultTable } from '../tables.ts';
import type { ContactImport } from './store.ts';

/** Stores rows that could not be stored as contacts, or not with all their values, with their cells. */
export async function insertFaults(
  db: Db,
  { account_id, id }: ContactImport,
  unstored: readonly UnstoredRow[],
  rows: readonly TableRow[],
): Promise<void> {
  if (unstored.length === 0) return;
  const cellsOf = new Map(rows.map(({ line, cells }) => [line, cells]));
  const values = unstored.map(({ line, contact, field, fault, bad }) => {
    const cells = cellsOf.get(line) ?? [];
    return {
      line,
      email: parseEmail(contact?.email ?? cells.find((cell) => cell.includes('@'))?.trim() ?? '')?.folded ?? null,
      field: field ?? null,
      fault,
      cells: JSON.stringify(cells),
      bad: bad === undefined ? null : JSON.stringify(bad.map(({ field, fault }) => ({ field, fault }))),
    };
  });
  await sql`
    insert into contact_import_fault (account_id, import_id, line, email_folded, field, fault, cells, bad_values)
    select ${account_id}::int8, ${id}::int8, line, email, field, fault, cells, bad
    from unnest(
      ${values.map(({ line }) => line)}::int4[],
      ${values.map(({ email }) => email)}::text[],
      ${values.map(({ field }) => field)}::text[],
      ${values.map(({ fault }) => fault)}::text[],
      ${values.map(({ cells }) => cells)}::text[],
      ${values.map(({ bad }) => bad)}::text[]
    ) as given (line, email, field, fault, cells, bad)`.execute(db);
}

/** Rows that were not stored or lack values, in the order of the file; all of them, or at most a number. */
export async function listFaults(db: Db, { account_id, id }: ContactImport, most?: number): Promise<StoredFault[]> {
  return db
    .selectFrom('contact_import_fault')
    .select(['line', 'field', 'fault', 'cells', 'bad_values'])
    .where('account_id', '=', account_id)
    .where('import_id', '=', id)
    .orderBy('line')
    .$if(most !== undefined, (query) => query.limit(most!))
    .execute();
}

export type StoredFault = Pick<
  Selectable<ContactImportFaultTable>,
  'line' | 'field' | 'fault' | 'cells' | 'bad_values'
>;

/** Lines of the rows that were not stored. */
export async function faultLines(db: Db, { account_id, id }: ContactImport): Promise<Set<number>> {
  const rows = await db
    .selectFrom('contact_import_fault')
    .select('line')
    .where('account_id', '=', account_id)
    .where('import_id', '=', id)
    .where('bad_values', 'is', null)
    .execute();
  return new Set(rows.map(({ line }) => line));
}

/** Deletes rows with the addresses of contacts that are erased or anonymized. */
export async function deleteFaultsOf(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('contact_import_fault as fault')
    .where('account_id', '=', accountId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('contact')
          .select('contact.id')
          .whereRef('contact.account_id', '=', 'fault.account_id')
          .whereRef('contact.email_folded', '=', 'fault.email_folded')
          .where(sql<boolean>`contact.id = any(${contactIds}::int8[])`),
      ),
    )
    .execute();
}
