import type { Client } from '@mailwright/client';
import { number } from '../../components/figures.ts';
import { linkButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { pageOf, pager, table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';

const pageSize = 50;
export type Segment = Awaited<ReturnType<ReturnType<Client['targetGroups']['get']>['orThrow']>>;

/** Segments: the target groups of the account, each with the contacts of a filter. */
export async function segmentList(visit: Visit): Promise<Response> {
  const page = pageOf(visit.query);
  const { items, pages } = await visit.client.targetGroups.list({ page_size: pageSize, page_index: page }).orThrow();
  const rows = table<Segment>(
    'Segments',
    [
      { title: 'Name', cell: ({ id, name }) => html`<a href="/console/segments/${id}">${name}</a>` },
      { title: 'Contacts', cell: ({ count_contacts = 0 }) => number(count_contacts), kind: 'number' },
      {
        title: 'Can be mailed',
        cell: ({ count_active_contacts = 0 }) => number(count_active_contacts),
        kind: 'number',
      },
      { title: 'Use', cell: ({ type }) => useLabel(type), kind: 'minor' },
      {
        title: 'Counted',
        cell: ({ evaluated }) => (evaluated ? localTime(visit, evaluated) : '–'),
        kind: 'minor',
      },
    ],
    items,
    html`There are no segments yet. <a href="/console/segments/new">Build the first one.</a>`,
  );
  const body = html`<section>${rows}${pager(visit, page, pages ?? 1)}</section>`;
  const actions = linkButton('Build a segment', '/console/segments/new', 'main');
  return respondPage(visit, { title: 'Segments', actions, body });
}

export const useLabel = (type: Segment['type']) =>
  type === 'test' || type === 'approval' ? 'Test and approval mails' : 'Mailings';
