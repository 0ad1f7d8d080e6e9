import type { Client } from '@mailwright/client';
import { number } from '../../components/figures.ts';
import { linkButton, selectField, textField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { pageOf, pager, table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { listMailings, readMailing } from '../mailing-names.ts';
import { hasReport, reported, stateBadge, underWay } from '../mailing-states.ts';

const pageSize = 50;

const groups = {
  '': ['All states', undefined],
  draft: ['Drafts', ['draft', 'failed']],
  scheduled: ['Scheduled', ['scheduled']],
  running: ['Being sent', underWay],
  sent: ['Sent', reported],
} as const;

/** Mailings of the account, by state and by words of their subject. */
export async function mailingList(visit: Visit): Promise<Response> {
  const subject = (visit.query.get('subject') ?? '').trim();
  const group = visit.query.get('state') ?? '';
  const page = pageOf(visit.query);
  const { mailings, total, pages } =
    subject === '' ? await byState(visit.client, group, page) : await bySubject(visit.client, subject, page);
  const options = Object.entries(groups).map(([value, [label]]) => [value, label] as const);
  const body = html`<form class="search" method="get" action="/console/mailings" role="search">${textField({ label: 'Words of the subject', name: 'subject', type: 'search', value: subject })}${selectField({ label: 'State', name: 'state', value: group, options })}<button>Show</button></form>
<section><h2>${number(total)} mailings</h2>${table(
    'Mailings',
    [
      { title: 'Name', cell: ({ id, name }) => html`<a href="/console/mailings/${id}">${name}</a>` },
      { title: 'State', cell: ({ state }) => stateBadge(visit.say, state) },
      { title: 'Type', cell: ({ type }) => types[type] ?? type, kind: 'minor' },
      {
        title: 'Scheduled',
        cell: ({ scheduled }) => scheduled && localTime(visit, scheduled),
        kind: 'minor',
      },
      {
        title: 'Report',
        cell: ({ id, name, state }) =>
          hasReport(state) && html`<a href="/console/mailings/${id}/report" aria-label="Report of ${name}">Report</a>`,
        kind: 'minor',
      },
    ],
    mailings,
    html`No mailing is here. <a href="/console/mailings/new">Write one.</a>`,
  )}${pager(visit, page, pages)}</section>`;
  const actions = linkButton('Write a mailing', '/console/mailings/new', 'main');
  return respondPage(visit, { title: 'Mailings', actions, body });
}

const types: Record<string, string> = {
  regular: 'Newsletter',
  trigger: 'Trigger',
  trigger_template: 'Trigger',
  doi: 'Double opt-in',
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
