import type { Client } from '@mailwright/client';
import { badge, section } from '../../components/figures.ts';
import { pageButton, pageLink } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { type ListedMailing, readMailing } from '../mailing-names.ts';
import { stateBadge } from '../mailing-states.ts';
import { recipeForm } from './recipe-form.ts';
import { describeStart, readReasonNames } from './start.ts';

export type Program = Awaited<ReturnType<ReturnType<Client['marketingAutomation']['get']>['orThrow']>>;

export const programBadge = (say: Say, state: Program['state']) =>
  state === 'released' ? badge(say('Active'), 'good') : badge(say('Draft'));

/** Trigger mailings, the newest first. */
export async function triggerMailings(client: Client): Promise<ListedMailing[]> {
  const items = await client.mailings.listByTypes
    .all({
      types: ['trigger'],
      fields: ['name', 'state', 'type'],
      orderBy: 'id',
      order: 'DESC',
      page_size: 1000,
    })
    .toArray({ limit: 10_000 });
  return items.map(({ id, fields }) => readMailing(id, fields));
}

/** Programs, and mailings that events start. */
export const automationList = (visit: Visit): Promise<Response> => showAutomations(visit);

/** As `automationList`, with what was wrong with a request. */
export async function showAutomations(visit: Visit, message?: string): Promise<Response> {
  const { client, say } = visit;
  const [programs, triggers] = await Promise.all([
    client.marketingAutomation.list({}).orThrow(),
    triggerMailings(client),
  ]);
  const names = await readReasonNames(visit, programs);
  const programTable = table<Program>(
    say('Automations'),
    [
      { title: say('Name'), cell: ({ id, name }) => html`<a href="/console/automation/${id}">${name}</a>` },
      { title: say('State'), cell: ({ state }) => programBadge(say, state) },
      { title: say('Begins with'), cell: (program) => describeStart(say, program, names), kind: 'minor' },
      { title: say('Steps'), cell: ({ steps }) => steps.length, kind: 'minor number' },
      { title: say('Contacts in it now'), cell: ({ active_runs }) => say.number(active_runs), kind: 'number' },
    ],
    programs,
    say.rich(
      'An automation sends a series of mails by itself, such as a welcome after the sign-up. <a>Create the first one.</a>',
      {
        a: pageLink(visit, '/console/automation/new'),
      },
    ),
  );
  const triggerTable = table<ListedMailing>(
    say('Automatic mailings'),
    [
      { title: say('Name'), cell: ({ id, name }) => html`<a href="/console/mailings/${id}">${name}</a>` },
      { title: say('State'), cell: ({ state }) => stateBadge(say, state) },
    ],
    triggers,
    say.rich(
      'An automatic mailing is sent by itself when something happens, such as an order or a birthday. <a>Create the first one.</a>',
      {
        a: (inner) => html`<a href="/console/mailings/automatic?kind=welcome">${inner}</a>`,
      },
    ),
  );
  const actions = pageButton(visit, say('Create an automation'), '/console/automation/new', 'main');
  const body = html`${fault(message)}${section(say('Automations'), programTable)}${section(say('Recipes'), recipeForm(visit))}${section(say('Automatic mailings'), triggerTable)}`;
  return respondPage(visit, { title: say('Automation'), actions, body }, message === undefined ? 200 : 400);
}
