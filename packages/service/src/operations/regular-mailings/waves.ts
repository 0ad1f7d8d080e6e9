import { badRequest, type Handlers, type MailingWaves, notFound } from '@mailwright/server';
import { findSchedule, localTimes, type Mailing, scheduleParameters } from '../../mailings/index.ts';
import { customFields } from '../../people/index.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { localSendouts } from '../../sending/index.ts';
import type { Context } from '../context.ts';
import { requireMailingOfType } from '../mailings/require.ts';

/** Whom a mailing reaches when, if it is sent at a time of the clock where each contact is. */
export const mailingWaveHandlers = {
  async getMailingWaves({ mailingid, ...input }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    return (await readPreview(context, mailing, input)) ?? (await readOwn(context, mailing));
  },
} satisfies Partial<Handlers<Context>>;

const parameters = ['date', 'hours', 'minutes', 'dispatchTimeZoneField'] as const;

/** The waves of a schedule that is still to be made; `undefined` if none is given. */
async function readPreview(
  context: Context,
  mailing: Mailing,
  input: Partial<Pick<scheduleParameters.ScheduleInput, (typeof parameters)[number]>>,
): Promise<MailingWaves | undefined> {
  const { date, hours, minutes, dispatchTimeZoneField } = input;
  const missing = parameters.filter((name) => input[name] === undefined);
  if (missing.length === parameters.length) return undefined;
  if (date === undefined || hours === undefined || minutes === undefined || missing.length > 0)
    throw badRequest(
      `date, hours, minutes and dispatchTimeZoneField must be given together but there was no ${missing.join(', ')}`,
    );
  const fieldId = await requireZoneField(context, dispatchTimeZoneField);
  const time = scheduleParameters.readClockTime({ date, hours, minutes });
  const now = new Date();
  scheduleParameters.readStart(time, context.account.time_zone, now);
  return plannedDocument(context, await planFor(context, mailing, { time, fieldId: fieldId!, notBefore: now }));
}

/** The waves of the schedule that a mailing has. */
async function readOwn(context: Context, mailing: Mailing): Promise<MailingWaves> {
  const { db, account } = context;
  const schedule = await findSchedule(db, mailing);
  if (schedule?.dispatch_option !== 'localtime' || schedule.state === 'misfired')
    throw notFound(`Mailing with id ${mailing.id} has no schedule by local time.`);
  const fixed = await localSendouts.waveProgress(db, mailing);
  const starts = mailing.schedule_time!;
  if (fixed === undefined) {
    const time = localTimes.parseLocalTime(schedule.local_time!);
    const plan = await planFor(context, mailing, { time, fieldId: schedule.zone_field_id!, notBefore: starts });
    return { ...plannedDocument(context, plan), starts: formatSqlDateTime(starts) };
  }
  const waves = fixed.filter(({ contacts }) => contacts > 0);
  return {
    fixed: true,
    time_zone: account.time_zone,
    starts: formatSqlDateTime(starts),
    waves: waves.map(({ sent, waiting, ...wave }) => ({ ...waveDocument(wave), sent, waiting })),
  };
}

type Planned = localSendouts.LocalWaves;

async function planFor(context: Context, mailing: Mailing, plan: localSendouts.LocalPlan): Promise<Planned> {
  const waves = await localSendouts.planForTargetGroup(context.db, mailing, plan);
  if (waves === undefined) throw badRequest(`Mailing with id ${mailing.id} has no target group.`);
  return waves;
}

const plannedDocument = ({ account }: Context, plan: Planned): MailingWaves => ({
  fixed: false,
  time_zone: account.time_zone,
  starts: formatSqlDateTime(localSendouts.startOfWaves(plan)),
  waves: plan.waves.filter(({ contacts }) => contacts > 0).map(waveDocument),
});

const waveDocument = ({ at, kind, zones, nextDay, contacts }: Planned['waves'][number]) => ({
  at: formatSqlDateTime(new Date(at)),
  kind,
  zones,
  next_day: nextDay,
  contacts,
});

/** Returns the id of the custom field with time zones, if one is named. @throws ApiError 400 unless its type is string */
export async function requireZoneField(context: Context, name: string | undefined): Promise<number | undefined> {
  if (name === undefined) return undefined;
  const field = (await customFields(context.db, context.accountId)).get(name);
  if (field?.type === 'string') return field.id;
  throw badRequest(`dispatchTimeZoneField must be a custom field of type string but was ${name}`);
}

/** Has a schedule by local time start with its first wave; others stay as they are. */
export async function startLocally(
  context: Context,
  mailing: Mailing,
  plan: scheduleParameters.SchedulePlan,
  now: Date,
): Promise<scheduleParameters.SchedulePlan> {
  if (plan.local_time === null) return plan;
  const time = localTimes.parseLocalTime(plan.local_time);
  const waves = await planFor(context, mailing, { time, fieldId: plan.zone_field_id!, notBefore: now });
  return { ...plan, starts_at: localSendouts.startOfWaves(waves) };
}
