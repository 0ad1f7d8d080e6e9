import type { Client } from '@mailwright/client';
import { badge, section } from '../../components/figures.ts';
import { respondPage } from '../../components/layout.ts';
import { hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';

type Domain = Awaited<ReturnType<ReturnType<Client['account']['getSenderDomains']>['orThrow']>>[number];
type DnsRecord = Domain['records'][number];

/** Domains of senders, each with the DNS records that its mails need. */
export async function domainList(visit: Visit): Promise<Response> {
  const { client, say } = visit;
  const domains = await client.account.getSenderDomains().orThrow();
  const body = html`${hint(say('Mailbox providers check these DNS records. Give those that are missing to whoever manages the domain. For SPF and DMARC only the beginning has to match.'))}
${domains.map((domain) => domainSection(visit, domain))}`;
  return respondPage(visit, {
    title: say('Sender domains'),
    body,
  });
}

/** Names of standards, which no language translates. */
const purposes: Record<DnsRecord['purpose'], string> = {
  dkim: 'DKIM',
  spf: 'SPF',
  dmarc: 'DMARC',
  mx: 'MX',
  ptr: 'PTR',
  mta_sts: 'MTA-STS',
  tls_rpt: 'TLS-RPT',
  bimi: 'BIMI',
};

function domainSection(visit: Visit, { name, records }: Domain): Content {
  const { say } = visit;
  const isSigned = records.some(({ purpose }) => purpose === 'dkim');
  const list = table<DnsRecord>(
    say('DNS records of {name}', { name }),
    [
      {
        title: say('For'),
        cell: (record) => html`${purposes[record.purpose]}<br>${state(visit, record)}`,
        kind: 'whole',
      },
      {
        title: say('Record'),
        cell: ({ name, type, value, got, found }) =>
          html`<code>${name}</code> ${type}<br><code>${value}</code>${got !== undefined && found !== true && hint(html`${say('In the DNS:')} <code>${got}</code>`)}`,
      },
    ],
    records,
    undefined,
  );
  const unsigned =
    !isSigned &&
    hint(say('Mails of this domain are not signed yet. Whoever runs this server can create a key for it.'));
  return section(name, html`${list}${unsigned}`);
}

function state({ say }: Visit, record: DnsRecord): Content {
  const { found, problem, found_at: place, detail, lookups, optional = false } = record;
  const above = place !== undefined && hint(say('From {name}, which is above it.', { name: place }));
  const exactly = detail !== undefined && hint(html`<code>${detail}</code>`);
  const counted =
    lookups !== undefined &&
    hint(say('{lookups, number} of at most 10 DNS look-ups.', { lookups: Math.min(lookups, 10) }));
  if (problem !== undefined)
    return html`${badge(say('To be mended'), optional || found ? 'busy' : 'bad')}${hint(say(problems[problem]))}${exactly}${above}`;
  if (found === undefined) return badge(say('No answer'), 'busy');
  if (found) return html`${badge(say('There'), 'good')}${above}${counted}`;
  return optional ? badge(say('Optional')) : badge(say('Missing'), 'bad');
}

const problems: Record<NonNullable<DnsRecord['problem']>, Words> = {
  several_records: words('There are several such records, so mailbox providers ignore all of them. Keep one.'),
  other_key: words('The record has another key, so signatures are invalid. Replace it by this one.'),
  allows_everybody: words('The record lets anybody send in your name. End it with -all or ~all.'),
  invalid: words('The record cannot be read. Replace it by this one.'),
  too_many_lookups: words(
    'The record needs more than 10 DNS look-ups, so mailbox providers ignore it. Remove services that you do not use, or name addresses.',
  ),
  void_lookups: words(
    'More than 2 parts of the record name something that does not exist, so mailbox providers ignore it. Remove them.',
  ),
  address_missing: words('The record does not let this address send. Add it.'),
  key_revoked: words(
    'The record says that the key is not used any more, so signatures are invalid. Replace it by this one.',
  ),
  key_type: words('The record names another type of key, so signatures are invalid. Replace it by this one.'),
  key_purpose: words('The record says that the key is not for such mails. Replace it by this one.'),
  key_short: words(
    'The key is so short that signatures do not count. Whoever runs this server can create a longer one.',
  ),
  key_weak: words('The key is short. Whoever runs this server can create one of 2048 bits.'),
  key_test: words('The record says that signatures are only a test (t=y). Replace it by this one.'),
  takes_no_mail: words(
    'The domain says that it takes no mail, so answers come back, and mailbox providers may refuse its mails.',
  ),
  host_unknown: words('The name leads nowhere, or not back to the address. Correct it.'),
  generic_name: words('The name is one that a provider gives to all of its addresses. Ask for a name of your own.'),
  policy_unreachable: words('The policy that the record announces cannot be read. Publish it, or remove the record.'),
  policy_invalid: words('The policy that the record announces is not valid, so it does not count.'),
  host_not_listed: words('The policy leaves out a mail server of the domain, so some mails do not arrive. Add it.'),
  no_reports: words('The record has no address for reports.'),
  not_svg: words('The logo must be an SVG file at an address that begins with https://.'),
  policy_weak: words('The logo is shown only if the DMARC policy is quarantine or reject.'),
  no_policy: words('The record has no policy that can be read. Add p=none, p=quarantine or p=reject.'),
  not_aligned: words(
    'Neither the signature nor the return path of your mails belongs to this domain, so mailbox providers take them for forged. Let your mails be signed with a key of this domain.',
  ),
};
