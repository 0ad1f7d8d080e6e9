/** Receiving providers by the domain of their mail exchangers (RFC 5321, section 5.1). */
const byExchange: readonly (readonly [provider: string, ...domains: string[]])[] = [
  ['google', 'google.com', 'googlemail.com', 'smtp.goog'],
  ['microsoft', 'outlook.com', 'office365.us', 'hotmail.com', 'mx.microsoft', 'outlook.cn', 'partner.outlook.cn'],
  ['yahoo', 'yahoodns.net', 'am0.yahoodns.net'],
  ['apple', 'mail.icloud.com', 'apple.com'],
  ['united-internet', 'gmx.net', 'web.de', 'kundenserver.de', 'ionos.com', 'ionos.de', '1and1.com', 'perfora.net'],
  ['telekom', 't-online.de', 'telekom.de', 'telekom.net'],
  ['freenet', 'freenet.de'],
  ['mail.ru', 'mail.ru', 'vk.com'],
  ['yandex', 'yandex.ru', 'yandex.net'],
  ['zoho', 'zoho.com', 'zoho.eu', 'zoho.in', 'zohomail.com'],
  ['proton', 'protonmail.ch', 'proton.ch'],
  ['fastmail', 'messagingengine.com'],
  ['orange', 'orange.fr', 'wanadoo.fr'],
  ['free', 'free.fr', 'proxad.net'],
  ['la-poste', 'laposte.net'],
  ['libero', 'libero.it', 'iol.it'],
  ['comcast', 'comcast.net'],
  ['docomo', 'docomo.ne.jp'],
  ['qq', 'qq.com', 'exmail.qq.com'],
  ['netease', '163.com', 'netease.com', '126.com'],
  ['proofpoint', 'pphosted.com', 'ppe-hosted.com', 'gpphosted.com'],
  ['mimecast', 'mimecast.com', 'mimecast.co.za', 'mimecast-offshore.com'],
  ['barracuda', 'barracudanetworks.com', 'ess.barracudanetworks.com'],
  ['cisco', 'iphmx.com'],
  ['amazon', 'amazonaws.com', 'awsapps.com'],
  ['ovh', 'ovh.net'],
  ['rackspace', 'emailsrvr.com'],
  ['godaddy', 'secureserver.net'],
  ['hornetsecurity', 'hornetsecurity.com', 'antispameurope.com'],
];

/** Domains of mailboxes of which no look-up is needed, because most lists are full of them. */
const byDomain: readonly (readonly [provider: string, ...domains: string[]])[] = [
  ['google', 'gmail.com', 'googlemail.com'],
  ['microsoft', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'outlook.de', 'hotmail.de', 'hotmail.fr'],
  ['yahoo', 'yahoo.com', 'aol.com', 'ymail.com', 'rocketmail.com', 'yahoo.de', 'yahoo.fr', 'yahoo.co.uk'],
  ['apple', 'icloud.com', 'me.com', 'mac.com'],
  ['united-internet', 'gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch', 'web.de'],
  ['telekom', 't-online.de', 'magenta.de'],
];

const index = (table: typeof byDomain) =>
  new Map(table.flatMap(([provider, ...domains]) => domains.map((domain) => [domain, provider] as const)));
const exchanges = index(byExchange);
const mailboxes = index(byDomain);

/** Returns the provider of a domain that is known without a look-up. */
export const wellKnownProvider = (domain: string): string | undefined => mailboxes.get(domain);

/** Returns the well-known domains of mailboxes of a provider; those of others are not known without a look-up. */
export const mailboxDomains = (provider: string): readonly string[] =>
  byDomain.find(([name]) => name === provider)?.slice(1) ?? [];

/** All domains that are well known. */
export const wellKnownDomains: readonly string[] = [...mailboxes.keys()];

const names = new Set([...byExchange, ...byDomain].map(([provider]) => provider));

/** Reports whether the name of a receiver is that of a provider with mailboxes of many, and not a domain of somebody. */
export const isKnownProvider = (receiver: string): boolean => names.has(receiver);

/**
 * Returns the provider to whom a mail exchanger belongs. One that is not in the table is named by the domain of its host, so that
 * `mx1.hoster.example` and `mx2.hoster.example` are one receiver.
 */
export function providerOfExchange(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');
  for (let from = 0; from < labels.length - 1; from++) {
    const provider = exchanges.get(labels.slice(from).join('.'));
    if (provider !== undefined) return provider;
  }
  return (labels.length > 2 ? labels.slice(1) : labels).join('.');
}
