import { type Account, findAccount } from '../../account/index.ts';
import { findMailing, listProperties, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { clockFrom } from '../../platform/time/clock.ts';
import { TemplateError } from '../../templates/index.ts';
import { type Occasion, parseOccasion } from '../../tracking/index.ts';
import { ForeignSenderError } from '../mail/compile-mail.ts';
import type { MailTemplates } from '../mail/templates.ts';
import { type Batch, type BatchChoice, claimBatch, releaseBatch } from './batches.ts';
import { isLimited } from './delivery-limit.ts';
import type { MailSource, MakeMail } from './mail-source.ts';
import type { UncertainPolicy } from './outcome.ts';
import { recoverRecipients, skipWaiting, type WaitingRecipient, waitingRecipients } from './recipients.ts';

/** Property of a mailing that says what becomes of mails that may have been handed over before a crash. */
const policyProperty = 'uncertain_mails';
/** Property of a mailing that names the relay that its mails go through. */
const relayProperty = 'relay';

/** A batch that this process works on. */
export interface Lease {
  batch: Batch;
  account: Account;
  mailing: Mailing;
  occasion: Occasion;
  source: MailSource;
  /** Undefined until the lease is open. */
  makeMail: MakeMail | undefined;
  policy: UncertainPolicy;
  /** Name of the relay that the mailing wants. */
  relay: string | undefined;
  /** A contact gets mails of the mailing only so often. */
  isLimited: boolean;
  /** The clock of the database, by which mails are due. */
  now: () => Date;
  /** When its sendout began; undefined for other mails. */
  startedAt: Date | undefined;
  /** Recipients that are not in flight yet. */
  waiting: WaitingRecipient[];
  /** How many are in flight, or about to be, or finished and no statement settles them yet. */
  underWay: number;
  /** How many are finished, and a statement that settles them is under way. */
  unsettled: number;
}

/** Claims a batch; undefined when there is none. No mail of it is made until the lease is opened. */
export async function takeLease(
  db: Db,
  sourceOf: (batch: Batch) => MailSource,
  owner: string,
  choice: BatchChoice,
): Promise<Lease | undefined> {
  const batch = await claimBatch(db, owner, choice);
  if (batch === undefined) return undefined;
  const now = clockFrom(batch.claimed_at);
  const mailing = await findMailing(db, batch.account_id, batch.mailing_id);
  if (mailing === undefined) return undefined;
  const account = await findAccount(db, batch.account_id);
  const properties = await listProperties(db, account.id, mailing.id);
  const giveUp = properties.some(({ key, value }) => key === policyProperty && value === 'give_up');
  const policy = giveUp ? 'give_up' : 'resend';
  const relay = properties.find(({ key }) => key === relayProperty)?.value ?? undefined;
  if (batch.attempt > 1) await recoverRecipients(db, batch, policy);
  // Occasions of an unknown form have no content of their own.
  const occasion = parseOccasion(batch.occasion) ?? { kind: 'transaction', key: batch.occasion };
  const source = sourceOf(batch);
  const waiting = await waitingRecipients(db, batch);
  const startedAt = batch.purpose === 'campaign' ? await startOf(db, mailing) : undefined;
  const makeMail = undefined;
  return {
    batch,
    account,
    mailing,
    occasion,
    source,
    makeMail,
    policy,
    relay,
    isLimited: await isLimited(db, mailing),
    now,
    startedAt,
    waiting,
    underWay: 0,
    unsettled: 0,
  };
}

/** Reads and compiles what the mails of a lease share. A content that cannot be compiled fails each of them. */
export async function openLease(db: Db, lease: Lease, templates: MailTemplates): Promise<void> {
  const { account, mailing, occasion } = lease;
  const opened = await lease.source.open(db, { account, mailing, occasion, templates }).catch(async (error: Error) => {
    if (error instanceof ForeignSenderError) return { skip: error.message };
    if (error instanceof TemplateError) return () => Promise.reject(error);
    // Whoever deletes a mailing meanwhile must not stop the mails of others.
    if ((await findMailing(db, account.id, mailing.id)) === undefined) return { skip: 'erased' };
    throw error;
  });
  if ('skip' in opened) {
    await skipWaiting(db, lease.batch, opened.skip);
    lease.waiting = [];
  } else {
    lease.makeMail = opened;
  }
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
