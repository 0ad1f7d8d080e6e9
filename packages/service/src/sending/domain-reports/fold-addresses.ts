import type { MailStanding } from './standing.ts';

/** Addresses of a domain on a day; mails of others are summed up, so that no report fills the table. */
const maxAddresses = 2000;
export const otherAddresses = 'others';
/** Mails of a domain from one address that are alike. */
export interface SourceMails {
  domain: string;
  address: string;
  standing: MailStanding;
  dkim: boolean;
  spf: boolean;
  disposition: string;
  provenBy: string | null;
  messages: number;
}

/**
 * Sums mails up by what is stored of them, those of addresses for which a day has no room together. The largest sources get room
 * first. In the order of the key, so that two reports do not wait for each other.
 */
export function foldAddresses(
  mails: readonly SourceMails[],
  known: ReadonlyMap<string, ReadonlySet<string>>,
  most = maxAddresses,
): SourceMails[] {
  const room = new Map<string, Set<string>>();
  const rows = new Map<string, SourceMails>();
  for (const mail of [...mails].sort((first, second) => second.messages - first.messages)) {
    const { domain, standing, dkim, spf, disposition, provenBy, messages } = mail;
    const addresses = room.get(domain) ?? new Set(known.get(domain));
    room.set(domain, addresses);
    const fits = addresses.has(mail.address) || addresses.size < most;
    if (fits) addresses.add(mail.address);
    const address = fits ? mail.address : otherAddresses;
    const key = JSON.stringify([domain, address, standing, dkim, spf, disposition]);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { ...mail, address, provenBy: fits ? provenBy : null });
    else
      rows.set(key, { ...row, messages: row.messages + messages, provenBy: row.provenBy ?? (fits ? provenBy : null) });
  }
  return [...rows].sort(([first], [second]) => compareTexts(first, second)).map(([, row]) => row);
}

/** Compares texts by their code units, as the same order for all. */
export const compareTexts = (first: string, second: string) => (first < second ? -1 : first > second ? 1 : 0);
