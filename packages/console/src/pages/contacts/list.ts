import { section } from '../../components/figures.ts';
import { linkButton, pageButton, pageLink, postForm, selectField, textField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { pageOf, pager, table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';
import { type Contact, customFieldsOf, standardFieldNames } from '../contact-fields.ts';
import { ruleFields } from '../rules.ts';
import { type ActValues, actForm, noAct } from './act-form.ts';
import { chosenColumns, columnOptions, columnsFor, customOf, listedFields } from './columns.ts';
import { countSamples, removeSamplesForm } from './samples.ts';
import {
  isSearched,
  readSearchValues,
  readSegments,
  type SearchValues,
  type Segments,
  searchOperators,
  toSearch,
} from './search.ts';

const pageSize = 50;

type Order = NonNullable<NonNullable<Parameters<Visit['client']['contacts']['find']>[0]>['sort']>;

const orders: readonly (readonly [Order, Words])[] = [
  ['newest', words('Newest first')],
  ['oldest', words('Oldest first')],
  ['changed', words('Last changed first')],
  ['name', words('Last name')],
  ['address', words('Address')],
];

const orderOf = (query: URLSearchParams): Order => orders.find(([name]) => name === query.get('sort'))?.[0] ?? 'newest';

/** Contacts of the account, or those that are searched for. */
export const contactList = (visit: Visit): Promise<Response> => showContacts(visit, visit.query);

/** Shows a list again after something was wrong with what was to be done, with what was chosen. */
export async function showContacts(
  visit: Visit,
  query: URLSearchParams,
  message?: string,
  chosen: ActValues = noAct,
): Promise<Response> {
  const { client, say } = visit;
  const values = readSearchValues(query);
  const [custom, segments, tags, samples] = await Promise.all([
    customFieldsOf(client).then((fields) => fields.map(({ name }) => name)),
    readSegments(visit),
    client.contacts.listTags({}).orThrow(),
    countSamples(visit),
  ]);
  const options = columnOptions(visit, custom);
  const columns = chosenColumns(query, options);
  const search = toSearch(visit, values, segments);
  const found = typeof search === 'string' ? undefined : await readFound(visit, query, search, customOf(columns));
  const wrong = typeof search === 'string' ? search : found?.message;
  const form = searchForm(
    values,
    segments,
    tags.map(({ name }) => name),
    custom,
  );
  const list = found?.contacts && resultSection(found.contacts, found.total, found.next);
  const actions = html`${pageButton(visit, say('Fields and tags'), '/console/contacts/fields')}${linkButton(say('Blocked'), '/console/contacts/blocked')}${linkButton(say('Import'), '/console/imports')}${pageButton(visit, say('Add a contact'), '/console/contacts/new', 'main')}`;
  const body = html`${fault(message ?? wrong)}${samples > 0 && samplesSection(visit, samples)}${form}${list}`;
  return respondPage(visit, { title: say('Contacts'), actions, body }, (message ?? wrong) === undefined ? 200 : 400);

  function searchForm(values: SearchValues, { options: groups }: Segments, tags: string[], custom: string[]): Content {
    const any = ['', say('Any')] as const;
    const [, , ...fields] = ruleFields(say, custom);
    const more = html`<details${(values.segment || values.tag || values.field || query.has('sort') || query.has('column')) && html` open`}><summary>${say('Filter, sort and columns')}</summary><div class="fields">${selectField({ label: say('Segment'), name: 'segment', value: values.segment, options: [any, ...groups] })}${selectField({ label: say('Tag'), name: 'tag', value: values.tag, options: [any, ...tags.map((tag) => [tag, tag] as const)] })}${selectField({ label: say('Sort by'), name: 'sort', value: orderOf(query), options: say.options(orders) })}</div>
<div class="fields">${selectField({ label: say('Field'), name: 'field', value: values.field, options: [any, ...fields] })}${selectField({ label: say('Condition'), name: 'operator', value: values.operator || 'EQUALS', options: say.options(searchOperators) })}${textField({ label: say('Value'), name: 'value', value: values.value })}</div>
<fieldset class="choices"><legend>${say('Columns')}</legend>${options.map(([id, label]) => html`<label class="choice"><input type="checkbox" name="column" value="${id}"${columns.includes(id) && html` checked`}> ${label}</label>`)}</fieldset></details>`;
    return html`<form method="get" action="/console/contacts" role="search">${values.file && html`<input type="hidden" name="file" value="${values.file}">`}<div class="search">${textField(
      {
        label: say('Name, address or id'),
        name: 'search',
        type: 'search',
        value: values.search,
        hint: say('Parts are enough.'),
      },
    )}<button>${say('Search')}</button>${isSearched(values) && linkButton(say('Show all'), '/console/contacts')}</div>${more}</form>`;
  }

  function resultSection(contacts: readonly Contact[], total: number, next: string | undefined): Content {
    const kept = keptQuery(query);
    const mayAct = visit.offers('POST', '/console/contacts/act') && contacts.length > 0;
    const check = {
      id: 'check',
      title: html`<span class="unseen">${say('Choose')}</span>`,
      cell: ({ id, email }: Contact) =>
        html`<input type="checkbox" name="id" value="${id}" aria-label="${say('Choose {name}', { name: email ?? id })}"${chosen.ids.includes(id) && html` checked`}>`,
    };
    const rows = table(
      say('Contacts'),
      [...(mayAct ? [check] : []), ...columnsFor(visit, columns, options)],
      contacts,
      isSearched(values)
        ? say('No contact matches this search.')
        : say.rich('There are no contacts yet. <a>Add the first one.</a>', {
            a: pageLink(visit, '/console/contacts/new'),
          }),
    );
    const paging =
      (next !== undefined || query.has('after')) &&
      html`<nav class="pager" aria-label="${say('Pages')}">${query.has('after') && linkButton(say('First page'), `/console/contacts?${kept}`)}${next !== undefined && linkButton(say('Next'), `/console/contacts?${kept}${kept && '&'}after=${encodeURIComponent(next)}`)}</nav>`;
    const file = total > 0 && linkButton(say('Download as CSV'), `/console/contacts/export.csv?${kept}`);
    const heading = html`<h2>${
      values.file
        ? say('{count, plural, one {# contact of the import} other {# contacts of the import}}', { count: total })
        : isSearched(values)
          ? say('{count, plural, one {# contact found} other {# contacts found}}', { count: total })
          : say('{count, plural, one {# contact} other {# contacts}}', { count: total })
    }</h2>`;
    const known = tags.map(({ name }) => name);
    const acting = mayAct && actForm(visit, { query: kept, total, tags: known, chosen });
    const content = html`${rows}${paging}${acting}`;
    return html`<section>${heading}${acting ? postForm(visit, '/console/contacts/act', content) : content}<p class="row">${file}${pageButton(visit, say('Changes of many contacts'), '/console/contacts/changes')}</p></section>`;
  }
}

/** The query of a list without its page. */
function keptQuery(query: URLSearchParams): string {
  const left = new Set(['after', 'done', 'page']);
  return new URLSearchParams([...query].filter(([name, value]) => !left.has(name) && value !== '')).toString();
}

async function readFound(
  { client }: Visit,
  query: URLSearchParams,
  search: Parameters<Visit['client']['contacts']['find']>[0],
  custom_field: string[],
): Promise<{ contacts?: readonly Contact[]; total: number; next?: string | undefined; message?: string }> {
  const after = query.get('after');
  const answer = await client.contacts.find({
    ...search,
    sort: orderOf(query),
    limit: pageSize,
    with_total: true,
    standard_field: [...listedFields],
    custom_field,
    ...(after && { after }),
  });
  if (answer.ok) return { ...answer.data, total: answer.data.total ?? 0 };
  if (answer.status === 400) return { total: 0, message: answer.error.message };
  throw answer.error;
}

/** What the contacts are that the account came with, as long as there are any. */
const samplesSection = (visit: Visit, count: number): Content =>
  section(
    visit.say('Sample contacts'),
    html`<p>${visit.say('{count, plural, one {# of the contacts is a sample} other {# of the contacts are samples}}, to try things with. Nobody has their addresses, but mailings to everybody count them.', { count })}</p>${removeSamplesForm(visit)}`,
    { id: 'samples' },
  );

/** Contacts to which no mail is sent, and why. */
export async function blockedList(visit: Visit): Promise<Response> {
  const { say } = visit;
  const page = pageOf(visit.query);
  const wanted = { standard_field: standardFieldNames, page_size: pageSize, page_index: page };
  const { items, total, pages } = await visit.client.contacts.listBlocked(wanted).orThrow();
  const rows = table<(typeof items)[number]>(
    say('Blocked contacts'),
    [
      {
        title: say('Address'),
        cell: (contact) =>
          html`<a href="/console/contacts/${contact.id}">${contact.email ?? say('Contact {id}', { id: contact.id })}</a>`,
      },
      { title: say('Since'), cell: ({ blocking_timestamp: since }) => since && localTime(visit, since), kind: 'minor' },
      {
        title: say('Reason'),
        cell: ({ blocking_reason }) => (blocking_reason === 'blacklist' ? say('Block list') : say('Bounces')),
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
