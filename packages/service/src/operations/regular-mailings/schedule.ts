import { ApiError, conflict, type Handlers, notFound } from '@mailwright/server';
import {
  findSchedule,
  isSealed,
  lockMailing,
  type Mailing,
  scheduleMailing,
  scheduleParameters,
  unscheduleMailing,
} from '../../mailings/index.ts';
import { customFields } from '../../people/index.ts';
import { seals, signOffs } from '../../sending/index.ts';
import type { Context } from '../context.ts';
import { requireReady } from '../mailings/ready.ts';
import { requireMailingOfType } from '../mailings/require.ts';
import { scheduleDocument } from './schedule-document.ts';
import { requireZoneField, startLocally } from './waves.ts';

/** When regular mailings are sent. */
export const mailingScheduleHandlers = {
  async createMailingSchedule(input, context) {
    const mailing = await requireSchedulable(context, input.mailingid);
    if (mailing.state === 'scheduled') {
      throw conflict(`Mailing with id ${mailing.id} is already scheduled; update its schedule instead.`);
    }
    await schedule(context, mailing, input);
  },

  async updateMailingSchedule(input, context) {
    const mailing = await requireSchedulable(context, input.mailingid);
    if ((await findSchedule(context.db, mailing)) === undefined) throw noSchedule(mailing.id);
    await schedule(context, mailing, input);
  },

  async getMailingSchedule({ mailingid }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    const found = await findSchedule(context.db, mailing);
    if (found === undefined) throw noSchedule(mailingid);
    const fields = await customFields(context.db, context.accountId);
    return scheduleDocument(found, mailing.schedule_time!, context.account.time_zone, fields);
  },

  async deleteMailingSchedule({ mailingid }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    if ((await findSchedule(context.db, mailing)) === undefined) throw noSchedule(mailingid);
    await unscheduleMailing(context.db, mailing);
  },
} satisfies Partial<Handlers<Context>>;

const noSchedule = (id: number) => notFound(`Mailing with id ${id} has no schedule.`);

/** The mailing, locked; 404, 405 when it is sealed, 400 when it is not regular. */
async function requireSchedulable(context: Context, id: number): Promise<Mailing> {
  const mailing = await lockMailing(context.db, context.accountId, id);
  if (mailing === undefined) throw notFound('Mailing', id);
  if (isSealed(mailing.state)) {
    const message = `Mailing with id ${id} is ${mailing.state}; its schedule cannot be changed as it is sealed.`;
    throw new ApiError(405, message, { headers: [['Allow', 'GET']] });
  }
  return requireMailingOfType({ ...context, mailing }, id, 'regular');
}

async function schedule(context: Context, mailing: Mailing, input: scheduleParameters.ScheduleInput): Promise<void> {
  const { db, account, wakeWorker, userId } = context;
  await requireReady(context, mailing);
  const now = new Date();
  const fieldId = await requireZoneField(context, input.dispatchTimeZoneField);
  const plan = await startLocally(
    context,
    mailing,
    scheduleParameters.readSchedule(input, account.time_zone, now, fieldId),
    now,
  );
  await signOffs.requireSignedOff(db, mailing, userId ?? null);
  const by = userId === undefined ? null : { user: userId, version: await seals.versionOf(db, mailing) };
  await scheduleMailing(db, mailing, plan, by);
  wakeWorker();
}
