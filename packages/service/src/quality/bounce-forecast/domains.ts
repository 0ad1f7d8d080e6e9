import { resolve4, resolve6, resolveMx } from 'node:dns/promises';
import { FairSemaphore } from '../../platform/turns/fair-semaphore.ts';
import { accountInCharge } from '../../platform/turns/on-behalf.ts';
import type { TakesMail } from '../findings/subject.ts';

const none = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks the DNS: a domain takes mail if it has an MX that is not "." (RFC 7505), else an address (RFC 5321, section 5.1). */
export const takesMail: TakesMail = async (domain) => {
  try {
    const exchanges = await resolveMx(domain);
    return exchanges.some(({ exchange }) => exchange !== '' && exchange !== '.');
  } catch (error) {
    if (!isNone(error)) return undefined;
  }
  const found = await Promise.allSettled([resolve4(domain), resolve6(domain)]);
  if (found.some(({ status }) => status === 'fulfilled')) return true;
  return found.every((each) => each.status === 'rejected' && isNone(each.reason)) ? false : undefined;
};

const isNone = (error: unknown) => none.has((error as NodeJS.ErrnoException).code ?? '');

/** Questions to the DNS at a time. Names of one account that nobody answers for leave room for those of others. */
const questions = new FairSemaphore({ all: 16, perAccount: 8 });
const longestMillis = 10_000;

/** Returns those of the domains that take no mail. Asks each once, in turns with other accounts, for ten seconds at most. */
export async function deadDomains(domains: ReadonlySet<string>, takes: TakesMail): Promise<Set<string>> {
  const account = accountInCharge();
  const dead = new Set<string>();
  const signal = AbortSignal.timeout(longestMillis);
  const late = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const waiting = domains.values();
  const ask = async () => {
    for (const domain of waiting) {
      if (signal.aborted) return;
      const isDead = await questions.run(account, async () => !signal.aborted && (await takes(domain)) === false);
      if (isDead) dead.add(domain);
    }
  };
  await Promise.race([Promise.all(Array.from({ length: 8 }, ask)), late]);
  return new Set(dead);
}
