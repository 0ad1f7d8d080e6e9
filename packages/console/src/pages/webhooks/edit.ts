import { facts, section } from '../../components/figures.ts';
import { checkBox, linkButton, postForm, textField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { draftOf, eventTypes, readSettings, type Settings, settingsOf } from './settings.ts';

const list = '/console/webhooks';
const parentOf = (say: Say) => ({ label: say('Webhooks'), path: list });

function settingsForm(visit: Visit, { url, events, active }: Settings, back: string, button: string): Content {
  const { say } = visit;
  return postForm(
    visit,
    visit.path,
    html`${textField({ label: say('Address'), name: 'url', type: 'url', value: url, required: true, maxLength: 2048, hint: say('Begins with https:// and is not in a private network. Each event is posted there as JSON.') })}
<fieldset><legend>${say('Events')}</legend>${eventTypes.map(([type, label]) => checkBox(say(label), `event-${type}`, events.includes(type)))}</fieldset>
<p>${checkBox(say('Send events'), 'active', active)}</p>
<p class="row"><button>${button}</button>${linkButton(say('Cancel'), back)}</p>`,
  );
}

export const newWebhookForm = (visit: Visit): Promise<Response> =>
  showNew(visit, { url: '', events: [], active: true });

async function showNew(visit: Visit, settings: Settings, message?: string): Promise<Response> {
  const { say } = visit;
  const form = settingsForm(visit, settings, list, say('Create'));
  const body = html`${fault(message)}<section>${form}</section>`;
  return respondPage(
    visit,
    { title: say('Create a webhook'), parent: parentOf(say), body },
    message === undefined ? 200 : 400,
  );
}

/** Creates a webhook and shows its secret, which no operation returns again. */
export async function createWebhook(visit: Visit): Promise<Response> {
  const { say } = visit;
  const settings = readSettings(visit.form);
  if (settings.events.length === 0) return showNew(visit, settings, visit.say('Choose at least one event.'));
  const created = await attempt(visit.client.webhooks.create({ body: draftOf(settings) }).orThrow());
  if ('fault' in created) return showNew(visit, settings, created.fault);
  const { id, url, secret } = created.value;
  const body = html`<p class="notice good" role="status">${say('The webhook was created. Copy its secret now: it is not shown again.')}</p>${section(
    say('Secret'),
    html`${facts([
      [say('Address'), url],
      [say('Secret'), html`<code>${secret}</code>`],
    ])}${hint(say('The receiver verifies with it that events come from this service, as the Standard Webhooks specification says.'))}<p>${linkButton(say('Go to the webhook'), `${list}/${id}`, 'main')}</p>`,
  )}`;
  return respondPage(visit, { title: say('Secret of the webhook'), parent: parentOf(say), body }, 201);
}

export async function editWebhookForm(visit: Visit): Promise<Response> {
  const webhook = await visit.client.webhooks.get({ webhookId: Number(visit.params.id) }).orThrow();
  return showEdit(visit, settingsOf(webhook));
}

async function showEdit(visit: Visit, settings: Settings, message?: string): Promise<Response> {
  const { params, say } = visit;
  const { id } = params;
  const back = `${list}/${id}`;
  const up = { label: say('Back to the webhook'), path: back };
  const form = settingsForm(visit, settings, back, say('Save'));
  const body = html`${fault(message)}<section>${form}${hint(say('The secret does not change. Events that have not been delivered are sent to the new address.'))}</section>`;
  const title = say('Edit webhook {id}', { id: Number(id) });
  return respondPage(visit, { title, parent: up, body }, message === undefined ? 200 : 400);
}

export async function changeWebhook(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const webhookId = Number(params.id);
  const settings = readSettings(form);
  if (settings.events.length === 0) return showEdit(visit, settings, visit.say('Choose at least one event.'));
  const before = await client.webhooks.get({ webhookId }).orThrow();
  const changed = await attempt(client.webhooks.update({ webhookId, body: draftOf(settings, before) }).orThrow());
  return 'fault' in changed ? showEdit(visit, settings, changed.fault) : redirect(`${list}/${webhookId}?done=saved`);
}
