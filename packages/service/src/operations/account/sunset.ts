import { badRequest, type Handlers, reply, type SunsetPolicy } from '@mailwright/server';
import { accountSettings } from '../../account/index.ts';
import { findMailing, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { sunset } from '../../sending/index.ts';
import type { Context } from '../context.ts';
import { etagOf, requireSeen } from '../seen.ts';

/** What becomes of contacts without activity. */
export const sunsetHandlers = {
  async getSunsetPolicy(_input, context) {
    const policy = await sunset.findPolicy(context.db, context.accountId);
    return reply(200, await document(context, policy), { etag: policyTag(policy) });
  },

  async setSunsetPolicy({ body, 'If-Match': seen }, context) {
    const { db, accountId, wakeWorker } = context;
    await accountSettings.lockAccount(db, accountId);
    requireSeen('The sunset policy', policyTag(await sunset.lockPolicy(db, accountId)), seen);
    const { active, days, mailing_id, wait_days, daily_limit } = body;
    if (mailing_id !== undefined) await requireLastMail(db, accountId, mailing_id, 'mailing_id');
    await sunset.setPolicy(db, accountId, {
      active,
      days,
      sends: mailing_id !== undefined,
      mailing_id: mailing_id ?? null,
      wait_days: wait_days ?? sunset.usualSettings.wait_days,
      daily_limit: daily_limit ?? sunset.usualSettings.daily_limit,
    });
    wakeWorker();
    return document(context, await sunset.findPolicy(db, accountId));
  },

  async deleteSunsetPolicy(_input, { db, accountId }) {
    await accountSettings.lockAccount(db, accountId);
    await sunset.deletePolicy(db, accountId);
  },

  async getSunsetForecast({ days, last_mailing_id }, { db, accountId, installation }) {
    const sends = last_mailing_id !== undefined;
    const mailing = sends ? await requireLastMail(db, accountId, last_mailing_id, 'last_mailing_id') : undefined;
    const counts = await sunset.countStages(db, accountId, { days, mailing });
    const obstacle = sunset.sunsetObstacle({ days, sends }, mailing, installation.keptDays);
    const contacts = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return { contacts, ...counts, ...(obstacle && { obstacle }) };
  },
} satisfies Partial<Handlers<Context>>;

/** The entity tag of the settings; that of the usual ones if the account has made none. */
const policyTag = (policy: sunset.SunsetSettings = sunset.usualSettings): string => {
  const { active, days, sends, mailing_id, wait_days, daily_limit } = policy;
  return etagOf([active, days, sends, mailing_id, wait_days, daily_limit]);
};

/** @throws ApiError 400 */
async function requireLastMail(db: Db, accountId: number, id: number, parameter: string): Promise<Mailing> {
  const mailing = await findMailing(db, accountId, id);
  const fault = sunset.lastMailFault(mailing);
  if (fault !== undefined) throw badRequest(`${parameter}: mailing ${id} ${fault}.`);
  return mailing!;
}

async function document(
  { db, accountId, installation }: Context,
  policy: sunset.SunsetPolicy | undefined,
): Promise<SunsetPolicy> {
  const settings = policy ?? sunset.usualSettings;
  const { active, days, mailing_id, wait_days, daily_limit } = settings;
  const mailing = await sunset.findLastMail(db, accountId, settings);
  const obstacle = sunset.sunsetObstacle(settings, mailing, installation.keptDays);
  return {
    active,
    days,
    ...(mailing_id !== null && { mailing_id }),
    wait_days,
    daily_limit,
    ...(policy?.next_at && { next_run: formatSqlDateTime(policy.next_at) }),
    ...(obstacle && { obstacle }),
  };
}
