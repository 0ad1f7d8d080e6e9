import { findConfirmationObstacle } from '../../events/index.ts';
import { type OutcomeReason, recordOutcome } from '../../outcomes/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { SignUpForm } from '../forms/store.ts';

/**
 * Records that somebody could not sign up with a form. The transaction of the sign-up has failed, so this is one of its own.
 * @param fault what the sign-up has failed with
 */
export async function recordUnusable(
  db: Db,
  form: SignUpForm,
  fault: { status: number; message: string },
): Promise<void> {
  const { account_id: accountId, id, saved_by, double_opt_in, doi_mailing } = form;
  const obstacle = double_opt_in ? await findConfirmationObstacle(db, accountId, doi_mailing ?? undefined) : undefined;
  const reason: OutcomeReason = obstacle
    ? { code: obstacle.code, ...(obstacle.mailing_id !== undefined && { mailing_id: obstacle.mailing_id }) }
    : fault.status === 409
      ? { code: 'contacts_full' }
      : { code: 'gave_up', message: fault.message };
  await db.transaction().execute((transaction) =>
    recordOutcome(transaction, accountId, {
      kind: 'form',
      objectId: id,
      startedBy: saved_by,
      result: 'failed',
      reasons: [{ ...reason, count: 1 }],
    }),
  );
}
