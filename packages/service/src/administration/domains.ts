import { listAccounts } from '../account/index.ts';
import { senderDomains } from '../mailings/index.ts';
import { closestKeys, createDkimKey, type DkimSetup, dkimRecord, recordFault } from '../sending/index.ts';
import { type Actions, reads, writesAccounts } from './action.ts';
import { toAsciiDomain } from './limits.ts';
import { unfit } from './refusal.ts';

export interface DnsRecord {
  name: string;
  type: 'TXT';
  value: string;
  /** Whether the DNS has it; null if the DNS does not respond. */
  found: boolean | null;
}

/** A domain of senders with the DNS records to set. */
export interface DomainListing {
  domain: string;
  /** Number of keys with which its mails are signed. */
  keys: number;
  records: DnsRecord[];
}

type Texts = DkimSetup['texts'];

export const domainActions = {
  listDomains: reads(async ({ db, tools: { dkim } }, _: object): Promise<DomainListing[]> => {
    const keys = dkim?.keys() ?? [];
    const accounts = (await listAccounts(db)).filter(({ closed_at }) => closed_at === null);
    const used = [...accounts.map(({ domain }) => domain), ...keys.map(({ domain }) => domain)];
    const domains = [...new Set([...(await senderDomains(db)), ...used])].sort();
    const texts: Texts = dkim?.texts ?? (async () => undefined);
    return Promise.all(
      domains.map(async (domain) => {
        const own = closestKeys(keys, domain).map(dkimRecord);
        const records = own.map(async (record): Promise<DnsRecord> => {
          const found = await texts(record.name);
          const { name, value } = record;
          return { name, type: 'TXT', value, found: found ? recordFault(record, found) === undefined : null };
        });
        const policies = [
          recordOf(texts, domain, 'v=spf1 ip4:ADDRESS -all'),
          recordOf(texts, `_dmarc.${domain}`, 'v=DMARC1; p=none'),
        ];
        return { domain, keys: own.length, records: await Promise.all([...records, ...policies]) };
      }),
    );
  }),

  /** A key in the directory of this process; other processes that send need it too. */
  createDkimKey: writesAccounts(
    'all accounts',
    async (
      { dkimDirectory },
      { domain, selector, type }: { domain: string; selector: string; type: 'rsa' | 'ed25519' },
    ): Promise<DnsRecord> => {
      if (dkimDirectory === undefined)
        throw unfit('the service was started without a directory for DKIM keys; start it with --dkim-keys');
      const ascii = toAsciiDomain(domain);
      try {
        return { ...createDkimKey(dkimDirectory, { domain: ascii, selector, type }), type: 'TXT', found: false };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        throw unfit(`${ascii} already has a key with the selector "${selector}"; choose another one`);
      }
    },
    { transaction: false },
  ),
} satisfies Actions;

/** A record of which the operator chooses the rest. */
async function recordOf(texts: Texts, name: string, value: string): Promise<DnsRecord> {
  const version = value.split(/[ ;]/)[0]!;
  const found = await texts(name);
  return { name, type: 'TXT', value, found: found?.some((text) => text.startsWith(version)) ?? null };
}
