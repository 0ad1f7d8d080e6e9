import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db, Schema } from '../../platform/database/schema.ts';
import { publish } from '../../platform/events/publish.ts';
import type { BlockReason } from '../tables.ts';

declare module '../../platform/events/publish.ts' {
  interface EventData {
    block: {
      contact_id: number;
      old_status: 'allowed' | 'blocked';
      new_status: 'allowed' | 'blocked';
      reason: BlockReason;
      explanation?: string | undefined;
    };
  }
}

/** A condition on contacts, such as that their address is in a list. */
type Condition = (contact: ExpressionBuilder<Schema, 'contact'>) => Expression<SqlBool>;

/**
 * Blocks the contacts that fulfil the condition, in one statement, and logs each change. Who is blocked already stays so
 * for the first reason. Returns how many were blocked.
 * @param explanation why in words, for whoever asks later
 */
export async function blockContacts(
  db: Db,
  accountId: number,
  condition: Condition,
  reason: BlockReason,
  explanation?: string,
) {
  return inTransaction(db, (transaction) =>
    change(transaction, accountId, {
      to: 'blocked',
      reason,
      explanation,
      who: (contact) => contact.and([contact('blocked_at', 'is', null), condition(contact)]),
    }),
  );
}

/** Allows the contacts again that fulfil the condition and are blocked for this reason. Returns how many were. */
export async function unblockContacts(db: Db, accountId: number, condition: Condition, reason: BlockReason) {
  return inTransaction(db, (transaction) =>
    change(transaction, accountId, {
      to: 'allowed',
      reason,
      who: (contact) => contact.and([contact('block_reason', '=', reason), condition(contact)]),
    }),
  );
}

async function change(
  db: Db,
  accountId: number,
  {
    to,
    reason,
    explanation,
    who,
  }: { to: 'blocked' | 'allowed'; reason: BlockReason; explanation?: string | undefined; who: Condition },
): Promise<number> {
  const blocks = to === 'blocked';
  const oldStatus = blocks ? ('allowed' as const) : ('blocked' as const);
  const changed = await db
    // Writers of several contacts take them in the order of their ids, so that they cannot deadlock.
    .with('concerned', (cte) =>
      cte.selectFrom('contact').select('id').where('account_id', '=', accountId).where(who).orderBy('id').forUpdate(),
    )
    .with('changed', (cte) =>
      cte
        .updateTable('contact')
        .from('concerned')
        .set({
          blocked_at: blocks ? sql<Date>`now()` : null,
          block_reason: blocks ? reason : null,
          updated_at: sql<Date>`now()`,
        })
        .where('contact.account_id', '=', accountId)
        .whereRef('contact.id', '=', 'concerned.id')
        .returning('contact.id'),
    )
    .insertInto('contact_block')
    .columns(['account_id', 'contact_id', 'old_status', 'new_status', 'reason', 'explanation'])
    .expression((insert) =>
      insert
        .selectFrom('changed')
        .select([
          sql<number>`${accountId}::int8`.as('account_id'),
          'changed.id',
          sql<'allowed'>`${oldStatus}`.as('old_status'),
          sql<'blocked'>`${to}`.as('new_status'),
          sql<BlockReason>`${reason}`.as('reason'),
          sql<string | null>`${explanation ?? null}::text`.as('explanation'),
        ]),
    )
    .returning('contact_id')
    .execute();
  const events = changed.map(({ contact_id }) => ({
    type: 'block' as const,
    contact_id: contact_id!,
    old_status: oldStatus,
    new_status: to,
    reason,
    explanation,
  }));
  await publish(db, accountId, events);
  return changed.length;
}

/** Explanations of the blocks of contacts that are blocked now, as far as there are any. */
export async function explainBlocks(
  db: Db,
  accountId: number,
  contactIds: readonly number[],
): Promise<Map<number, string>> {
  if (contactIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('contact_block')
    .distinctOn('contact_id')
    .select(['contact_id', 'explanation'])
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`contact_id = any(${contactIds}::int8[])`)
    .orderBy('contact_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.flatMap(({ contact_id, explanation }) => (explanation ? [[contact_id!, explanation]] : [])));
}
