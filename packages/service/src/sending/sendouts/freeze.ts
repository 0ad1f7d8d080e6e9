import { sql } from 'kysely';
import { type ContactFilter, memberCondition } from '../../audiences/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import { contactsMatching } from '../../people/index.ts';
import type { JsonText } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import { isWanted } from '../../platform/events/publish.ts';
import { type LeftOut, publishFiltered } from '../deliveries/publish-filtered.ts';
import { batchSize } from '../deliveries/queue.ts';
import { refusalReason } from '../deliveries/refusal-reason.ts';
import { sparingReasons } from '../deliveries/spared.ts';
import { isDrawn } from '../experiments/draw.ts';
import type { StoredExperiment } from '../experiments/store.ts';
import { noLimit } from '../obstacles/audience.ts';
import { dueOfWave, waveOfContact } from './local-waves.ts';
import { type Spread, spreadRecipients } from './spread.ts';

/** The contacts of an experiment that a mailing goes to: those of a part, or, if it is undefined, those who were not drawn. */
export interface Drawn {
  experiment: StoredExperiment;
  part: number | undefined;
  /** When the part gets its mails; null for at once. */
  startsAt: Date | null;
}

/**
 * Fixes who gets a mailing: the members of the target group at this moment, less those that must not, by one statement,
 * and then when each of them gets it. Of more than `contacts_limit` those are taken whose hash is lowest, so that a higher
 * limit has the same ones and some more. Gives the number of recipients. In a transaction that holds the mailing's lock.
 * @param drawn those of an experiment whom alone it goes to; who was not drawn comes to recipients that it has already
 */
export async function freezeRecipients(
  db: Db,
  mailing: Mailing,
  filter: ContactFilter,
  spread: Spread | undefined,
  drawn?: Drawn,
): Promise<number> {
  const { account_id, id, contacts_limit } = mailing;
  const local = spread && 'waves' in spread ? spread : undefined;
  // A variant that is sent later keeps the contacts who have left the target group meanwhile: without them, parts could not be compared.
  const isLater = drawn?.part !== undefined && drawn.startsAt !== null;
  const members = contactsMatching(db, account_id, isLater ? anybody : memberCondition(filter))
    .$if(drawn !== undefined, (query) => query.where(isDrawn(drawn!.experiment, drawn!.part)))
    .select(['contact.id', refusalReason(mailing).as('reason'), (local ? waveOfContact(local) : noWave).as('wave')]);
  const limited =
    contacts_limit === noLimit
      ? sql`select id, reason, wave from member`
      : sql`select id, wave, coalesce(reason, case when ${contacts_limit} < row_number()
          over (partition by reason is null order by hashint8extended(id, ${id}::int8), id) then 'contacts_limit' end)
          as reason from member`;
  const leftOut = (await isWanted(db, account_id, 'filtered'))
    ? sql`(select json_agg(json_build_object('contactId', contact_id, 'reason', reason) order by contact_id)
        from part, unnest(contact_ids) as contact_id where reason is not null)`
    : sql`null`;
  const batched =
    spread && !local
      ? sql`select`
      : sql`
      insert into recipient_batch (account_id, mailing_id, contact_ids, due_at)
      select ${account_id}::int8, ${id}::int8, contact_ids, ${local ? dueOfWave(local, sql`wave`) : sql`now()`}
      from part where reason is null order by wave, number`;
  await sortInMemory(db);
  // Sorted and put together once, for recipients, batches and counts alike.
  const { rows } = await sql<Frozen>`
    with member as (${members}), part as materialized (
      select reason, wave, number, array_agg(id) as contact_ids
      from (
        select id, reason, wave, (row_number() over (partition by reason, wave order by id) - 1) / ${batchSize} as number
        from (${limited}) as evaluated
      ) as numbered
      group by reason, wave, number
    ), inserted as (
      insert into recipient (account_id, mailing_id, contact_id, wave)
      select ${account_id}::int8, ${id}::int8, unnest(contact_ids), wave
      from (select contact_ids, wave from part where reason is null order by wave, number) as ordered
    ), spared as (
      insert into spared_contact (account_id, mailing_id, contact_id, reason)
      select ${account_id}::int8, ${id}::int8, unnest(contact_ids), reason from part where reason = any(${sparingReasons}::text[])
      on conflict do nothing
    ), batched as (${batched}), counted as (
      select reason, sum(cardinality(contact_ids))::int8 as number from part group by reason
    ), of_wave as (
      select wave, sum(cardinality(contact_ids))::int8 as number from part where reason is null and wave is not null group by wave
    )
    select (select coalesce(sum(number), 0)::int8 from counted where reason is null) as recipients,
      (select coalesce(jsonb_object_agg(reason, number), '{}') from counted where reason is not null) as removed,
      (select coalesce(jsonb_object_agg(wave, number), '{}') from of_wave) as of_wave,
      ${leftOut} as left_out`.execute(db);
  const { recipients, removed, left_out, of_wave } = rows[0]!;
  await publishFiltered(db, { account_id, id }, left_out ?? []);
  if (spread && !('waves' in spread)) await spreadRecipients(db, mailing, spread);
  const waves = local?.waves.map(({ contacts: _, ...wave }, index) => ({ ...wave, recipients: of_wave[index] ?? 0 }));
  const isMore = drawn !== undefined && drawn.part === undefined;
  await db
    .updateTable('sendout')
    .set(
      isMore
        ? { recipients: sql<number>`coalesce(recipients, 0) + ${recipients}`, removed: summed(removed) }
        : { frozen_at: sql<Date>`now()`, recipients, removed: json(removed), waves: waves ? json(waves) : null },
    )
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .execute();
  return recipients;
}

const anybody = () => sql<boolean>`true`;

interface Frozen {
  recipients: number;
  removed: Record<string, number>;
  /** Numbers of recipients by wave. */
  of_wave: Record<number, number>;
  left_out: LeftOut[] | null;
}

/** Of recipients of a sendout that is not by local time. */
const noWave = sql<number | null>`null::int2`;

/** Counts of contacts who are no recipients, with those of the part that was fixed before. */
const summed = (more: Record<string, number>) => sql<JsonText<Record<string, number>>>`(
  select coalesce(jsonb_object_agg(reason, contacts), '{}') from (
    select key as reason, sum(value::int8) as contacts
    from (select * from jsonb_each_text(removed) union all select * from jsonb_each_text(${json(more)})) as each
    group by key) as sums)`;

/** Half a million contacts are joined and sorted without the disk, up to the end of the transaction; on a server with room for it. */
async function sortInMemory(db: Db): Promise<void> {
  await sql`
    select set_config('work_mem', '64MB', true)
    where pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('64MB')
      and pg_size_bytes(current_setting('shared_buffers')) >= pg_size_bytes('128MB')`.execute(db);
}
