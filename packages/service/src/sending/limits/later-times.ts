/**
 * Recipients postponed to the same interval, in milliseconds, become due together, so that their batch is claimed once for
 * them.
 */
const slotMillis = 5000;

/** When the mails of a domain are tried again that a limit holds back, one behind the other at the limit's rate. */
export function laterTimes(count: number, from: Date, perMinute: number | null): Date[] {
  const perSlot = perMinute === null ? count : Math.max(1, Math.floor((perMinute * slotMillis) / 60_000));
  return Array.from(
    { length: count },
    (_, at) => new Date(from.getTime() + (1 + Math.floor(at / perSlot)) * slotMillis),
  );
}
