import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { currentCheck } from '../checks/store.ts';
import { type ApprovalOutcome, approvalOutcome } from './outcome.ts';
import { listApprovals } from './store.ts';

/** Returns the result of the approval sendout for the current content, or `undefined` if there was none. */
export async function approvalState(db: Db, mailing: Mailing): Promise<ApprovalOutcome | undefined> {
  const check = await currentCheck(db, mailing, 'approval');
  if (check === undefined) return undefined;
  const decisions = (await listApprovals(db, mailing)).map(({ decision }) => decision);
  return approvalOutcome((check.result as { sent: number }).sent, decisions);
}

/** Why a mailing whose account demands an approval may not be sent; undefined when it may. */
export function approvalFault(state: ApprovalOutcome | undefined): string | undefined {
  switch (state) {
    case 'success':
      return undefined;
    case 'failed':
      return 'The approval that the account demands was refused.';
    case 'warning':
      return 'The approval that the account demands is not complete.';
    default:
      return 'The approval that the account demands is missing for the present content.';
  }
}
