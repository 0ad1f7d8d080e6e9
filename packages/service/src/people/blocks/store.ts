import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
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

/** Why contacts are blocked, and for how long. */
interface BlockDetails {
  /** Why in words, for whoever asks later. */
  explanation?: string;
  /** When the block ends by itself; never if undefined. */
  until?: Date;
}

/**
 * Blocks the contacts that fulfil the condition, in one statement, and logs each change. Who is blocked already stays so
 * for the first reason; but a block without an end replaces one that has an end. Returns how many were blocked.
 */
export async function blockContacts(
  db: Db,
  accountId: number,
  condition: Condition,
  reason: BlockReason,
  { explanation, until }: BlockDetails = {},
) {
  return inTransaction(db, (transaction) =>
    change(transaction, accountId, {
      to: 'blocked',
      reason,
      explanation,
      ...(until && { until: sql<Date>`${until}::timestamptz` }),
      who: (contact) => {
        const isFree = contact('blocked_at', 'is', null);
        const mayBlock = until ? isFree : contact.or([isFree, contact('blocked_until', 'is not', null)]);
        return contact.and([mayBlock, condition(contact)]);
      },
    }),
  );
}

/** Allows contacts again whose blocks have come to their end. To be called in a transaction. */
export async function endHolds(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await change(db, accountId, {
    to: 'allowed',
    reason: 'bounce_policy',
    until: sql<Date>`ended`,
    who: (contact) =>
      contact.and([
        sql<SqlBool>`id = any(${contactIds}::int8[])`,
        contact('block_reason', '=', 'bounce_policy'),
        contact('blocked_until', '<=', sql<Date>`now()`),
      ]),
  });
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
    until = sql<null>`null::timestamptz`,
    who,
  }: {
    to: 'blocked' | 'allowed';
    reason: BlockReason;
    explanation?: string | undefined;
    /** End of the block, or when it ended by itself. */
    until?: RawBuilder<Date | null>;
    who: Condition;
  },
): Promise<number> {
  const blocks = to === 'blocked';
  const changed = await db
    // Writers of several contacts take them in the order of their ids, so that they cannot deadlock.
    .with('concerned', (cte) =>
      cte
        .selectFrom('contact')
        .select(['id', 'blocked_at', 'blocked_until as ended'])
        .where('account_id', '=', accountId)
        .where(who)
        .orderBy('id')
        .forUpdate(),
    )
    .with('changed', (cte) =>
      cte
        .updateTable('contact')
        .from('concerned')
        .set({
          blocked_at: blocks ? sql<Date>`now()` : null,
          block_reason: blocks ? reason : null,
          blocked_until: blocks ? until : null,
          updated_at: sql<Date>`now()`,
        })
        .where('contact.account_id', '=', accountId)
        .whereRef('contact.id', '=', 'concerned.id')
        .returning(['contact.id', 'ended', sql<boolean>`concerned.blocked_at is not null`.as('was_blocked')]),
    )
    .insertInto('contact_block')
    .columns(['account_id', 'contact_id', 'old_status', 'new_status', 'reason', 'explanation', 'until'])
    .expression((insert) =>
      insert
        .selectFrom('changed')
        .select([
          sql<number>`${accountId}::int8`.as('account_id'),
          'changed.id',
          sql<'allowed'>`case when was_blocked then 'blocked' else 'allowed' end`.as('old_status'),
          sql<'blocked'>`${to}`.as('new_status'),
          sql<BlockReason>`${reason}`.as('reason'),
          sql<string | null>`${explanation ?? null}::text`.as('explanation'),
          until.as('until'),
        ]),
    )
    .returning(['contact_id', 'old_status'])
    .execute();
  const events = changed.map(({ contact_id, old_status }) => ({
    type: 'block' as const,
    contact_id: contact_id!,
    old_status,
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
