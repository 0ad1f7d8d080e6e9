import type { Db } from '../../platform/database/schema.ts';
import { newToken } from '../../platform/http/link-token.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import type { JobHandler, RunningJob } from '../../platform/queue/job.ts';
import { MailTemplates, type MailTransport, takeFromDomain } from '../../sending/index.ts';
import { readMailSources } from './mail-sources.ts';
import {
  findWaitingMail,
  insertToken,
  type OptInMail,
  type OptInMailOutcome,
  type SendOptInMail,
  sendOptInMailKind,
  settleMail,
} from './mails.ts';
import { maxAttempts, retryMinutes } from './rules.ts';

/** Where mails go, and where their links lead to. */
export interface OptInMailEnvironment {
  transport: MailTransport;
  publicUrl: string;
}

/**
 * Sends the mail of a double opt-in. A process that ends between handing a mail over and writing that down leaves it to the
 * next one, which sends it once more: with the same Message-ID and another link, both of which are good.
 */
export function sendOptInMailJob(environment: OptInMailEnvironment): JobHandler<SendOptInMail> {
  const templates = new MailTemplates();
  return {
    ...sendOptInMailKind,
    concurrency: 5,
    maxAttempts,
    backOffMillis: (attempts) => retryMinutes(attempts) * 60_000,
    async run(db, { requestId }, job) {
      const mail = await findWaitingMail(db, job.accountId, requestId);
      if (mail === undefined) return;
      const outcome = await sendMail(db, environment, templates, mail, job).catch((failure: Error) => {
        if (job.attempt < maxAttempts) throw failure;
        return { state: 'failed' as const, reason: 'failure of the service' };
      });
      if (outcome === undefined) return;
      if ('until' in outcome) {
        const { accountId } = job;
        const later = { accountId, key: String(requestId), payload: { requestId }, dueAt: outcome.until };
        await enqueue<SendOptInMail>(db, sendOptInMailKind, later);
        return;
      }
      if (outcome.state === 'waiting') {
        await settleMail(db, mail, outcome);
        // Not in the words of the server, which may name the recipient: those of failed jobs go to the log.
        throw new Error('The mail was temporarily not accepted.');
      }
      await db.transaction().execute(async (transaction) => {
        await job.complete(transaction);
        await settleMail(transaction, mail, outcome);
      });
    },
  };
}

/**
 * Undefined when there is nothing to send: the mail was erased, or waits until its mailing is released. With a time when the
 * limit of the contact's domain lets no mail through before.
 */
async function sendMail(
  db: Db,
  { transport, publicUrl }: OptInMailEnvironment,
  templates: MailTemplates,
  mail: OptInMail,
  { attempt }: RunningJob,
): Promise<OptInMailOutcome | { until: Date } | undefined> {
  const read = await readMailSources(db, mail);
  if (read === undefined) return undefined;
  if ('skip' in read) return { state: 'skipped', reason: read.skip };
  const { account, mailing, contact } = read.sources;
  const until = await takeFromDomain(db, account.id, contact.email.slice(contact.email.lastIndexOf('@') + 1));
  if (until) return { until };
  const { token, hash } = newToken();
  if (!(await insertToken(db, mail, hash))) return undefined;
  const template = await templates.of(db, account, mailing, 'automatic');
  const pages = { DOI_CONFIRM: () => `${publicUrl}/doi/${token}` };
  const refusal = await transport.send(await template({ contact, messageId: mail.message_id, pages }));
  if (refusal === undefined) return { state: 'sent' };
  const { permanent, message: reason } = refusal;
  return { state: permanent || attempt >= maxAttempts ? 'failed' : 'waiting', reason };
}
