import { askAboutConflicts, seenField } from '../../components/conflict.ts';
import { facts, section } from '../../components/figures.ts';
import { checkBox, linkButton, postForm, selectField, textField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { ofVersion, readVersioned } from '../../web/versioned.ts';
import type { Say } from '../../words.ts';
import {
  draftOf,
  eventTypes,
  mailEventTypes,
  newSettings,
  partsOf,
  readSettings,
  type Settings,
  settingsOf,
} from './settings.ts';

const list = '/console/webhooks';
const parentOf = (say: Say) => ({ label: say('Webhooks'), path: list });

function settingsForm(
  visit: Visit,
  { url, events, mailTypes, batchSize, active }: Settings,
  back: string,
  button: string,
  seen?: Content,
): Content {
  const { say } = visit;
  const sizes = [...new Set([1, 10, 100, batchSize])].sort((a, b) => a - b).map(String);
  return postForm(
    visit,
    visit.path,
    html`${seen}${textField({ label: say('Address'), name: 'url', type: 'url', value: url, required: true, maxLength: 2048, hint: say('Begins with https:// and is not in a private network. Each event is posted there as JSON.') })}
<fieldset><legend>${say('Events')}</legend>${eventTypes.map(([type, label]) => checkBox(say(label), `event-${type}`, events.includes(type)))}</fieldset>
<fieldset><legend>${say('Events of mails')}</legend>${hint(say('If something happened to any mail, only what is chosen here is sent; nothing chosen means everything. To copy every event elsewhere, take 100 in a request.'))}${mailEventTypes.map(([type, label]) => checkBox(say(label), `mail-${type}`, mailTypes.includes(type)))}
${selectField({ label: say('Events in a request, at most'), name: 'batch', value: String(batchSize), options: sizes.map((size) => [size, size] as const) })}</fieldset>
<p>${checkBox(say('Send events'), 'active', active)}</p>
<p class="row"><button>${button}</button>${linkButton(say('Cancel'), back)}</p>`,
  );
}

export const newWebhookForm = (visit: Visit): Promise<Response> => showNew(visit, newSettings);

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
    ])}${hint(say('Your software checks with it that events come from here, as the Standard Webhooks specification says.'))}<p>${linkButton(say('Go to the webhook'), `${list}/${id}`, 'main')}</p>`,
  )}`;
  return respondPage(visit, { title: say('Secret of the webhook'), parent: parentOf(say), body }, 201);
}

const readWebhook = ({ client, params }: Visit) => readVersioned(client.webhooks.get({ webhookId: Number(params.id) }));

export async function editWebhookForm(visit: Visit): Promise<Response> {
  const { stored } = await readWebhook(visit);
  return showEdit(visit, settingsOf(stored), settingsOf(stored));
}

async function showEdit(visit: Visit, settings: Settings, stored: Settings, message?: string): Promise<Response> {
  const { params, say } = visit;
  const { id } = params;
  const back = `${list}/${id}`;
  const up = { label: say('Back to the webhook'), path: back };
  const seen = seenField(visit, visit.path, partsOf(say, stored));
  const form = settingsForm(visit, settings, back, say('Save'), seen);
  const body = html`${fault(message)}<section>${form}${hint(say('The secret does not change. Events that have not been delivered are sent to the new address.'))}</section>`;
  const title = say('Edit webhook {id}', { id: Number(id) });
  return respondPage(visit, { title, parent: up, body }, message === undefined ? 200 : 400);
}

export async function changeWebhook(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const webhookId = Number(params.id);
  const settings = readSettings(form);
  const { stored: before, version } = await readWebhook(visit);
  const stored = settingsOf(before);
  if (settings.events.length === 0) return showEdit(visit, settings, stored, say('Choose at least one event.'));
  const [mine, theirs] = [partsOf(say, settings), partsOf(say, stored)];
  const title = say('Edit webhook {id}', { id: webhookId });
  const asked = askAboutConflicts(visit, { mine, theirs, title, parent: parentOf(say), back: visit.path });
  if (asked) return asked;
  const body = draftOf(settings, before);
  const changed = await attempt(client.webhooks.update({ webhookId, body, ...ofVersion(version) }).orThrow());
  if (!('fault' in changed)) return redirect(`${list}/${webhookId}?done=saved`);
  // Somebody was quicker by a moment: now there may be something to ask.
  if ((await readWebhook(visit)).version !== version) return changeWebhook(visit);
  return showEdit(visit, settings, stored, changed.fault);
}
