import type { Client } from '@mailwright/client';
import { isConfirmed, typedConfirmation } from '../../components/dialog.ts';
import { facts, section } from '../../components/figures.ts';
import { pageButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localMinute, localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { deliveryBadge, resultBadge, stateBadge } from './list.ts';
import { mailEventsSection, replayedSince } from './mail-events.ts';
import { eventLabel, type Webhook } from './settings.ts';

const list = '/console/webhooks';
const phrase = 'delete';

/** A webhook, with its latest event and what became of it. */
export const webhookPage = (visit: Visit): Promise<Response> => showWebhook(visit);

async function showWebhook(visit: Visit, message?: string): Promise<Response> {
  const { client, params, say } = visit;
  const webhookId = Number(params.id);
  const [webhook, deliveries] = await Promise.all([
    client.webhooks.get({ webhookId }).orThrow(),
    client.webhooks.listDeliveries({ webhookId }).orThrow(),
  ]);
  const own = `${list}/${webhook.id}`;
  const remove = typedConfirmation(visit, {
    action: `${own}/delete`,
    label: say('Delete'),
    explanation: say('Events that have not been delivered are discarded, and the secret is lost.'),
    phrase,
  });
  const body = html`${fault(message)}${section(say('Settings'), html`${settingsFacts(visit, webhook)}${remove}`)}
${mailEventsSection(visit, webhook)}
${section(say('Latest event'), delivery(visit, webhook), { id: 'delivery', refresh: webhook.last_delivery?.next_attempt !== undefined && 10 })}
${section(say('Deliveries'), deliveryTable(visit, deliveries))}`;
  const actions = pageButton(visit, say('Edit'), `${own}/edit`, 'main');
  const parent = { label: say('Webhooks'), path: list };
  const title = say('Webhook {id}', { id: webhook.id });
  return respondPage(visit, { title, parent, actions, body }, message === undefined ? 200 : 400);
}

function settingsFacts(visit: Visit, webhook: Webhook): Content {
  const { say } = visit;
  const { url, events = [], created } = webhook;
  const fields = [...(webhook.standardFields ?? []), ...(webhook.customFields ?? [])];
  const parameters = (webhook.urlParams ?? []).map(({ name }) => name);
  return facts([
    [say('Address'), url],
    [say('State'), stateBadge(say, webhook)],
    [say('Events'), html`<ul class="findings">${events.map((type) => html`<li>${eventLabel(say, type)}</li>`)}</ul>`],
    ...(fields.length > 0 ? [[say('Fields of the contact'), fields.join(', ')] as const] : []),
    ...(parameters.length > 0 ? [[say('Parameters of the address'), parameters.join(', ')] as const] : []),
    [say('Created'), localTime(visit, created)],
  ]);
}

function delivery(visit: Visit, webhook: Webhook): Content {
  const { say } = visit;
  const { last_delivery } = webhook;
  if (last_delivery === undefined)
    return hint(say('No event has happened yet. The latest event and the result of its delivery appear here.'));
  const { event, attempts, status, next_attempt } = last_delivery;
  return html`${facts([
    [say('Event'), eventLabel(say, event.type)],
    [say('Result'), deliveryBadge(say, webhook)],
    [say('Attempts'), attempts],
    [say('Status of the last answer'), status ?? (attempts === 0 ? '–' : say('No answer'))],
    ...(next_attempt === undefined ? [] : [[say('Next attempt'), localMinute(visit, next_attempt)] as const]),
  ])}<details><summary>${say('Body of the event')}</summary><pre class="code" tabindex="0">${JSON.stringify(event, null, 2)}</pre></details>`;
}

type Delivery = Awaited<ReturnType<ReturnType<Client['webhooks']['listDeliveries']>['orThrow']>>[number];

const deliveryTable = (visit: Visit, deliveries: readonly Delivery[]): Content => {
  const { say } = visit;
  return table<Delivery>(
    say('Deliveries'),
    [
      { title: say('Time'), cell: ({ created }) => localMinute(visit, created) },
      { title: say('Event'), cell: ({ type }) => eventLabel(say, type) },
      { title: say('Result'), cell: (each) => resultBadge(say, each), kind: 'whole' },
      { title: say('Attempts'), cell: ({ attempts }) => attempts, kind: 'minor number' },
      {
        title: say('Next attempt'),
        cell: ({ next_attempt }) => (next_attempt === undefined ? '–' : localMinute(visit, next_attempt)),
        kind: 'minor',
      },
    ],
    deliveries,
    say('No event has happened yet.'),
  );
};

export async function deleteWebhook(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  if (!isConfirmed(form, 'delete', phrase))
    return showWebhook(visit, say('Nothing was deleted: what you typed is not “{phrase}”.', { phrase }));
  const deleted = await attempt(client.webhooks.delete({ webhookId: Number(params.id) }).orThrow());
  return 'fault' in deleted ? showWebhook(visit, deleted.fault) : redirect(`${list}?done=webhook-deleted`);
}

export async function replayWebhook(visit: Visit): Promise<Response> {
  const { client, params, say } = visit;
  const webhookId = Number(params.id);
  const from_date = replayedSince(visit);
  if (from_date === undefined) return showWebhook(visit, say('Choose the day since which events are sent again.'));
  const replayed = await attempt(client.webhooks.replay({ webhookId, from_date }).orThrow());
  return 'fault' in replayed ? showWebhook(visit, replayed.fault) : redirect(`${list}/${webhookId}?done=replayed`);
}
