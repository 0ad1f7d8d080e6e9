import { listAccounts } from '../account/index.ts';
import { senderDomains } from '../mailings/index.ts';
import { silentDns } from '../platform/network/dns.ts';
import { closestKeys, createDkimKey, type DkimSetup, senderDns } from '../sending/index.ts';
import { type Actions, reads, writesAccounts } from './action.ts';
import { toAsciiDomain } from './limits.ts';
import { unfit } from './refusal.ts';

/** A domain of senders with the DNS records to set. */
export interface DomainListing {
  domain: string;
  /** Number of keys with which its mails are signed. */
  keys: number;
  records: senderDns.DnsRecord[];
}

export const domainActions = {
  listDomains: reads(async ({ db, tools: { dkim, fetch } }, _: object): Promise<DomainListing[]> => {
    const keys = dkim?.keys() ?? [];
    const accounts = (await listAccounts(db)).filter(({ closed_at }) => closed_at === null);
    const used = [...accounts.map(({ domain }) => domain), ...keys.map(({ domain }) => domain)];
    const domains = [...new Set([...(await senderDomains(db)), ...used])].sort();
    const setup: DkimSetup = dkim ?? { keys: () => [], dns: silentDns };
    return Promise.all(
      domains.map(async (domain) => ({
        domain,
        keys: closestKeys(keys, domain).length,
        records: await senderDns.domainRecords(domain, { ...setup, fetch }),
      })),
    );
  }),

  /** A key in the directory of this process; other processes that send need it too. */
  createDkimKey: writesAccounts(
    'all accounts',
    async (
      { dkimDirectory },
      { domain, selector, type }: { domain: string; selector: string; type: 'rsa' | 'ed25519' },
    ): Promise<senderDns.DnsRecord> => {
      if (dkimDirectory === undefined)
        throw unfit('the service was started without a directory for DKIM keys; start it with --dkim-keys');
      const ascii = toAsciiDomain(domain);
      try {
        const record = createDkimKey(dkimDirectory, { domain: ascii, selector, type });
        return { ...record, type: 'TXT', purpose: 'dkim', found: false };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        throw unfit(`${ascii} already has a key with the selector "${selector}"; choose another one`);
      }
    },
    { transaction: false },
  ),
} satisfies Actions;
