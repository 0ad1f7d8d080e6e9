import type { Client } from '@mailwright/client';
import { badge, section } from '../../components/figures.ts';
import { linkButton, postForm, selectField, textArea, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Column, pageOf, pager, table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Say, type Words, words } from '../../words.ts';
import { parseEntries } from './entries.ts';

const pageSize = 50;
const own = '/console/suppression';

type Suppression = Awaited<ReturnType<ReturnType<Client['suppressions']['list']>['orThrow']>>['items'][number];
type Reason = Suppression['reason'];

const reasons: Record<Reason, Words> = {
  unsubscribed: words('Unsubscribed'),
  complaint: words('Complaint'),
  bounce: words('Bounces'),
  blacklist: words('Block list'),
};
const reasonOptions: readonly (readonly [value: string, label: Words])[] = [
  ['', words('Every reason')],
  ...Object.entries(reasons),
];

const isReason = (value: string): value is Reason => Object.hasOwn(reasons, value);

/** Addresses to which no mailing is sent, with the reason of each. */
export const suppressionList = (visit: Visit): Promise<Response> => showList(visit);

interface Entered {
  entries: string;
  source: string;
}

async function showList(visit: Visit, message?: string, entered?: Entered): Promise<Response> {
  const { client, query, say } = visit;
  const email = (query.get('email') ?? '').trim();
  const reason = query.get('reason') ?? '';
  const isFiltered = email !== '' || reason !== '';
  const page = pageOf(query);
  const filter = { ...(email && { email }), ...(isReason(reason) && { reason: [reason] }) };
  const found = await attempt(client.suppressions.list({ ...filter, page_size: pageSize, page_index: page }).orThrow());
  const { items, total, pages } = 'fault' in found ? { items: [], total: 0, pages: 1 } : found.value;
  const search = html`<form class="search" method="get" action="${own}" role="search">${textField({
    label: say('Address'),
    name: 'email',
    type: 'search',
    value: email,
  })}${selectField({ label: say('Reason'), name: 'reason', value: reason, options: say.options(reasonOptions) })}<button>${say('Search')}</button>${isFiltered && linkButton(say('Show all'), own)}</form>`;
  const rows = table(
    say('Blocked addresses'),
    columnsFor(visit),
    items,
    isFiltered
      ? say('No blocked address matches the search.')
      : say.rich('No address is blocked. <a>Add addresses that must get no mail.</a>', {
          a: (inner) => html`<a href="#add">${inner}</a>`,
        }),
  );
  const count = total ?? items.length;
  const heading = isFiltered
    ? say('{count, number} found', { count })
    : say('{count, plural, one {# blocked address} other {# blocked addresses}}', { count });
  const body = html`${fault(message ?? ('fault' in found ? found.fault : undefined))}${search}
${section(heading, html`${rows}${pager(visit, page, pages ?? 1)}${hint(say('An address has a row for each reason. Removing does not undo an unsubscription: only the person can subscribe again.'))}`)}
${section(say('Add addresses'), addForm(visit, entered), { id: 'add' })}`;
  const isRefused = message !== undefined || 'fault' in found;
  return respondPage(visit, { title: say('Blocked addresses'), body }, isRefused ? 400 : 200);
}

function columnsFor(visit: Visit): readonly Column<Suppression>[] {
  const { say } = visit;
  return [
    {
      title: say('Address and reason'),
      cell: ({ entry, contact_id, reason }) =>
        html`${contact_id === undefined ? entry : html`<a href="/console/contacts/${contact_id}">${entry}</a>`}<br>${badge(say(reasons[reason]))}`,
    },
    { title: say('Explanation'), cell: (suppression) => explain(say, suppression), kind: 'minor' },
    { title: say('Since'), cell: ({ since }) => localTime(visit, since), kind: 'minor' },
    {
      title: say('Until'),
      cell: ({ until }) => until && localTime(visit, until),
      kind: 'minor',
    },
    { title: say('Change'), cell: (suppression) => removeForm(visit, suppression), kind: 'whole' },
  ];
}

/** Ways of unsubscribing, by their values in the API. */
const unsubscriptions: Record<string, Words> = {
  link: words('By a link in a mailing'),
  reply: words('By answering a mailing'),
  'list-unsubscribe-header': words('By the unsubscribe button of the mail app'),
  other: words('By your team or another system'),
};

function explain(say: Say, { reason, explanation }: Suppression): Content {
  const way = reason === 'unsubscribed' ? unsubscriptions[explanation ?? ''] : undefined;
  return way === undefined ? explanation : say(way);
}

/** Unsubscriptions and complaints are the person's own will, which nobody else takes back. */
const removeForm = (visit: Visit, { entry, reason }: Suppression): Content =>
  (reason === 'bounce' || reason === 'blacklist') &&
  postForm(
    visit,
    `${own}/remove`,
    html`<input type="hidden" name="entry" value="${entry}"><button class="quiet" aria-label="${visit.say('Remove {entry}', { entry })}">${visit.say('Remove')}</button>`,
  );

function addForm(visit: Visit, entered?: Entered): Content {
  const { say } = visit;
  return postForm(
    visit,
    own,
    html`${textArea({
      label: say('Addresses'),
      name: 'entries',
      rows: 3,
      value: entered?.entries,
      hint: say.rich(
        'One per line: an address, all of a domain (<code>*@example.org</code>), or a name at all domains (<code>postmaster@*</code>). Contacts with these addresses are blocked at once and when they are added later.',
      ),
    })}${textField({ label: say('Source of the addresses'), name: 'source', value: entered?.source, maxLength: 255, hint: say('For your team, such as “complaints by telephone”.') })}<p><button>${say('Block')}</button></p>`,
  );
}

export async function addSuppressions(visit: Visit): Promise<Response> {
  const { client, form, say } = visit;
  const entered = { entries: textOf(form, 'entries'), source: textOf(form, 'source') };
  const entries = parseEntries(entered.entries);
  if (entries.length === 0) return showList(visit, say('Enter at least one address.'), entered);
  const body = { entries, import_name: entered.source || say('Console') };
  const added = await attempt(client.suppressions.add({ body }).orThrow());
  return 'fault' in added ? showList(visit, added.fault, entered) : redirect(`${own}?done=suppressed`);
}

export async function removeSuppression(visit: Visit): Promise<Response> {
  const removed = await attempt(visit.client.suppressions.remove({ entry: textOf(visit.form, 'entry') }).orThrow());
  return 'fault' in removed ? showList(visit, removed.fault) : redirect(`${own}?done=unsuppressed`);
}
