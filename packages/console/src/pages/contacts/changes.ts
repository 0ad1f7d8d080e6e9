import type { Client } from '@mailwright/client';
import { badge, facts, section } from '../../components/figures.ts';
import { linkButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { pageOf, pager, table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Say, type Words, words } from '../../words.ts';

const pageSize = 50;

type Change = Awaited<ReturnType<ReturnType<Client['contacts']['getChange']>['orThrow']>>;

const done: Record<Change['action'], Words> = {
  tag: words('{count, plural, one {# contact has the tag “{tag}” now.} other {# contacts have the tag “{tag}” now.}}'),
  untag: words(
    '{count, plural, one {# contact has the tag “{tag}” no more.} other {# contacts have the tag “{tag}” no more.}}',
  ),
  unsubscribe: words('{count, plural, one {# contact was unsubscribed.} other {# contacts were unsubscribed.}}'),
  block: words('{count, plural, one {# address was blocked.} other {# addresses were blocked.}}'),
  erase: words('{count, plural, one {# contact was erased.} other {# contacts were erased.}}'),
};

const titles: Record<Change['action'], Words> = {
  tag: words('Add the tag “{tag}”'),
  untag: words('Remove the tag “{tag}”'),
  unsubscribe: words('Unsubscribe contacts'),
  block: words('Block addresses'),
  erase: words('Erase contacts'),
};

const titleOf = (say: Say, { action, tag = '' }: Change) => say(titles[action], { tag });

/** What was done with many contacts at once. */
export async function changeList(visit: Visit): Promise<Response> {
  const { client, say } = visit;
  const page = pageOf(visit.query);
  const { items, pages } = await client.contacts.listChanges({ page_size: pageSize, page_index: page }).orThrow();
  const rows = table<Change>(
    say('Changes of many contacts'),
    [
      {
        title: say('Change'),
        cell: (change) => html`<a href="/console/contacts/changes/${change.id}">${titleOf(say, change)}</a>`,
      },
      { title: say('Contacts'), cell: ({ count_done }) => say.number(count_done), kind: 'number' },
      { title: say('State'), cell: (change) => stateOf(say, change) },
      { title: say('Begun'), cell: ({ created }) => localTime(visit, created), kind: 'minor' },
    ],
    items,
    say('Nothing was done with many contacts yet.'),
  );
  const parent = { label: say('Contacts'), path: '/console/contacts' };
  const body = html`<section>${rows}${pager(visit, page, pages ?? 1)}</section>`;
  return respondPage(visit, { title: say('Changes of many contacts'), parent, body });
}

const stateOf = (say: Say, { state }: Change): Content =>
  state === 'done' ? badge(say('Done'), 'good') : badge(say('Running'), 'busy');

/** One change: how far it is, and its end. */
export async function changePage(visit: Visit): Promise<Response> {
  const { client, params, query, say } = visit;
  const change = await client.contacts.getChange({ changeId: Number(params.id) }).orThrow();
  const { action, tag = '', state, count, count_done, created, ended } = change;
  const isRunning = state === 'running';
  const mailing = /^\/console\/mailings\/\d{1,15}$/.exec(query.get('back') ?? '')?.[0];
  const progress = isRunning
    ? html`<p>${say('{done, number} of {count, number} contacts so far. You can leave this page: it goes on.', { done: count_done, count })}</p><progress max="${count}" value="${count_done}"></progress>`
    : html`<p class="notice good" role="status">${say(done[action], { count: count_done, tag })}</p>`;
  const content = html`${progress}${facts([
    [say('State'), stateOf(say, change)],
    [say('Begun'), localTime(visit, created)],
    ...(ended ? [[say('Ended'), localTime(visit, ended)] as const] : []),
  ])}<p>${mailing === undefined ? linkButton(say('Back to the contacts'), '/console/contacts') : linkButton(say('Back to the mailing'), mailing)}</p>`;
  const parent = { label: say('Changes of many contacts'), path: '/console/contacts/changes' };
  const body = section(say('Progress'), content, { id: 'change', refresh: isRunning && 1 });
  return respondPage(visit, { title: titleOf(say, change), parent, body: html`${body}` });
}
