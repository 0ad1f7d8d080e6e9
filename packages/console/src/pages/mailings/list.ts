import type { Client } from '@mailwright/client';
import { pageButton, pageLink, selectField, textField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { type Column, pageOf, pager, table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Say, type Words, words } from '../../words.ts';
import { type ListedMailing, listMailings, readMailing } from '../mailing-names.ts';
import { hasReport, reported, stateBadge, underWay } from '../mailing-states.ts';

const pageSize = 50;

const groups = {
  '': [words('All states'), undefined],
  draft: [words('Drafts'), ['draft', 'failed']],
  scheduled: [words('Scheduled'), ['scheduled']],
  running: [words('Being sent'), underWay],
  sent: [words('Sent'), reported],
} as const;

/** Mailings of the account, by state and by words of their subject. */
export async function mailingList(visit: Visit): Promise<Response> {
  const { say } = visit;
  const subject = (visit.query.get('subject') ?? '').trim();
  const group = visit.query.get('state') ?? '';
  const page = pageOf(visit.query);
  const { mailings, total, pages } =
    subject === '' ? await byState(visit.client, group, page) : await bySubject(visit.client, subject, page);
  const options = Object.entries(groups).map(([value, [label]]) => [value, say(label)] as const);
  const comparable = mailings.filter(({ state }) => hasReport(state)).length > 1;
  const body = html`<form class="search" method="get" action="/console/mailings" role="search">${textField({ label: say('Search by subject'), name: 'subject', type: 'search', value: subject, hint: say('Finds mailings in all states.') })}${selectField({ label: say('State'), name: 'state', value: subject === '' ? group : '', options })}<button>${say('Show')}</button></form>
<section><h2>${say('{count, plural, one {# mailing} other {# mailings}}', { count: total })}</h2><form method="get" action="/console/mailings/compare">${table(
    say('Mailings'),
    [
      ...(comparable ? [compareColumn(say)] : []),
      { title: say('Name'), cell: ({ id, name }) => html`<a href="/console/mailings/${id}">${name}</a>` },
      { title: say('State'), cell: ({ state }) => stateBadge(say, state) },
      { title: say('Type'), cell: ({ type }) => (types[type] ? say(types[type]) : type), kind: 'minor' },
      {
        title: say('Scheduled'),
        cell: ({ scheduled }) => scheduled && localTime(visit, scheduled),
        kind: 'minor',
      },
      {
        title: say('Report'),
        cell: ({ id, name, state }) =>
          hasReport(state) &&
          html`<a href="/console/mailings/${id}/report" aria-label="${say('Report of {name}', { name })}">${say('Report')}</a>`,
        kind: 'minor',
      },
    ],
    mailings,
    say.rich('There are no mailings here. <a>Write one.</a>', {
      a: pageLink(visit, '/console/mailings/new'),
    }),
  )}${comparable && html`<p><button class="quiet">${say('Compare the chosen ones')}</button></p>`}</form>${pager(visit, page, pages)}</section>`;
  const actions = html`${pageButton(visit, say('Create an automatic mailing'), '/console/mailings/automatic')}${pageButton(visit, say('Write a mailing'), '/console/mailings/new', 'main')}`;
  return respondPage(visit, { title: say('Mailings'), actions, body });
}

/** Choices for the page that compares mailings. */
const compareColumn = (say: Say): Column<ListedMailing> => ({
  title: say('Compare'),
  cell: ({ id, name, state }) =>
    hasReport(state) &&
    html`<input type="checkbox" name="mailing" value="${id}" aria-label="${say('Compare {name}', { name })}">`,
});

const types: Record<string, Words> = {
  regular: words('Newsletter'),
  trigger: words('Automatic'),
  trigger_template: words('Automatic'),
  doi: words('Double opt-in'),
};

function byState(client: Client, group: string, page_index: number) {
  const states = Object.hasOwn(groups, group) ? groups[group as keyof typeof groups][1] : undefined;
  return listMailings(client, { ...(states && { states }), page_size: pageSize, page_index });
}

async function bySubject(client: Client, subject: string, page_index: number) {
  const wanted = { subject, subjectOp: 'contains', fields: ['name', 'state', 'type', 'scheduleTime'] } as const;
  const newest = { orderBy: 'id', order: 'DESC', page_size: pageSize, page_index } as const;
  const { items, total, pages } = await client.mailings.listBySubject({ ...wanted, ...newest }).orThrow();
  return { mailings: items.map(({ id, fields }) => readMailing(id, fields)), total: total ?? 0, pages: pages ?? 1 };
}
