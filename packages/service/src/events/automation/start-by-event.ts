import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { EntryRules } from './entry.ts';
import { startRuns } from './runs.ts';

interface StartingProgram extends EntryRules {
  account_id: number;
  id: number;
  version: number;
  transaction_type_id: number | null;
}

/** The released programs that contacts begin upon one of these events, locked in the order of their ids. */
async function programsUpon(
  db: Db,
  accountId: number,
  { transactionTypeIds = [], systemEvent = '' }: { transactionTypeIds?: readonly number[]; systemEvent?: string },
): Promise<StartingProgram[]> {
  const { rows } = await sql<StartingProgram>`
    select account_id, id, version, transaction_type_id, start_filter_id, start_once, again_after_days
    from automation_program
    where account_id = ${accountId} and state = 'released'
      and (transaction_type_id = any(${transactionTypeIds}::int8[]) or system_event = ${systemEvent})
    order by id for no key update`.execute(db);
  return rows;
}

/** Has the contacts of transactions begin the programs that wait for these, in the transaction that takes them. */
export async function startProgramsByTransactions(
  db: Db,
  accountId: number,
  taken: readonly { typeId: number; contactId: number }[],
): Promise<void> {
  const transactionTypeIds = [...new Set(taken.map(({ typeId }) => typeId))];
  if (transactionTypeIds.length === 0) return;
  for (const program of await programsUpon(db, accountId, { transactionTypeIds })) {
    const concerned = taken.filter(({ typeId }) => typeId === program.transaction_type_id);
    await startRuns(db, program, [...new Set(concerned.map(({ contactId }) => contactId))]);
  }
}

/** Has a contact begin the programs that wait for an event of the service itself, in the transaction in which it happens. */
export async function startProgramsBySystemEvent(
  db: Db,
  accountId: number,
  systemEvent: 'DOI_CONFIRMED',
  contactId: number,
): Promise<void> {
  for (const program of await programsUpon(db, accountId, { systemEvent })) await startRuns(db, program, [contactId]);
}
