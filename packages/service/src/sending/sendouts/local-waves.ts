import { type RawBuilder, sql } from 'kysely';
import { findAccount } from '../../account/index.ts';
import { type ContactFilter, countMembers } from '../../audiences/index.ts';
import { localTimes, type Mailing, type Schedule } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { findAudience } from '../audience.ts';
import { refusalReason } from '../deliveries/refusal-reason.ts';
import { sourceOf } from '../obstacles/audience.ts';
import { planWaves, type WavePlan } from './waves.ts';

/** The waves of a sendout, and the custom field with the time zones that they are by. */
export interface LocalWaves extends WavePlan {
  fieldId: number;
}

/** When each contact is to get a mailing by the clock where it is. */
export interface LocalPlan {
  time: ReturnType<typeof localTimes.parseLocalTime>;
  fieldId: number;
  notBefore: Date;
}

/** Divides the contacts who would get a mailing now into waves, and counts them; the limit of the mailing does not matter. */
async function planLocally(
  db: Db,
  mailing: Mailing,
  filter: ContactFilter,
  { fieldId, ...clock }: LocalPlan,
): Promise<LocalWaves> {
  const { time_zone } = await findAccount(db, mailing.account_id);
  const text = sql<
    string | null
  >`case when ${refusalReason(mailing)} is null then coalesce(${zoneValue(fieldId)}, '') end`;
  const counts = await countMembers(db, filter, sourceOf(mailing), text);
  const values = new Map(
    [...counts].flatMap(([value, contacts]) => (value === null ? [] : [[value, contacts] as const])),
  );
  return { fieldId, ...planWaves(values, { ...clock, accountZone: time_zone }) };
}

/** As `planLocally`, for the target group of the mailing; `undefined` if it has none. */
export async function planForTargetGroup(db: Db, mailing: Mailing, plan: LocalPlan): Promise<LocalWaves | undefined> {
  const filter = await findAudience(db, mailing);
  return filter && planLocally(db, mailing, filter, plan);
}

/** As `planLocally`, of a schedule by local time. */
export const planScheduled = (
  db: Db,
  mailing: Mailing,
  { local_time, zone_field_id }: Schedule,
  filter: ContactFilter,
): Promise<LocalWaves> =>
  planLocally(db, mailing, filter, {
    time: localTimes.parseLocalTime(local_time!),
    fieldId: zone_field_id!,
    notBefore: mailing.schedule_time!,
  });

/** The wave of a contact; of columns of `contact`. */
export function waveOfContact({ fieldId, ofValue, ofNone, ofUnknown }: LocalWaves): RawBuilder<number> {
  const value = zoneValue(fieldId);
  const waves = JSON.stringify(Object.fromEntries(ofValue));
  return sql`case when coalesce(${value}, '') = '' then ${ofNone}::int2
    else coalesce((${waves}::jsonb ->> (${value}))::int2, ${ofUnknown}::int2) end`;
}

/** When mails of a wave go out, by the number of the wave. */
export const dueOfWave = ({ waves }: LocalWaves, wave: RawBuilder<unknown>): RawBuilder<Date> =>
  sql`(${JSON.stringify(waves.map(({ at }) => at))}::jsonb ->> ${wave}::int4)::timestamptz`;

const zoneValue = (fieldId: number) => sql`contact.custom_fields ->> ${String(fieldId)}::text`;
