import { type Account, findAccount } from '../../account/index.ts';
import { findMailing, listProperties, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { clockFrom } from '../../platform/time/clock.ts';
import { signingKey } from '../../tracking/index.ts';
import type { MailTemplate } from '../mail/compile-mail.ts';
import { type OccasionContent, occasionContent } from '../mail/occasions.ts';
import type { MailTemplates } from '../mail/templates.ts';
import { type Batch, claimBatch, releaseBatch } from './batches.ts';
import type { UncertainPolicy } from './outcome.ts';
import { recoverRecipients, type Waiting, waitingRecipients } from './recipients.ts';

/** Property of a mailing that says what becomes of mails that may have been handed over before a crash. */
const policyProperty = 'uncertain_mails';

/** A batch that this process works on. */
export interface Lease {
  batch: Batch;
  account: Account;
  mailing: Mailing;
  template: MailTemplate;
  /** Of the tokens in addresses. */
  key: Awaited<ReturnType<typeof signingKey>>;
  policy: UncertainPolicy;
  /** What the batch is sent for. */
  event: OccasionContent['event'];
  /** The clock of the database, by which mails are due. */
  now: () => Date;
  /** When its sendout began; undefined for mails that somebody waits for. */
  startedAt: Date | undefined;
  /** Who is not in flight yet. */
  waiting: Waiting[];
  /** How many are in flight, or finished and not settled. */
  underWay: number;
}

/** Claims a batch beside those that are held and reads all that it takes to send it; undefined when there is none. */
export async function takeLease(
  db: Db,
  templates: MailTemplates,
  owner: string,
  held: readonly Lease[],
): Promise<Lease | undefined> {
  const active = held.filter(({ waiting }) => waiting.length > 0).map(({ mailing }) => mailing.id);
  const ids = held.map(({ batch }) => batch.id);
  const batch = await claimBatch(db, owner, active, ids);
  if (batch === undefined) return undefined;
  const now = clockFrom(batch.claimed_at);
  const mailing = await findMailing(db, batch.account_id, batch.mailing_id);
  if (mailing === undefined) return undefined;
  const account = await findAccount(db, batch.account_id);
  const properties = await listProperties(db, account.id, mailing.id);
  const giveUp = properties.some(({ key, value }) => key === policyProperty && value === 'give_up');
  const policy = giveUp ? 'give_up' : 'resend';
  if (batch.attempt > 1) await recoverRecipients(db, batch, policy);
  const occasion = await occasionContent(db, account.id, mailing.id, batch.occasion);
  const purpose = mailing.type === 'regular' ? 'bulk' : 'automatic';
  const template = await templates.of(db, account, mailing, purpose, occasion);
  const key = await signingKey(db, account.id);
  const waiting = await waitingRecipients(db, batch);
  const startedAt = mailing.type === 'regular' ? await startOf(db, mailing) : undefined;
  const { event } = occasion;
  return { batch, account, mailing, template, key, policy, event, now, startedAt, waiting, underWay: 0 };
}

/** Gives a lease back; tells whether nothing of its batch is left. */
export async function endLease(db: Db, { batch }: Lease): Promise<boolean> {
  return releaseBatch(db, batch);
}

async function startOf(db: Db, { account_id, id }: Mailing): Promise<Date | undefined> {
  const sendout = await db
    .selectFrom('sendout')
    .select('frozen_at')
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .executeTakeFirst();
  return sendout?.frozen_at ?? undefined;
}
