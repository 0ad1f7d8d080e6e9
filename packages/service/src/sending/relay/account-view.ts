import { listAccounts } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { rateOf } from '../receivers/pace.ts';
import { isKnownProvider } from '../receivers/providers.ts';
import { listPaces, type PaceRow, toPace } from '../receivers/store.ts';
import { listRelays, ownMailings, type RelayRow, warmUpOf } from './store.ts';
import { warmUpLimit } from './warm-up.ts';

/** A receiver that has asked for fewer mails; its words are left out if they may be about mails of others. */
interface SlowReceiver {
  name: string;
  perMinute: number;
  askedAt: Date;
  reason: string | undefined;
}

/** A relay as an account sees it. What would tell of mails of other accounts is `undefined`. */
export interface AccountRelay {
  name: string;
  down: { until: Date; reason: string | undefined } | undefined;
  /** Name of the key that signs all mails, as each of them shows it. */
  dkimKey: string | undefined;
  perMinute: number | undefined;
  perDay: number | undefined;
  /** Of a relay that has limits: only these count. */
  today: { sent: number; deferred: number } | undefined;
  warmUp: { day: number; days: number; perDay: number; deferredShare: number | undefined } | undefined;
  receivers: SlowReceiver[];
}

/** Returns the relays that take mails of an account, in the order in which they are used. */
export async function relaysOfAccount(db: Db, accountId: number): Promise<AccountRelay[]> {
  const relays = (await listRelays(db)).filter(({ account_ids: ids }) => ids.length === 0 || ids.includes(accountId));
  const own = new Set(
    await ownMailings(
      db,
      accountId,
      relays.flatMap(({ mailing_ids }) => mailing_ids),
    ),
  );
  const usable = relays.filter(({ mailing_ids: ids }) => ids.length === 0 || ids.some((id) => own.has(id)));
  const isAlone = (await listAccounts(db)).length === 1;
  const paces = Map.groupBy(await listPaces(db), ({ relay_id }) => relay_id);
  return usable.map((row) => {
    const isOwn =
      row.account_ids.length === 1 || (row.mailing_ids.length > 0 && row.mailing_ids.every((id) => own.has(id)));
    const ownSince = isAlone ? beginning : isOwn ? (row.rules_changed_at ?? beginning) : undefined;
    return toAccountRelay(row, paces.get(row.id) ?? [], ownSince, new Date());
  });
}

const beginning = new Date(0);
const toDay = (time: Date) => time.toISOString().slice(0, 10);

/** @param ownSince when other accounts used the relay last; `undefined` if they still may */
function toAccountRelay(row: RelayRow, paces: readonly PaceRow[], ownSince: Date | undefined, now: Date): AccountRelay {
  const { name, dkim, dkim_key, per_minute, per_day, down_until, down_reason, day, sent_on_day, deferred_on_day } = row;
  const isOwn = ownSince !== undefined;
  const isToday = day === toDay(now);
  const isCounted = per_minute !== null || per_day !== null || row.warm_up !== null;
  const hasOwnCounts = isCounted && isOwn && toDay(ownSince) < toDay(now);
  const receivers = paces
    .map((pace) => ({ ...pace, isOwn: isOwn && pace.asked_at > ownSince }))
    .filter((pace) => pace.isOwn || isKnownProvider(pace.receiver))
    .map((pace) => ({
      name: pace.receiver,
      perMinute: Math.max(1, Math.round(rateOf(toPace(pace), now))),
      askedAt: pace.asked_at,
      reason: pace.isOwn ? pace.reason : undefined,
    }));
  return {
    name,
    down:
      down_until === null ? undefined : { until: down_until, reason: isOwn ? (down_reason ?? undefined) : undefined },
    dkimKey: dkim ? (dkim_key ?? undefined) : undefined,
    perMinute: per_minute ?? undefined,
    perDay: per_day ?? undefined,
    today: hasOwnCounts ? { sent: isToday ? sent_on_day : 0, deferred: isToday ? deferred_on_day : 0 } : undefined,
    warmUp: toWarmUp(row),
    receivers: receivers.toSorted((a, b) => a.perMinute - b.perMinute),
  };
}

function toWarmUp(row: RelayRow): AccountRelay['warmUp'] {
  const warmUp = warmUpOf(row);
  const perDay = warmUp && warmUpLimit(warmUp);
  if (perDay == null) return undefined;
  const { day, plan, slowedShare } = warmUp!;
  return { day, days: plan.length, perDay, deferredShare: slowedShare ?? undefined };
}
