import type { MailingReport } from '@mailwright/client';
import { csvLine } from '@mailwright/server-runtime/web';
import { section } from '../../components/figures.ts';
import { linkButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { hint } from '../../components/notice.ts';
import { type Column, pageOf, pager, table } from '../../components/tables.ts';
import { localTime, plainMinute } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { respondFile } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Deed, type ListName, peopleLists } from './report-lists.ts';

const pageSize = 50;
const largePage = 1000;

/** Reasons for which contacts are named in the report. */
const spares: ReadonlySet<string> = new Set(['pressure', 'frequency', 'responded', 'resting']);

/** Links to the lists of a report, each with the number of people. */
export function peopleLinks({ say }: Pick<Visit, 'say'>, own: string, report: MailingReport): Content {
  const counts: Record<ListName, number> = {
    opened: report.opens_unique,
    clicked: report.clicks_unique,
    left: report.unsubscriptions,
    bounced: report.bounces_unique,
    spared: report.left_out.reduce((sum, { reason, contacts }) => sum + (spares.has(reason) ? contacts : 0), 0),
  };
  const line = ([name, { title }]: [string, (typeof peopleLists)[ListName]]) =>
    html`<a href="${own}/report/${name}">${say(title)} (${say.number(counts[name as ListName])})</a>`;
  return html`<nav class="row" aria-label="${say('Who did what')}">${Object.entries(peopleLists).map(line)}</nav>`;
}

/** Contacts who did something with a mailing, one page of them. */
export async function peoplePage(visit: Visit): Promise<Response> {
  const { say, client, params, query } = visit;
  const own = `/console/mailings/${params.id}`;
  const { name, list, of } = wantedList(visit);
  const page = pageOf(query);
  const [mailing, found, all] = await Promise.all([
    client.mailings.getName({ mailingid: Number(params.id) }).orThrow(),
    list.page(client, say, { ...of, page_size: pageSize, page_index: page }),
    list.count(client, of),
  ]);
  const total = found.total ?? 0;
  const columns: Column<Deed>[] = [
    { title: say('Contact'), cell: ({ contact }) => contactLink(visit, contact) },
    {
      title: say('When'),
      cell: ({ at }) => localTime(visit, at),
      ...(list.columns.length > 0 && { kind: 'minor' as const }),
    },
    ...list.columns.map((title, index): Column<Deed> => ({ title: say(title), cell: ({ details }) => details[index] })),
  ];
  const body = section(
    say('{count, plural, one {# entry} other {# entries}}', { count: total }),
    html`${table(say(list.title), columns, found.items, say(list.none))}${
      all > total &&
      hint(
        say(
          '{count, plural, one {One more is anonymous or was erased, and has no name here.} other {# more are anonymous or were erased, and have no names here.}}',
          { count: all - total },
        ),
      )
    }${hint(say('Times are in the time zone {zone}.', { zone: visit.account.timeZone }))}${pager(visit, page, found.pages ?? 1)}`,
  );
  const link = of.link_id === undefined ? '' : `?link=${of.link_id[0]}`;
  const actions = linkButton(say('CSV'), `${own}/report/${name}.csv${link}`);
  const parent = { label: say('Report of {name}', { name: mailing }), path: `${own}/report` };
  return respondPage(visit, { title: say(list.title), parent, actions, body });
}

/** All contacts of a list as a file for spreadsheets. */
export async function peopleFile(visit: Visit): Promise<Response> {
  const { client, say, account, params } = visit;
  const { name, list, of } = wantedList(visit);
  const mailing = await client.mailings.getName({ mailingid: Number(params.id) }).orThrow();
  const head = [
    say('Email'),
    say('First name'),
    say('Last name'),
    say('External id'),
    `${say('Time')} (${account.timeZone})`,
  ];
  async function* lines() {
    yield csvLine([...head, ...list.columns.map((column) => say(column))]);
    for await (const { contact, at, details } of list.all(client, say, { ...of, page_size: largePage })) {
      const time = plainMinute(account.timeZone, Date.parse(`${at.replace(' ', 'T')}Z`));
      yield csvLine([
        contact.email,
        fieldOf(contact, 'FIRSTNAME'),
        fieldOf(contact, 'LASTNAME'),
        contact.external_id,
        time,
        ...details,
      ]);
    }
  }
  const text = ReadableStream.from(lines()).pipeThrough(new TextEncoderStream());
  return respondFile(`${name}-${params.id}-${mailing}.csv`, 'text/csv; charset=utf-8', text);
}

function wantedList({ path, params, query }: Visit) {
  const name = path.split('/').at(-1)!.replace('.csv', '') as ListName;
  const link = query.get('link') ?? '';
  const of = {
    mailing_id: [Number(params.id)],
    ...(name === 'clicked' && /^[1-9]\d{0,14}$/.test(link) && { link_id: [Number(link)] }),
    standard_field: ['FIRSTNAME', 'LASTNAME'] as ('FIRSTNAME' | 'LASTNAME')[],
  };
  return { name, list: peopleLists[name], of };
}

type Contact = Deed['contact'];

const fieldOf = ({ standard_fields = [] }: Contact, name: string): string =>
  standard_fields.find((field) => field.name === name)?.value ?? '';

function contactLink({ say }: Visit, contact: Contact): Content {
  if (contact.id === undefined) return html`<span class="soft">${say('Anonymous')}</span>`;
  const label = contact.email ?? contact.external_id ?? say('Contact {id}', { id: contact.id });
  const name = [fieldOf(contact, 'FIRSTNAME'), fieldOf(contact, 'LASTNAME')].filter(Boolean).join(' ');
  return html`<a href="/console/contacts/${contact.id}">${label}</a>${name && html`<br><span class="soft">${name}</span>`}`;
}
