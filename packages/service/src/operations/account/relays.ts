import type { Handlers } from '@mailwright/server';
import { relaying } from '../../sending/index.ts';
import type { Context } from '../context.ts';

/** The relays that mails of the account go through. */
export const accountRelayHandlers = {
  async getAccountRelays(_input, { db, accountId }) {
    return (await relaying.relaysOfAccount(db, accountId)).map((relay) => {
      const { name, down, dkimKey, perMinute, perDay, today, warmUp, receivers } = relay;
      return {
        name,
        state: down ? ('down' as const) : ('up' as const),
        ...(down && { until: down.until.getTime() }),
        ...(down?.reason !== undefined && { reason: down.reason }),
        ...(perMinute !== undefined && { per_minute: perMinute }),
        ...(perDay !== undefined && { per_day: perDay }),
        ...(today && { sent_today: today.sent, deferred_today: today.deferred }),
        ...(dkimKey !== undefined && { dkim_key: dkimKey }),
        ...(warmUp && { warm_up: toWarmUp(warmUp) }),
        receivers: receivers.map((receiver) => ({
          name: receiver.name,
          per_minute: receiver.perMinute,
          asked: receiver.askedAt.getTime(),
          ...(receiver.reason !== undefined && { reason: receiver.reason }),
        })),
      };
    });
  },
} satisfies Partial<Handlers<Context>>;

const toWarmUp = ({ day, days, perDay, deferredShare }: NonNullable<relaying.AccountRelay['warmUp']>) => ({
  day,
  days,
  per_day: perDay,
  ...(deferredShare !== undefined && { deferred_share: deferredShare }),
});
