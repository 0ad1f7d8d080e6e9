import { isKnownProvider } from '../receivers/providers.ts';
import type { AlarmCause } from '../tables.ts';

type RateCause = Exclude<AlarmCause, 'refusals'>;

/** Mails of a sendout to one receiver or to all, and what became of them. */
export interface Tally {
  /** A provider, or a domain; empty for all. */
  receiver: string;
  /** Mails that were accepted. */
  taken: number;
  /** Mails that were rejected when they were handed over. */
  rejected: number;
  events: Readonly<Record<AlarmCause, number>>;
}

export interface Alarm {
  cause: AlarmCause;
  /** As in a tally. */
  receiver: string;
  level: 'warned' | 'paused';
  events: number;
  /** Mails of which these are a share. */
  mails: number;
}

/** Shares in percent from which on a sendout warns and pauses. */
export interface GuardLimit {
  warning: number;
  pause: number;
}

export type GuardLimits = Readonly<Record<RateCause, GuardLimit>>;

/** Fewer events are no rate, whatever their share is. */
const fewest: Readonly<Record<RateCause, number>> = { complaints: 5, bounces: 25, blocks: 25 };
/** Bounces and blocks of fewer mails are no rate; those of the first mails may be chance. A complaint never is. */
const fewestMails: Readonly<Record<RateCause, number>> = { complaints: 1, bounces: 500, blocks: 500 };
/** Events of one receiver that are looked at; fewer of a receiver are only looked at among all. */
export const fewestOfReceiver = fewest.complaints;
/** Refusals of the sender by several receivers from which on they are no fault of a receiver. */
const fewestRefusals = 20;
/** Accepted mails for each refusal of the sender up to which the sender counts as refused. */
const takenPerRefusal = 2;
/** Factor by which a rate has grown before a sendout that a person has resumed pauses for the same cause again. */
const growth = 1.5;

const causes = ['complaints', 'refusals', 'blocks', 'bounces'] as const;

/** A limit of 100 percent is off, even where all of a few mails are concerned. */
const isReached = (share: number, limit: number): boolean => limit < 100 && share >= limit;

/** Share in percent. */
export const shareOf = ({ events, mails }: Pick<Alarm, 'events' | 'mails'>): number =>
  mails === 0 ? 0 : (100 * events) / mails;

/**
 * Returns what is newly wrong with a sendout: for what it pauses, and of what it only warns. Warns once of a cause.
 * @param tallies all mails first, then those to single receivers
 * @param known alarms of the sendout until now
 */
export function judgeSendout(tallies: readonly Tally[], limits: GuardLimits, known: readonly Alarm[]): Alarm[] {
  return tallies.flatMap((tally) =>
    causes.flatMap((cause) => {
      const { receiver, taken, rejected, events } = tally;
      const found = { cause, receiver, events: events[cause], mails: taken + (cause === 'complaints' ? 0 : rejected) };
      const own = known.filter((alarm) => alarm.cause === cause && alarm.receiver === receiver);
      const ofAll = known.filter((alarm) => alarm.cause === cause && alarm.receiver === '');
      const level =
        cause === 'refusals'
          ? isSenderRefused(tally, own) && 'paused'
          : levelOf({ ...found, cause }, limits[cause], [...own, ...ofAll]);
      return level ? [{ ...found, level }] : [];
    }),
  );
}

function levelOf(
  found: Pick<Alarm, 'events' | 'mails'> & { cause: RateCause },
  { warning, pause }: GuardLimit,
  known: readonly Alarm[],
): Alarm['level'] | undefined {
  if (found.events < fewest[found.cause] || found.mails < fewestMails[found.cause]) return undefined;
  const share = shareOf(found);
  const accepted = known.filter(({ level }) => level === 'paused').map(shareOf);
  if (isReached(share, pause) && share >= growth * Math.max(0, ...accepted)) return 'paused';
  return isReached(share, warning) && known.length === 0 ? 'warned' : undefined;
}

/**
 * Reports whether mails are refused because of their sender: by a provider of mailboxes that takes hardly any of them, from its
 * first refusal on, or by a third of all receivers. Single servers of others refuse for reasons of their own.
 */
function isSenderRefused({ receiver, taken, events: { refusals } }: Tally, own: readonly Alarm[]): boolean {
  const least = receiver === '' ? fewestRefusals : isKnownProvider(receiver) ? 1 : Number.POSITIVE_INFINITY;
  const before = Math.max(0, ...own.map(({ events }) => events));
  return refusals >= Math.max(least, growth * before) && taken <= takenPerRefusal * refusals;
}
