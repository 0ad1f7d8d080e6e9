import type { Client } from '@mailwright/client';
import { badge, number, section } from '../../components/figures.ts';
import { linkButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { table } from '../../components/tables.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type ListedMailing, readMailing } from '../mailing-names.ts';
import { stateBadge } from '../mailing-states.ts';

export type Program = Awaited<ReturnType<ReturnType<Client['marketingAutomation']['get']>['orThrow']>>;

export const programBadge = (state: Program['state']) =>
  state === 'released' ? badge('Active', 'good') : badge('Draft');

/** Event that starts a program or a mailing, in words. */
export function eventLabel(event: string | undefined, types: ReadonlyMap<string, string>): string {
  if (event === undefined || event === '') return 'By the API only';
  if (/^doi_confirmed$/i.test(event)) return 'A confirmed double opt-in';
  return `Transaction ${types.get(event) ?? event}`;
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
  const { client } = visit;
  const [programs, triggers, types] = await Promise.all([
    client.marketingAutomation.list({}).orThrow(),
    triggerMailings(client),
    transactionTypes(client),
  ]);
  const programTable = table<Program>(
    'Programs',
    [
      { title: 'Name', cell: ({ id, name }) => html`<a href="/console/automation/${id}">${name}</a>` },
      { title: 'State', cell: ({ state }) => programBadge(state) },
      { title: 'Begins with', cell: ({ start_event }) => eventLabel(start_event, types), kind: 'minor' },
      { title: 'Steps', cell: ({ steps }) => steps.length, kind: 'minor number' },
      { title: 'Contacts under way', cell: ({ active_runs }) => number(active_runs), kind: 'number' },
    ],
    programs,
    html`There are no programs yet. <a href="/console/automation/new">Create the first one.</a>`,
  );
  const triggerTable = table<ListedMailing>(
    'Trigger mailings',
    [
      { title: 'Name', cell: ({ id, name }) => html`<a href="/console/mailings/${id}">${name}</a>` },
      { title: 'State', cell: ({ state }) => stateBadge(state) },
    ],
    triggers,
    'There are no trigger mailings.',
  );
  const actions = linkButton('Create a program', '/console/automation/new', 'main');
  const body = html`${section('Programs', programTable)}${section('Trigger mailings', triggerTable)}`;
  return respondPage(visit, { title: 'Automation', actions, body });
}
