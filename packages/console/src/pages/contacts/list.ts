import { number } from '../../components/figures.ts';
import { linkButton, textField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Column, pageOf, pager, table } from '../../components/tables.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Contact, fieldValue, nameOf, permissionLabel, standardFieldNames } from './fields.ts';
import { findContacts } from './find.ts';

const pageSize = 50;

const addressLink = ({ id, email }: Contact) => html`<a href="/console/contacts/${id}">${email ?? `Contact ${id}`}</a>`;

const columns: readonly Column<Contact>[] = [
  { title: 'Address', cell: addressLink },
  { title: 'Name', cell: nameOf },
  { title: 'City', cell: ({ standard_fields }) => fieldValue(standard_fields, 'CITY'), kind: 'minor' },
  { title: 'Permission', cell: ({ permission }) => permissionLabel(permission), kind: 'minor' },
  { title: 'Added', cell: ({ created }) => created?.slice(0, 10), kind: 'minor' },
];

/** Contacts of the account, or those that are searched for. */
export async function contactList(visit: Visit): Promise<Response> {
  const search = (visit.query.get('search') ?? '').trim();
  const page = pageOf(visit.query);
  const { contacts, total, pages, message } =
    search === '' ? await allContacts(visit, page) : await foundContacts(visit, search);
  const body = html`<form class="search" method="get" action="/console/contacts" role="search">${textField({
    label: 'Address, external id or id',
    name: 'search',
    type: 'search',
    value: search,
  })}<button>Search</button>${search !== '' && linkButton('Show all', '/console/contacts')}</form>${fault(message)}
<section><h2>${search === '' ? `${number(total)} contacts` : `${number(total)} found`}</h2>${table(
    'Contacts',
    columns,
    contacts,
    search === ''
      ? html`There are no contacts yet. <a href="/console/contacts/new">Add the first one.</a>`
      : 'No contact has this address or id.',
  )}${pager(visit, page, pages)}${search === '' && hint('Sorted by the time at which they were added.')}</section>`;
  const actions = html`${linkButton('Blocked', '/console/contacts/blocked')}${linkButton('Import', '/console/imports')}${linkButton('Add a contact', '/console/contacts/new', 'main')}`;
  return respondPage(visit, { title: 'Contacts', actions, body });
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
  const page = pageOf(visit.query);
  const wanted = { standard_field: standardFieldNames, page_size: pageSize, page_index: page };
  const { items, total, pages } = await visit.client.contacts.listBlocked(wanted).orThrow();
  const rows = table<(typeof items)[number]>(
    'Blocked contacts',
    [
      { title: 'Address', cell: addressLink },
      { title: 'Since (UTC)', cell: ({ blocking_timestamp }) => blocking_timestamp, kind: 'minor' },
      { title: 'Reason', cell: ({ blocking_reason }) => (blocking_reason === 'blacklist' ? 'Blacklist' : 'Bounces') },
      { title: 'Explanation', cell: ({ blocking_explanation }) => blocking_explanation, kind: 'minor' },
    ],
    items,
    'No contact is blocked.',
  );
  const parent = { label: 'Contacts', path: '/console/contacts' };
  const body = html`<section><h2>${number(total ?? items.length)} blocked</h2>${rows}${pager(visit, page, pages ?? 1)}</section>`;
  return respondPage(visit, { title: 'Blocked contacts', parent, body });
}
