import { type Selectable, sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { ApprovalTable, Db } from '../../platform/database/schema.ts';

export type Approval = Selectable<ApprovalTable>;

export interface NewApproval {
  contact_id: number;
  email: string;
  token_hash: Uint8Array;
}

/** Opens approvals of the mailing's present content; earlier ones of the mailing and their links end. */
export async function replaceApprovals(db: Db, mailing: Mailing, approvals: NewApproval[]): Promise<void> {
  const { account_id, id: mailing_id, content_version } = mailing;
  const rows = approvals.map((approval) => ({ ...approval, account_id, mailing_id, content_version }));
  const replace = async (transaction: Db) => {
    await transaction
      .deleteFrom('approval')
      .where('account_id', '=', account_id)
      .where('mailing_id', '=', mailing_id)
      .execute();
    await transaction.insertInto('approval').values(rows).execute();
  };
  await retrying(() => db.transaction().execute(replace));
}

export async function deleteApproval(db: Db, accountId: number, tokenHash: Uint8Array): Promise<void> {
  await db.deleteFrom('approval').where('account_id', '=', accountId).where('token_hash', '=', tokenHash).execute();
}

export async function listApprovals(db: Db, mailing: Mailing): Promise<Approval[]> {
  return db
    .selectFrom('approval')
    .selectAll()
    .where('account_id', '=', mailing.account_id)
    .where('mailing_id', '=', mailing.id)
    .where('content_version', '=', mailing.content_version)
    .orderBy('id')
    .execute();
}

/** The approval behind a link; the token itself says which account it belongs to. */
export async function findApproval(db: Db, tokenHash: Uint8Array): Promise<Approval | undefined> {
  return db.selectFrom('approval').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

export async function decide(
  db: Db,
  approval: Approval,
  decision: 'approved' | 'rejected',
  comment: string,
): Promise<void> {
  await db
    .updateTable('approval')
    .set({ decision, comment: comment === '' ? null : comment, decided_at: sql<Date>`now()` })
    .where('account_id', '=', approval.account_id)
    .where('id', '=', approval.id)
    .execute();
}

/** Removes what contacts were asked and what they answered. */
export async function deleteApprovalsOf(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('approval')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`contact_id = any(${contactIds}::int8[])`)
    .execute();
}
