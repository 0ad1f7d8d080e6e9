import { senders } from '../account/index.ts';
import { type Actions, reads, writes } from './action.ts';
import { chooseAccount } from './choose-account.ts';
import { toAsciiDomain } from './limits.ts';
import { unknown } from './refusal.ts';

type Of = { account?: number | undefined; domain: string };

/** A domain of senders that belongs to an account. */
export interface SenderDomainListing {
  domain: string;
  account: number;
  proof: senders.SenderProof;
  /** Time in ISO 8601. */
  since: string;
  /** Other accounts to which it belongs too. */
  others: number[];
}

export const senderDomainActions = {
  /** Of one account, or of all. */
  listSenderDomains: reads(
    async ({ db }, { account }: { account?: number | undefined }): Promise<SenderDomainListing[]> => {
      const wanted = account === undefined ? undefined : await chooseAccount(db, account);
      const all = await senders.listSenderDomains(db);
      const owners = Map.groupBy(all, ({ domain }) => domain);
      return all
        .filter(({ account_id }) => wanted === undefined || account_id === wanted)
        .map(({ domain, account_id, proof, created_at }) => ({
          domain,
          account: account_id,
          proof,
          since: created_at.toISOString(),
          others: owners.get(domain)!.flatMap((other) => (other.account_id === account_id ? [] : [other.account_id])),
        }));
    },
  ),

  giveSenderDomain: writes(async ({ db }, { account, domain }: Of): Promise<void> => {
    await senders.addSenderDomains(db, await chooseAccount(db, account), [toAsciiDomain(domain)], 'given');
  }),

  removeSenderDomain: writes(async ({ db }, { account, domain }: Of): Promise<void> => {
    const ascii = toAsciiDomain(domain);
    const accountId = await chooseAccount(db, account);
    if (await senders.removeSenderDomain(db, accountId, ascii)) return;
    throw unknown(
      `${ascii} does not belong to account ${accountId}; "mailwright sender-domains list" lists the domains`,
    );
  }),
} satisfies Actions;
