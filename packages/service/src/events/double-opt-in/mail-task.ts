import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { newToken } from '../../platform/http/link-token.ts';
import { inParallel } from '../../platform/tasks/in-parallel.ts';
import type { Task } from '../../platform/tasks/worker.ts';
import { type MailRefusal, MailTemplates, type MailTransport } from '../../sending/index.ts';
import { readMailSources } from './mail-sources.ts';
import {
  claimMails,
  insertToken,
  keepMails,
  type OptInMail,
  type OptInMailOutcome,
  renewalMillis,
  settleMail,
} from './mails.ts';
import { retryMinutes } from './rules.ts';

/** Mails that are under way at the same time. */
const parallel = 5;

/** Where mails go, and where their links lead to. */
export interface OptInMailEnvironment {
  transport: MailTransport;
  publicUrl: string;
}

/**
 * Sends the mails of double opt-in. A process that ends between handing a mail over and writing that down leaves it to the
 * next one, which sends it once more: with the same Message-ID and another link, both of which are good.
 */
export function optInMailTask(environment: OptInMailEnvironment): Task {
  const templates = new MailTemplates();
  return {
    name: 'mails of double opt-in',
    async run(db) {
      const mails = await claimMails(db, parallel);
      const failures: unknown[] = [];
      const renewal = setInterval(() => keepMails(db, mails).catch(() => {}), renewalMillis);
      await inParallel(parallel, mails, async (mail) => {
        const failure = await sendOrTryLater(db, environment, templates, mail);
        if (failure !== undefined) failures.push(failure);
      });
      clearInterval(renewal);
      if (failures.length > 0) throw failures[0];
      return mails.length > 0;
    },
  };
}

/** A failure of our own, to be told to the operator; it does not keep the other mails. */
async function sendOrTryLater(
  db: Kysely<Schema>,
  environment: OptInMailEnvironment,
  templates: MailTemplates,
  mail: OptInMail,
): Promise<unknown> {
  try {
    await sendMail(db, environment, templates, mail);
    return undefined;
  } catch (failure) {
    // If the database itself is what fails, the lease leads to the next attempt.
    await settleMail(db, mail, tryLater(mail, 'failure of the service')).catch(() => {});
    return failure;
  }
}

async function sendMail(
  db: Kysely<Schema>,
  { transport, publicUrl }: OptInMailEnvironment,
  templates: MailTemplates,
  mail: OptInMail,
): Promise<void> {
  const read = await readMailSources(db, mail);
  if (read === undefined) return;
  if ('skip' in read) return settleMail(db, mail, { state: 'skipped', reason: read.skip });
  const { token, hash } = newToken();
  if (!(await insertToken(db, mail, hash))) return;
  const { account, mailing, contact } = read.sources;
  const template = await templates.of(db, account, mailing, 'automatic');
  const pages = { DOI_CONFIRM: () => `${publicUrl}/doi/${token}` };
  const refusal = await transport.send(await template({ contact, messageId: mail.message_id, pages }));
  await settleMail(db, mail, refusal === undefined ? { state: 'sent' } : afterRefusal(mail, refusal));
}

function afterRefusal(mail: OptInMail, { permanent, message }: MailRefusal): OptInMailOutcome {
  return permanent ? { state: 'failed', reason: message } : tryLater(mail, message);
}

function tryLater({ attempts }: OptInMail, reason: string): OptInMailOutcome {
  const minutes = retryMinutes(attempts);
  return minutes === undefined ? { state: 'failed', reason } : { state: 'waiting', minutes, reason };
}
