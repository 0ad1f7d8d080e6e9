import { type RawBuilder, type Selectable, sql } from 'kysely';
import { noteEvents } from '../../journal/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { unseenList } from '../../platform/database/unseen-list.ts';
import { publish } from '../../platform/events/publish.ts';
import type { NewStep } from '../../sending/index.ts';
import { formatOccasion } from '../../tracking/index.ts';
import type { TransactionalState, TransactionalStepName, TransactionalStepTable } from '../tables.ts';

declare module '../../platform/events/publish.ts' {
  interface EventData {
    transactional_mail: {
      contact_id?: number | undefined;
      mail_id: string;
      step: TransactionalStepName;
      code?: number | undefined;
      tags: readonly string[];
    };
  }
}

export type TransactionalStep = Pick<Selectable<TransactionalStepTable>, 'step' | 'at' | 'code' | 'reason'>;

/** The state that a mail has after a step; `undefined` if it keeps its state. */
function stateAfter(step: TransactionalStepName): TransactionalState | undefined {
  if (step === 'accepted') return 'waiting';
  return step === 'complained' || isRecordedOnce(step) ? undefined : step;
}

/** Acts of the recipient, which a story has once each; clicks once for each origin. */
const onceSteps = ['opened', 'clicked', 'unsubscribed'] as const;
const isRecordedOnce = (step: TransactionalStepName): step is (typeof onceSteps)[number] =>
  onceSteps.some((once) => once === step);

/** Steps that a mail keeps: who has its return path must not fill the table. */
const maxSteps = 100;
/** Characters of a reason that are kept. */
const maxReason = 1000;

/**
 * Records steps of mails and tells webhooks of them, in the caller's transaction. Deletes contents of which all mails have
 * come to an end. Ignores mails that are deleted, and repeated acts of a recipient.
 */
export async function recordSteps(db: Db, accountId: number, steps: readonly NewStep[]): Promise<void> {
  if (steps.length === 0) return;
  const given = steps.map(({ mailId, step, code, reason }) => {
    return { mail_id: mailId, step, state: stateAfter(step), code, reason: reason?.slice(0, maxReason) };
  });
  await record(
    db,
    accountId,
    steps.map(({ mailId }) => mailId),
    sql`
      select * from json_to_recordset(${JSON.stringify(given)}::json)
        as given (mail_id uuid, step text, state text, code int4, reason text)`,
  );
}

/** Records in the same way with which steps mails of a mailing have come to an end, as their recipients say. */
export async function recordEnds(db: Db, { account_id, id }: Mailing, mailIds: readonly string[]): Promise<void> {
  const occasions = mailIds.map((mailId) => formatOccasion({ kind: 'transactional', mailId }));
  await record(
    db,
    account_id,
    mailIds,
    sql`
      select mail.id as mail_id, step, step as state, code, left(reason, ${sql.lit(maxReason)}) as reason
      from transactional_mail as mail
      join unnest(${unseenList(mailIds, 'uuid')}, ${unseenList(occasions, 'text')}) as ended (id, occasion) on ended.id = mail.id
      join recipient on recipient.account_id = ${account_id} and recipient.mailing_id = ${id}
        and recipient.contact_id = mail.contact_id and recipient.occasion = ended.occasion
      join (values ('sent', 'delivered'), ('failed', 'failed'), ('skipped', 'skipped')) as last (recipient_state, step)
        on recipient_state = recipient.state
      where mail.account_id = ${account_id} and mail.id = any(${unseenList(mailIds, 'uuid')})`,
  );
}

/**
 * @param mailIds of the given steps, for the planner, which takes a list in JSON for one of a hundred mails
 * @param given query of the columns mail_id, step, state, code and reason
 */
async function record(
  db: Db,
  accountId: number,
  mailIds: readonly string[],
  given: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<RecordedStep & { content_id: number }>`
    with given as (${given}), changed as (
      update transactional_mail as mail set state = coalesce(given.state, mail.state)
      from given
      where mail.account_id = ${accountId} and mail.id = given.mail_id and mail.id = any(${unseenList(mailIds, 'uuid')})
        and ${maxSteps} > (
        select count(*) from transactional_step as step
        where step.account_id = ${accountId} and step.mail_id = given.mail_id)
        and not (given.step = any(${[...onceSteps]}::text[]) and exists (
          select from transactional_step as step
          where step.account_id = ${accountId} and step.mail_id = given.mail_id and step.step = given.step
            and step.reason is not distinct from given.reason))
      returning mail.id, mail.contact_id, mail.content_id, mail.tags
    ), noted as (
      insert into transactional_step (account_id, mail_id, step, code, reason)
      select ${accountId}::int8, mail_id, step, code, reason from given join changed on changed.id = mail_id
      returning id
    ), journaled as (${noteEvents(accountId, 'step', sql`select id from noted`)})
    select mail_id, contact_id, content_id, step, code, tags from given join changed on changed.id = mail_id`.execute(
    db,
  );
  await publishSteps(db, accountId, rows);
  const ended = rows.filter(({ step }) => step === 'delivered' || step === 'failed' || step === 'skipped');
  await deleteUnusedContents(
    db,
    accountId,
    ended.map(({ content_id }) => content_id),
  );
}

interface RecordedStep {
  mail_id: string;
  /** 0 if the address is no contact's. */
  contact_id: number;
  step: TransactionalStepName;
  code: number | null;
  tags: readonly string[];
}

/** Tells webhooks of steps, in the transaction that records them. */
export function publishSteps(db: Db, accountId: number, steps: readonly RecordedStep[]): Promise<void> {
  const events = steps.map(({ mail_id, contact_id, step, code, tags }) => ({
    type: 'transactional_mail' as const,
    ...(contact_id === 0 ? {} : { contact_id }),
    mail_id,
    step,
    code: code ?? undefined,
    tags,
  }));
  return publish(db, accountId, events);
}

/** Deletes contents of which no mail is to be sent any more. */
export async function deleteUnusedContents(db: Db, accountId: number, contentIds: readonly number[]): Promise<void> {
  if (contentIds.length === 0) return;
  await sql`
    delete from transactional_content as content
    where account_id = ${accountId} and id = any(${unseenList([...new Set(contentIds)])}) and not exists (
      select from transactional_mail as mail
      where mail.account_id = ${accountId} and mail.content_id = content.id and state in ('waiting', 'deferred'))`.execute(
    db,
  );
}

export async function storyOf(db: Db, accountId: number, mailId: string): Promise<TransactionalStep[]> {
  return db
    .selectFrom('transactional_step')
    .select(['step', 'at', 'code', 'reason'])
    .where('account_id', '=', accountId)
    .where('mail_id', '=', mailId)
    .orderBy('id')
    .execute();
}
