import { resolve4, resolve6, resolveMx } from 'node:dns/promises';
import pLimit from 'p-limit';
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

/** Those of the domains that take no mail, each asked once, eight at a time, in ten seconds at most. */
export async function deadDomains(domains: ReadonlySet<string>, takes: TakesMail): Promise<Set<string>> {
  const inTurn = pLimit(8);
  const dead = new Set<string>();
  const all = Promise.all(
    Array.from(domains, (domain) =>
      inTurn(async () => {
        if ((await takes(domain)) === false) dead.add(domain);
      }),
    ),
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 10_000);
  });
  await Promise.race([all, late]);
  clearTimeout(timer);
  inTurn.clearQueue();
  return new Set(dead);
}
