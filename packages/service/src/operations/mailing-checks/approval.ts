import { badRequest, type Handlers, notFound } from '@mailwright/server';
import { formatIsoDateTime } from '../../platform/time/format.ts';
import {
  approvalOutcome,
  currentCheck,
  endOfSendout,
  failureFindings,
  listApprovals,
  presentable,
  type SendoutResult,
  startTestSendout,
} from '../../quality/index.ts';
import type { Context } from '../context.ts';
import { requireMailingOfType } from '../mailings/require.ts';
import { requireTestTargetGroup } from '../target-groups/require.ts';
import { requireRecipients, requireSendable } from './require.ts';
import { requireTestGroup } from './require-test-recipient.ts';

/** The approval sendout. */
export const approvalHandlers = {
  async startMailingApproval({ mailingid, test_targetgroup_id }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    const group = await requireTestTargetGroup(context, test_targetgroup_id);
    await requireTestGroup(context, group);
    await requireSendable(context, mailing);
    const recipients = await requireRecipients(context, group);
    const run = await startTestSendout(context.db, mailing, 'approval', recipients, context.userId ?? null);
    if (run === undefined) throw badRequest(`An approval sendout of mailing ${mailingid} is already running.`);
    context.wakeWorker();
    context.afterCommit((db) => endOfSendout(db, run));
  },

  async getMailingApproval({ mailingid }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    const check = await currentCheck(context.db, mailing, 'approval');
    if (check === undefined) throw notFound(`The approval of mailing with id ${mailingid} is not available.`);
    const approvals = await listApprovals(context.db, mailing);
    const decisions = approvals.map(({ decision }) => decision);
    const result = check.result as SendoutResult;
    return {
      mailingid,
      timestamp: formatIsoDateTime(check.finished_at),
      state: approvalOutcome(result.sent, decisions),
      approvals: approvals.map(({ email, decision, comment, created_at, decided_at }) => ({
        email,
        decision: decision ?? 'open',
        timestamp: formatIsoDateTime(decided_at ?? created_at),
        ...(comment === null ? {} : { comment }),
      })),
      findings: presentable(failureFindings(result)),
    };
  },
} satisfies Partial<Handlers<Context>>;
