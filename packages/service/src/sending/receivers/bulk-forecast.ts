import { wellKnownProvider } from './providers.ts';
import { type ReceiverRules, receiverRules } from './rules.ts';

/** Mails to a receiver that make their sender a bulk sender there. */
export interface BulkReceiver {
  rules: ReceiverRules & Required<Pick<ReceiverRules, 'bulk'>>;
  /** Mails of the mailing. */
  mails: number;
  /** Mails of the account in the last 24 hours. */
  lately: number;
}

/**
 * Returns the receivers at which a mailing makes its sender a bulk sender.
 * @param mails of the mailing by domain of the mailbox
 * @param lately mails of the last 24 hours by domain
 */
export function forecastBulk(mails: ReadonlyMap<string, number>, lately: ReadonlyMap<string, number>): BulkReceiver[] {
  return receiverRules.flatMap(({ bulk, ...rules }) => {
    if (bulk === undefined) return [];
    const found = { rules: { ...rules, bulk }, mails: sum(mails, rules.receiver), lately: sum(lately, rules.receiver) };
    return found.mails > 0 && found.mails + found.lately >= bulk.from ? [found] : [];
  });
}

const sum = (counts: ReadonlyMap<string, number>, receiver: string): number =>
  [...counts].reduce((all, [domain, count]) => all + (wellKnownProvider(domain) === receiver ? count : 0), 0);

/** Mails below which nobody is a bulk sender of any receiver. */
export const fewestForBulk = Math.min(...receiverRules.flatMap(({ bulk }) => bulk?.from ?? []));
