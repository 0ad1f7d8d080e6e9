import type { Client } from '@mailwright/client';
import { pageButton, pageLink } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { pageOf, pager, table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';

const pageSize = 50;
export type Segment = Awaited<ReturnType<ReturnType<Client['targetGroups']['get']>['orThrow']>>;

/** Segments: the target groups of the account, each with the contacts of a filter. */
export async function segmentList(visit: Visit): Promise<Response> {
  const { say } = visit;
  const page = pageOf(visit.query);
  const { items, pages } = await visit.client.targetGroups.list({ page_size: pageSize, page_index: page }).orThrow();
  const rows = table<Segment>(
    say('Segments'),
    [
      { title: say('Name'), cell: ({ id, name }) => html`<a href="/console/segments/${id}">${name}</a>` },
      {
        title: say('Contacts'),
        // A number that may be wrong says so beside it, on phones too.
        cell: ({ count_contacts = 0, state }) =>
          state === 'updating'
            ? say('Being counted')
            : html`${say.number(count_contacts)}${state === 'outofdate' && html`<br><small class="soft">${say('changed since')}</small>`}`,
        kind: 'number',
      },
      {
        title: say('Can be mailed'),
        cell: ({ count_active_contacts = 0 }) => say.number(count_active_contacts),
        kind: 'number',
      },
      { title: say('Use'), cell: ({ type }) => say(useLabel(type)), kind: 'minor' },
      {
        title: say('Counted'),
        cell: ({ evaluated }) => (evaluated ? localTime(visit, evaluated) : '–'),
        kind: 'minor',
      },
    ],
    items,
    say.rich('There are no segments yet. <a>Build the first one.</a>', {
      a: pageLink(visit, '/console/segments/new'),
    }),
  );
  const body = html`<section>${rows}${pager(visit, page, pages ?? 1)}</section>`;
  const actions = pageButton(visit, say('Build a segment'), '/console/segments/new', 'main');
  return respondPage(visit, { title: say('Segments'), actions, body });
}

export const useLabel = (type: Segment['type']): Words =>
  type === 'test' || type === 'approval' ? words('Test and approval mails') : words('Mailings');
