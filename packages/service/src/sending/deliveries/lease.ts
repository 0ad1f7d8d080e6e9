import { type Account, findAccountById } from '../../account/index.ts';
import { findMailing, listProperties, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { clockFrom } from '../../platform/time/clock.ts';
import { TemplateError } from '../../templates/index.ts';
import { type Occasion, parseOccasion } from '../../tracking/index.ts';
import { ForeignSenderError } from '../mail/compile-mail.ts';
import type { MailTemplates } from '../mail/templates.ts';
import { type Batch, type BatchChoice, claimBatches, releaseBatches } from './batches.ts';
import { type LimitScope, limitScope } from './delivery-limit.ts';
import type { MailSource, MakeMail, Occasions } from './mail-source.ts';
import type { UncertainPolicy } from './outcome.ts';
import { recoverRecipients, skipWaiting, type WaitingRecipient, waitingRecipients } from './recipients.ts';

/** Property of a mailing with the policy for mails that may have been handed over before a crash. */
const policyProperty = 'uncertain_mails';
/** Property of a mailing that names the relay that its mails go through. */
const relayProperty = 'relay';

/** Batches of one mailing and purpose that this process works on; several only of transactional mails. */
export interface Lease {
  /** The first of them. Mailing, purpose and priority are the same for all. */
  batch: Batch;
  /** Those that are not released yet. */
  batches: readonly Batch[];
  account: Account;
  mailing: Mailing;
  occasions: Occasions;
  source: MailSource;
  /** Undefined until the lease is open. */
  makeMail: MakeMail | undefined;
  policy: UncertainPolicy;
  /** Name of the relay that the mailing wants. */
  relay: string | undefined;
  /** Among which mails the number to one contact is limited; undefined if it is not. */
  limitScope: LimitScope | undefined;
  /** The clock of the database, by which mails are due. */
  now: () => Date;
  /** When its sendout began; undefined for other mails. */
  startedAt: Date | undefined;
  /** Recipients that are not in flight yet. */
  waiting: WaitingRecipient[];
  /** Number of recipients in flight, about to be, or finished and in no statement that settles them. */
  underWay: number;
  /** Number of finished recipients that a statement under way settles. */
  unsettled: number;
  /** Occasions of all recipients that are counted in `underWay` and `unsettled`, by the id of the recipient. */
  busy: Map<number, string>;
}

/** Claims batches that are due; returns `undefined` if none is. No mails are made until the lease is opened. */
export async function takeLease(
  db: Db,
  sourceOf: (batch: Batch) => MailSource,
  owner: string,
  choice: BatchChoice,
): Promise<Lease | undefined> {
  const batches = await claimBatches(db, owner, choice);
  const [batch] = batches;
  if (batch === undefined) return undefined;
  const now = clockFrom(batch.claimed_at);
  const { account_id, mailing_id } = batch;
  const [mailing, account, properties] = await Promise.all([
    findMailing(db, account_id, mailing_id),
    findAccountById(db, account_id),
    listProperties(db, account_id, mailing_id),
  ]);
  if (mailing === undefined || account === undefined) return undefined;
  const giveUp = properties.some(({ key, value }) => key === policyProperty && value === 'give_up');
  const policy = giveUp ? 'give_up' : 'resend';
  const relay = properties.find(({ key }) => key === relayProperty)?.value ?? undefined;
  const claimedAgain = batches.filter(({ attempt }) => attempt > 1);
  if (claimedAgain.length > 0) await recoverRecipients(db, claimedAgain, policy);
  const [occasion, ...others] = batches.map(occasionOf);
  const source = sourceOf(batch);
  const waiting = await waitingRecipients(db, batches);
  const startedAt = batch.purpose === 'campaign' ? await startOf(db, mailing) : undefined;
  const makeMail = undefined;
  return {
    batch,
    batches,
    account,
    mailing,
    occasions: [occasion!, ...others],
    source,
    makeMail,
    policy,
    relay,
    limitScope: await limitScope(db, account, mailing, batch.purpose),
    now,
    startedAt,
    waiting,
    underWay: 0,
    unsettled: 0,
    busy: new Map(),
  };
}

/** Occasions of an unknown form have no content of their own. */
const occasionOf = ({ occasion }: Batch) => parseOccasion(occasion) ?? { kind: 'transaction' as const, key: occasion };

/** Reads and compiles what the mails of a lease share. A content that cannot be compiled fails each of them. */
export async function openLease(db: Db, lease: Lease, templates: MailTemplates): Promise<void> {
  const { account, mailing, occasions } = lease;
  const opened = await lease.source.open(db, { account, mailing, occasions, templates }).catch(async (error: Error) => {
    if (error instanceof ForeignSenderError) return { skip: error.message };
    if (error instanceof TemplateError) return () => Promise.reject(error);
    // A mailing that is deleted meanwhile must not stop the mails of others.
    if ((await findMailing(db, account.id, mailing.id)) === undefined) return { skip: 'erased' };
    throw error;
  });
  if ('skip' in opened) {
    await skipWaiting(db, lease.batches, opened.skip);
    lease.waiting = [];
  } else {
    lease.makeMail = opened;
  }
}

/**
 * Returns the batches of a lease without recipients in flight or unsettled and, unless the engine is stopped, without
 * waiting ones.
 */
export function releasableBatches({ batches, waiting, busy }: Lease, isStopped: boolean): Batch[] {
  if (batches.length === 1) return busy.size === 0 && (isStopped || waiting.length === 0) ? [...batches] : [];
  const kept = new Set(busy.values());
  if (!isStopped) for (const { occasion } of waiting) kept.add(occasion);
  return batches.filter(({ occasion }) => !kept.has(occasion));
}

/** Releases batches of a lease; returns the occasions of those whose recipients have all ended. */
export async function releaseLeasedBatches(db: Db, batches: readonly Batch[]): Promise<Occasion[]> {
  const gone = new Set(await releaseBatches(db, batches));
  return batches.filter(({ occasion }) => gone.has(occasion)).map(occasionOf);
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
