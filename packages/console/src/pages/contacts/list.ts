import { linkButton, textField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Column, pageOf, pager, table } from '../../components/tables.ts';
import { localDay, localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { type Contact, fieldValue, nameOf, permissionLabel, standardFieldNames } from './fields.ts';
import { findContacts } from './find.ts';

const pageSize = 50;

const addressLink = (say: Say, { id, email }: Contact) =>
  html`<a href="/console/contacts/${id}">${email ?? say('Contact {id}', { id })}</a>`;

function columnsFor(visit: Visit): readonly Column<Contact>[] {
  const { say } = visit;
  return [
    { title: say('Address'), cell: (contact) => addressLink(say, contact) },
    { title: say('Name'), cell: nameOf },
    { title: say('City'), cell: ({ standard_fields }) => fieldValue(standard_fields, 'CITY'), kind: 'minor' },
    { title: say('Permission'), cell: ({ permission }) => permissionLabel(say, permission), kind: 'minor' },
    { title: say('Added'), cell: ({ created }) => created && localDay(visit, created), kind: 'minor' },
  ];
}

/** Contacts of the account, or those that are searched for. */
export async function contactList(visit: Visit): Promise<Response> {
  const { say } = visit;
  const search = (visit.query.get('search') ?? '').trim();
  const page = pageOf(visit.query);
  const { contacts, total, pages, message } =
    search === '' ? await allContacts(visit, page) : await foundContacts(visit, search);
  const body = html`<form class="search" method="get" action="/console/contacts" role="search">${textField({
    label: say('Address, external id or id'),
    name: 'search',
    type: 'search',
    value: search,
  })}<button>${say('Search')}</button>${search !== '' && linkButton(say('Show all'), '/console/contacts')}</form>${fault(message)}
<section><h2>${search === '' ? say('{count, plural, one {# contact} other {# contacts}}', { count: total }) : say('{count, number} found', { count: total })}</h2>${table(
    say('Contacts'),
    columnsFor(visit),
    contacts,
    search === ''
      ? say.rich('There are no contacts yet. <a>Add the first one.</a>', {
          a: (inner) => html`<a href="/console/contacts/new">${inner}</a>`,
        })
      : say('No contact has this address or id.'),
  )}${pager(visit, page, pages)}${search === '' && hint(say('Sorted by the time at which they were added.'))}</section>`;
  const actions = html`${linkButton(say('Blocked'), '/console/contacts/blocked')}${linkButton(say('Import'), '/console/imports')}${linkButton(say('Add a contact'), '/console/contacts/new', 'main')}`;
  return respondPage(visit, { title: say('Contacts'), actions, body });
}

interface Found {
  contacts: readonly Contact[];
  total: number;
  pages: number;
  message?: string | undefined;
}

async function allContacts({ client }: Visit, page_index: number): Promise<Found> {
  const wanted = { standard_field: standardFieldNames, page_size: pageSize, page_index };
  const { items, total, pages } = await client.contacts.list(wanted).orThrow();
  return { contacts: items, total: total ?? items.length, pages: pages ?? 1 };
}

async function foundContacts({ client }: Visit, search: string): Promise<Found> {
  const { contacts, message } = await findContacts(client, search);
  return { contacts, total: contacts.length, pages: 1, message };
}

/** Contacts to which no mail is sent, and why. */
export async function blockedList(visit: Visit): Promise<Response> {
  const { say } = visit;
  const page = pageOf(visit.query);
  const wanted = { standard_field: standardFieldNames, page_size: pageSize, page_index: page };
  const { items, total, pages } = await visit.client.contacts.listBlocked(wanted).orThrow();
  const rows = table<(typeof items)[number]>(
    say('Blocked contacts'),
    [
      { title: say('Address'), cell: (contact) => addressLink(say, contact) },
      { title: say('Since'), cell: ({ blocking_timestamp: since }) => since && localTime(visit, since), kind: 'minor' },
      {
        title: say('Reason'),
        cell: ({ blocking_reason }) => (blocking_reason === 'blacklist' ? say('Blacklist') : say('Bounces')),
      },
      { title: say('Explanation'), cell: ({ blocking_explanation }) => blocking_explanation, kind: 'minor' },
    ],
    items,
    say('No contact is blocked.'),
  );
  const parent = { label: say('Contacts'), path: '/console/contacts' };
  const body = html`<section><h2>${say('{count, number} blocked', { count: total ?? items.length })}</h2>${rows}${pager(visit, page, pages ?? 1)}</section>`;
  return respondPage(visit, { title: say('Blocked contacts'), parent, body });
}
