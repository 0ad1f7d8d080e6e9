import type { Client } from '@mailwright/client';
import { badge, section } from '../../components/figures.ts';
import { linkButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { table } from '../../components/tables.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { type ListedMailing, readMailing } from '../mailing-names.ts';
import { stateBadge } from '../mailing-states.ts';

export type Program = Awaited<ReturnType<ReturnType<Client['marketingAutomation']['get']>['orThrow']>>;

export const programBadge = (say: Say, state: Program['state']) =>
  state === 'released' ? badge(say('Active'), 'good') : badge(say('Draft'));

/** Event that starts a program or a mailing, in words. */
export function eventLabel(say: Say, event: string | undefined, types: ReadonlyMap<string, string>): string {
  if (event === undefined || event === '') return say('By the API only');
  if (/^doi_confirmed$/i.test(event)) return say('A confirmed double opt-in');
  return say('Transaction {name}', { name: types.get(event) ?? event });
}

export async function transactionTypes(client: Client): Promise<Map<string, string>> {
  const { items } = await client.transactions.listTypes({ page_size: 1000 }).orThrow();
  return new Map(items.map(({ id, name }) => [String(id), name]));
}

/** Trigger mailings, the newest first. */
export async function triggerMailings(client: Client): Promise<ListedMailing[]> {
  const { items } = await client.mailings
    .listByTypes({
      types: ['trigger'],
      fields: ['name', 'state', 'type'],
      orderBy: 'id',
      order: 'DESC',
      page_size: 100,
    })
    .orThrow();
  return items.map(({ id, fields }) => readMailing(id, fields));
}

/** Programs, and mailings that events start. */
export async function automationList(visit: Visit): Promise<Response> {
  const { client, say } = visit;
  const [programs, triggers, types] = await Promise.all([
    client.marketingAutomation.list({}).orThrow(),
    triggerMailings(client),
    transactionTypes(client),
  ]);
  const programTable = table<Program>(
    say('Programs'),
    [
      { title: say('Name'), cell: ({ id, name }) => html`<a href="/console/automation/${id}">${name}</a>` },
      { title: say('State'), cell: ({ state }) => programBadge(say, state) },
      { title: say('Begins with'), cell: ({ start_event }) => eventLabel(say, start_event, types), kind: 'minor' },
      { title: say('Steps'), cell: ({ steps }) => steps.length, kind: 'minor number' },
      { title: say('Contacts under way'), cell: ({ active_runs }) => say.number(active_runs), kind: 'number' },
    ],
    programs,
    say.rich('There are no programs yet. <a>Create the first one.</a>', {
      a: (inner) => html`<a href="/console/automation/new">${inner}</a>`,
    }),
  );
  const triggerTable = table<ListedMailing>(
    say('Trigger mailings'),
    [
      { title: say('Name'), cell: ({ id, name }) => html`<a href="/console/mailings/${id}">${name}</a>` },
      { title: say('State'), cell: ({ state }) => stateBadge(say, state) },
    ],
    triggers,
    say('There are no trigger mailings.'),
  );
  const actions = linkButton(say('Create a program'), '/console/automation/new', 'main');
  const body = html`${section(say('Programs'), programTable)}${section(say('Trigger mailings'), triggerTable)}`;
  return respondPage(visit, { title: say('Automation'), actions, body });
}
