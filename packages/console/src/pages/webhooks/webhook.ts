import { isConfirmed, typedConfirmation } from '../../components/dialog.ts';
import { badge, facts, section } from '../../components/figures.ts';
import { linkButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { localMinute, localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { deliveryBadge } from './list.ts';
import { eventLabel, type Webhook } from './settings.ts';

const parent = { label: 'Webhooks', path: '/console/webhooks' };
const phrase = 'delete';

/** A webhook, with its latest event and what became of it. */
export const webhookPage = (visit: Visit): Promise<Response> => showWebhook(visit);

async function showWebhook(visit: Visit, message?: string): Promise<Response> {
  const webhook = await visit.client.webhooks.get({ webhookId: Number(visit.params.id) }).orThrow();
  const own = `${parent.path}/${webhook.id}`;
  const remove = typedConfirmation(visit, {
    action: `${own}/delete`,
    label: 'Delete',
    explanation: 'Events that have not been delivered are discarded, and the secret is lost.',
    phrase,
  });
  const body = html`${fault(message)}${section('Settings', html`${settingsFacts(visit, webhook)}${remove}`)}
${section('Latest event', delivery(visit, webhook), { id: 'delivery', refresh: webhook.last_delivery?.next_attempt !== undefined && 10 })}`;
  const actions = linkButton('Edit', `${own}/edit`, 'main');
  const title = `Webhook ${webhook.id}`;
  return respondPage(visit, { title, parent, actions, body }, message === undefined ? 200 : 400);
}

function settingsFacts(visit: Visit, { url, events = [], active, created, ...rest }: Webhook): Content {
  const fields = [...(rest.standardFields ?? []), ...(rest.customFields ?? [])];
  const parameters = (rest.urlParams ?? []).map(({ name }) => name);
  return facts([
    ['Address', url],
    ['State', active === false ? badge('Paused') : badge('On', 'good')],
    ['Events', html`<ul class="findings">${events.map((type) => html`<li>${eventLabel(type)}</li>`)}</ul>`],
    ...(fields.length > 0 ? [['Fields of the contact', fields.join(', ')] as const] : []),
    ...(parameters.length > 0 ? [['Parameters of the address', parameters.join(', ')] as const] : []),
    ['Created', localTime(visit, created)],
  ]);
}

function delivery(visit: Visit, webhook: Webhook): Content {
  const { last_delivery } = webhook;
  if (last_delivery === undefined)
    return hint('No event has happened yet. The latest event and the result of its delivery appear here.');
  const { event, attempts, status, next_attempt } = last_delivery;
  return html`${facts([
    ['Event', eventLabel(event.type)],
    ['Result', deliveryBadge(webhook)],
    ['Attempts', attempts],
    ['Status of the last answer', status ?? (attempts === 0 ? '–' : 'No answer')],
    ...(next_attempt === undefined ? [] : [['Next attempt', localMinute(visit, next_attempt)] as const]),
  ])}<details><summary>Body of the event</summary><pre class="code" tabindex="0">${JSON.stringify(event, null, 2)}</pre></details>`;
}

export async function deleteWebhook(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  if (!isConfirmed(form, 'delete', phrase))
    return showWebhook(visit, `Nothing was deleted: what you typed is not “${phrase}”.`);
  const deleted = await attempt(client.webhooks.delete({ webhookId: Number(params.id) }).orThrow());
  return 'fault' in deleted ? showWebhook(visit, deleted.fault) : redirect(`${parent.path}?done=webhook-deleted`);
}
