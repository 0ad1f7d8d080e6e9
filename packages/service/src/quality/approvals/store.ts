import { type Selectable, sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { ApprovalTable } from '../tables.ts';

export type Approval = Selectable<ApprovalTable>;

/** Opens approvals of the mailing's present content; earlier ones of the mailing and their links end. */
export async function replaceApprovals(
  db: Db,
  mailing: Mailing,
  contacts: readonly { id: number; email: string }[],
): Promise<void> {
  const { account_id, id: mailing_id, content_version } = mailing;
  await db.deleteFrom('approval').where('account_id', '=', account_id).where('mailing_id', '=', mailing_id).execute();
  const rows = contacts.map(({ id, email }) => ({ account_id, mailing_id, content_version, contact_id: id, email }));
  await db.insertInto('approval').values(rows).execute();
}

/** Key of an approval: the mailing and the approver. */
export interface ApprovalMail {
  account_id: number;
  mailing_id: number;
  contact_id: number | null;
}

/** Keeps the hash of the token in the link of an attempt. False when the contact was erased, or is asked anew. */
export async function insertApprovalToken(db: Db, mail: ApprovalMail, hash: Uint8Array): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('approval_token')
    .columns(['account_id', 'approval_id', 'hash'])
    .expression(
      db
        .selectFrom('approval')
        .select(['account_id', 'id', sql.val(hash).as('hash')])
        .where('account_id', '=', mail.account_id)
        .where('mailing_id', '=', mail.mailing_id)
        .where('contact_id', '=', mail.contact_id),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes the approvals of contacts who were not asked, for their mails were not sent. */
export async function deleteApprovals(
  db: Db,
  { accountId, mailingId }: { accountId: number; mailingId: number },
  contactIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('approval')
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .where(sql<boolean>`contact_id = any(${contactIds}::int8[])`)
    .execute();
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
  return db
    .selectFrom('approval_token')
    .innerJoin('approval', (join) =>
      join.onRef('approval.account_id', '=', 'approval_token.account_id').onRef('approval.id', '=', 'approval_id'),
    )
    .selectAll('approval')
    .where('approval_token.hash', '=', tokenHash)
    .executeTakeFirst();
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
