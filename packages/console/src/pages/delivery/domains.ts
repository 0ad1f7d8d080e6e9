import type { Client } from '@mailwright/client';
import { badge, section } from '../../components/figures.ts';
import { respondPage } from '../../components/layout.ts';
import { hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';

type Domain = Awaited<ReturnType<ReturnType<Client['account']['getSenderDomains']>['orThrow']>>[number];
type DnsRecord = Domain['records'][number];

/** Domains of senders, each with the DNS records that its mails need. */
export async function domainList(visit: Visit): Promise<Response> {
  const { client, say } = visit;
  const domains = await client.account.getSenderDomains().orThrow();
  const body = html`${hint(say('Receivers look for these records in the DNS before they believe who has sent a mail. Give those that are missing to whoever manages the domain. Of SPF and DMARC, the beginning counts: choose the rest.'))}
${domains.map((domain) => domainSection(visit, domain))}`;
  return respondPage(visit, {
    title: say('Sender domains'),
    parent: { label: say('Delivery'), path: '/console/delivery' },
    body,
  });
}

/** Names of standards, which no language translates. */
const purposes = { dkim: 'DKIM', spf: 'SPF', dmarc: 'DMARC' };

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
        cell: ({ name, type, value }) => html`<code>${name}</code> ${type}<br><code>${value}</code>`,
      },
    ],
    records,
    undefined,
  );
  const unsigned =
    !isSigned && hint(say('No key of the service signs mails of this domain; its operator can create one.'));
  return section(name, html`${list}${unsigned}`);
}

function state({ say }: Visit, { found }: DnsRecord): Content {
  if (found === undefined) return badge(say('No answer'), 'busy');
  return found ? badge(say('There'), 'good') : badge(say('Missing'), 'bad');
}
