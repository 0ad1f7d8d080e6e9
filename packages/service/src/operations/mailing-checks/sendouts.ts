import { badRequest, type Handlers, notFound, reply } from '@mailwright/server';
import { findContacts, parseEmail } from '../../people/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import { formatIsoDateTime } from '../../platform/time/format.ts';
import {
  currentCheck,
  endOfSendout,
  endOfTestMail,
  failureFindings,
  presentable,
  type SendoutResult,
  startTestMail,
  startTestSendout,
} from '../../quality/index.ts';
import type { Context } from '../context.ts';
import { requireMailing } from '../mailings/require.ts';
import { requireTestTargetGroup } from '../target-groups/require.ts';
import { checkCompilable, requireRecipients, requireSendable } from './require.ts';
import { requireTestGroup, requireTestReader } from './require-test-recipient.ts';

/** Test mails: to one address, and to a test target group. */
export const testSendoutHandlers = {
  async sendMailingTestEmail({ mailingid, email, format = 'auto' }, context) {
    const mailing = await requireMailing(context, mailingid);
    const parsed = parseEmail(email);
    if (parsed === undefined) throw badRequest(`email must be an email address but was ${email}`);
    await requireTestReader(context, parsed);
    await requireSendable(context, mailing);
    const only = format === 'auto' ? undefined : format;
    await checkCompilable(context, mailing, { only });
    const { db, accountId } = context;
    const [contact] = await findContacts(db, accountId, { email: parsed });
    const mail = { email: parsed.address, contact, only, startedBy: context.userId };
    const run = await retrying(() =>
      db.transaction().execute((transaction) => startTestMail(transaction, mailing, mail)),
    );
    const end = endOfTestMail(db, run);
    context.wakeWorker();
    const ended = await end;
    if (ended?.state === 'failed') throw badRequest(`The mail was not accepted: ${ended.reason}`);
    if (ended?.state === 'skipped') throw badRequest(`The mail was not sent: ${ended.reason}`);
    return ended?.state === 'waiting' ? reply(200, undefined, { 'test-mail-state': 'waiting' }) : reply(200);
  },

  async startMailingTestSendout({ mailingid, test_targetgroup_id }, context) {
    const mailing = await requireMailing(context, mailingid);
    const group = await requireTestTargetGroup(context, test_targetgroup_id);
    await requireTestGroup(context, group);
    await requireSendable(context, mailing);
    const recipients = await requireRecipients(context, group);
    const run = await startTestSendout(context.db, mailing, 'testsendout', recipients, context.userId ?? null);
    if (run === undefined) throw badRequest(`A test sendout of mailing ${mailingid} is already running.`);
    context.wakeWorker();
    context.afterCommit((db) => endOfSendout(db, run));
  },

  async getMailingTestSendout({ mailingid }, context) {
    const mailing = await requireMailing(context, mailingid);
    const check = await currentCheck(context.db, mailing, 'testsendout');
    if (check === undefined) throw notFound(`The test sendout of mailing with id ${mailingid} is not available.`);
    return {
      mailingid,
      timestamp: formatIsoDateTime(check.finished_at),
      state: check.state,
      findings: presentable(failureFindings(check.result as SendoutResult)),
    };
  },
} satisfies Partial<Handlers<Context>>;
