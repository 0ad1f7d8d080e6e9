import { badRequest, type Handlers, notFound } from '@mailwright/server';
import { findContacts, parseEmail } from '../../people/index.ts';
import { formatIsoDateTime } from '../../platform/time/format.ts';
import {
  currentCheck,
  failureFindings,
  finishCheck,
  keepingAlive,
  nobody,
  presentable,
  type SendoutResult,
  sendTestMails,
  startCheck,
  testOutcome,
} from '../../quality/index.ts';
import type { Context } from '../context.ts';
import { requireMailing } from '../mailings/require.ts';
import { requireTestTargetGroup } from '../target-groups/require.ts';
import { requireRecipients, requireSendable } from './require.ts';

/** Test mails: to one address, and to a test target group. */
export const testSendoutHandlers = {
  async sendMailingTestEmail({ mailingid, email, format = 'auto' }, context) {
    const mailing = await requireMailing(context, mailingid);
    const parsed = parseEmail(email);
    if (parsed === undefined) throw badRequest(`email must be an email address but was ${email}`);
    const { html, text_body } = await requireSendable(context, mailing);
    if ((format === 'html' && !html) || (format === 'text' && !text_body)) {
      throw badRequest(`format must be a content that the mailing has, but it has no ${format}`);
    }
    const [contact] = await findContacts(context.db, context.accountId, { email: parsed });
    const recipient = contact ? { ...contact, email: parsed.address } : nobody(parsed.address);
    const options = format === 'auto' ? {} : { only: format };
    const { failures } = await sendTestMails(context, mailing, [{ contact: recipient }], options);
    if (failures[0]) throw badRequest(`The mail was not taken: ${failures[0].message}`);
  },

  async startMailingTestSendout({ mailingid, test_targetgroup_id }, context) {
    const mailing = await requireMailing(context, mailingid);
    const group = await requireTestTargetGroup(context, test_targetgroup_id);
    await requireSendable(context, mailing);
    const recipients = await requireRecipients(context, group);
    const run = await startCheck(context.db, mailing, 'testsendout');
    if (run === undefined) throw badRequest(`A test sendout of mailing ${mailingid} is in progress.`);
    const mails = recipients.map((contact) => ({ contact }));
    const sending = keepingAlive(context.db, run, () => sendTestMails(context, mailing, mails));
    const result = await sending.catch(async (error) => {
      await finishCheck(context.db, run, 'failed', { sent: 0, failures: [] });
      throw error;
    });
    await finishCheck(context.db, run, testOutcome(result), result);
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
