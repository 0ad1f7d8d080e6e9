import { badRequest, type Handlers, notFound } from '@mailwright/server';
import { findContent, missingParts } from '../../mailings/index.ts';
import { formatIsoDateTime } from '../../platform/time/format.ts';
import {
  approvalOutcome,
  currentCheck,
  finishCheck,
  listApprovals,
  type SendoutResult,
  sendForApproval,
  startCheck,
  testRecipients,
} from '../../quality/index.ts';
import type { Context } from '../context.ts';
import { requireMailingOfType } from '../mailings/require.ts';
import { requireTestTargetGroup } from '../target-groups/require.ts';

/** The approval sendout (service description 4.1). */
export const approvalHandlers = {
  async startMailingApproval({ mailingid, test_targetgroup_id }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    const group = await requireTestTargetGroup(context, test_targetgroup_id);
    const missing = missingParts(mailing, await findContent(context.db, mailing)).filter(
      (part) => part !== 'target group',
    );
    if (missing.length > 0)
      throw badRequest(`Mailing with id ${mailingid} cannot be sent; missing: ${missing.join(', ')}.`);
    const recipients = await testRecipients(context, group);
    if (recipients.length === 0) throw badRequest(`Target group ${group.id} has no contact that mail can be sent to.`);
    if (!(await startCheck(context.db, mailing, 'approval'))) {
      throw badRequest(`An approval sendout of mailing ${mailingid} is in progress.`);
    }
    const result = await sendForApproval(context, mailing, recipients).catch(async (error) => {
      await finishCheck(context.db, mailing, 'approval', 'failed', { sent: 0, failures: [] });
      throw error;
    });
    await finishCheck(context.db, mailing, 'approval', approvalOutcome(result.sent, [null]), result);
  },

  async getMailingApproval({ mailingid }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    const check = await currentCheck(context.db, mailing, 'approval');
    if (check === undefined) throw notFound(`The approval of mailing with id ${mailingid} is not available.`);
    const approvals = await listApprovals(context.db, mailing);
    const decisions = approvals.map(({ decision }) => decision);
    return {
      mailingid,
      timestamp: formatIsoDateTime(check.finished_at),
      state: approvalOutcome((check.result as SendoutResult).sent, decisions),
      approvals: approvals.map(({ email, decision, comment, created_at, decided_at }) => ({
        email,
        decision: decision ?? 'open',
        timestamp: formatIsoDateTime(decided_at ?? created_at),
        ...(comment === null ? {} : { comment }),
      })),
    };
  },
} satisfies Partial<Handlers<Context>>;
