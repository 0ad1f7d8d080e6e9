import { listAccounts, senders } from '../account/index.ts';
import { senderDomains } from '../mailings/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { transactionalSenderDomains } from '../transactional/index.ts';

/** More domains than anybody sends from. */
const allDomains = 100_000;

/**
 * Lets the domains that the only account uses belong to it, before a second one is there: all keys sign for an account that is
 * alone, and only those of its domains afterwards.
 */
export async function takeOverDomains(db: Db): Promise<void> {
  const [account, ...others] = (await listAccounts(db)).filter(({ closed_at }) => closed_at === null);
  if (account === undefined || others.length > 0) return;
  const used = [
    ...(await senderDomains(db, account.id, allDomains)),
    ...(await transactionalSenderDomains(db, account.id)),
  ];
  await senders.addSenderDomains(db, account.id, used, 'in use');
}
