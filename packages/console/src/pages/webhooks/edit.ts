import { facts, section } from '../../components/figures.ts';
import { checkBox, linkButton, postForm, textField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { draftOf, eventTypes, readSettings, type Settings, settingsOf } from './settings.ts';

const parent = { label: 'Webhooks', path: '/console/webhooks' };
const noEvents = 'Choose at least one event.';

const settingsForm = (visit: Visit, { url, events, active }: Settings, back: string, button: string): Content =>
  postForm(
    visit,
    visit.path,
    html`${textField({ label: 'Address', name: 'url', type: 'url', value: url, required: true, maxLength: 2048, hint: 'Begins with https:// and is not in a private network. Each event is posted there as JSON.' })}
<fieldset><legend>Events</legend>${eventTypes.map(([type, label]) => checkBox(label, `event-${type}`, events.includes(type)))}</fieldset>
<p>${checkBox('Send events', 'active', active)}</p>
<p class="row"><button>${button}</button>${linkButton('Cancel', back)}</p>`,
  );

export const newWebhookForm = (visit: Visit): Promise<Response> =>
  showNew(visit, { url: '', events: [], active: true });

async function showNew(visit: Visit, settings: Settings, message?: string): Promise<Response> {
  const form = settingsForm(visit, settings, parent.path, 'Create');
  const body = html`${fault(message)}<section>${form}</section>`;
  return respondPage(visit, { title: 'Create a webhook', parent, body }, message === undefined ? 200 : 400);
}

/** Creates a webhook and shows its secret, which no operation returns again. */
export async function createWebhook(visit: Visit): Promise<Response> {
  const settings = readSettings(visit.form);
  if (settings.events.length === 0) return showNew(visit, settings, noEvents);
  const created = await attempt(visit.client.webhooks.create({ body: draftOf(settings) }).orThrow());
  if ('fault' in created) return showNew(visit, settings, created.fault);
  const { id, url, secret } = created.value;
  const body = html`<p class="notice good" role="status">The webhook was created. Copy its secret now: it is not shown again.</p>${section(
    'Secret',
    html`${facts([
      ['Address', url],
      ['Secret', html`<code>${secret}</code>`],
    ])}${hint('The receiver verifies with it that events come from this service, as the Standard Webhooks specification says.')}<p>${linkButton('Go to the webhook', `${parent.path}/${id}`, 'main')}</p>`,
  )}`;
  return respondPage(visit, { title: 'Secret of the webhook', parent, body }, 201);
}

export async function editWebhookForm(visit: Visit): Promise<Response> {
  const webhook = await visit.client.webhooks.get({ webhookId: Number(visit.params.id) }).orThrow();
  return showEdit(visit, settingsOf(webhook));
}

async function showEdit(visit: Visit, settings: Settings, message?: string): Promise<Response> {
  const { id } = visit.params;
  const back = `${parent.path}/${id}`;
  const up = { label: 'Back to the webhook', path: back };
  const form = settingsForm(visit, settings, back, 'Save');
  const body = html`${fault(message)}<section>${form}${hint('The secret does not change. Events that have not been delivered are sent to the new address.')}</section>`;
  return respondPage(visit, { title: `Edit webhook ${id}`, parent: up, body }, message === undefined ? 200 : 400);
}

export async function changeWebhook(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const webhookId = Number(params.id);
  const settings = readSettings(form);
  if (settings.events.length === 0) return showEdit(visit, settings, noEvents);
  const before = await client.webhooks.get({ webhookId }).orThrow();
  const changed = await attempt(client.webhooks.update({ webhookId, body: draftOf(settings, before) }).orThrow());
  return 'fault' in changed
    ? showEdit(visit, settings, changed.fault)
    : redirect(`${parent.path}/${webhookId}?done=saved`);
}
