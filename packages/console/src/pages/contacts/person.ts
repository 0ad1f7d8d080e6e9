import { isConfirmed, typedConfirmation } from '../../components/dialog.ts';
import { badge, facts, section } from '../../components/figures.ts';
import { linkButton, postForm, selectField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { timeline } from '../../components/timeline.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { readWhole } from './edit.ts';
import { type Contact, fieldValue, nameOf, permissionLabel, standardFields } from './fields.ts';
import { readStory } from './story.ts';

const parent = { label: 'Contacts', path: '/console/contacts' };

/** One person: what is known, what happened, and what can be done. */
export const person = (visit: Visit): Promise<Response> => showPerson(visit);

async function showPerson(visit: Visit, message?: string): Promise<Response> {
  const { client } = visit;
  const contact = await readWhole(visit);
  const [story, blacklists] = await Promise.all([readStory(client, contact.id), client.blacklists.list().orThrow()]);
  const own = `/console/contacts/${contact.id}`;
  const values = standardFields
    .map(([name, label]) => [label.replace(/ \(.*/, ''), fieldValue(contact.standard_fields, name)] as const)
    .filter(([, value]) => value !== '');
  const custom = (contact.custom_fields ?? []).map(({ name, value }) => [name, value] as const);
  const about = facts([
    ['Address', contact.email],
    ['Permission', permissionBadge(contact)],
    ['External id', contact.external_id ?? '–'],
    ['Id', contact.id],
    ['Added', moment(visit, contact.created)],
    ['Changed', moment(visit, contact.updated)],
    ...values,
    ...custom,
  ]);
  const body = html`${fault(message)}<div class="two"><div>${section('Person', about)}${section('No more mail', stops(visit, own, contact, blacklists))}</div>
${section('Story', html`${timeline(visit, story, 'Nothing has happened yet.')}${story.length > 0 && hint(`Times are in the time zone ${visit.account.timeZone}.`)}`)}</div>`;
  const title = nameOf(contact) || contact.email || `Contact ${contact.id}`;
  const actions = linkButton('Edit', `${own}/edit`, 'main');
  return respondPage(visit, { title, parent, actions, body }, message === undefined ? 200 : 400);
}

const permissionBadge = ({ permission }: Contact) =>
  badge(permissionLabel(permission), permission === 1 ? 'bad' : 'good');

const moment = (visit: Visit, at: string | undefined) => (at ? localTime(visit, at) : '–');

function stops(
  visit: Visit,
  own: string,
  contact: Contact,
  blacklists: readonly { id: number; name: string }[],
): Content {
  const unsubscribe =
    contact.permission !== 1 &&
    postForm(
      visit,
      `${own}/unsubscribe`,
      html`<p>Unsubscribe the person: no newsletters until they subscribe again.</p><p><button class="quiet">Unsubscribe</button></p>`,
    );
  const options = blacklists.map(({ id, name }) => [String(id), name] as const);
  const block =
    options.length > 0
      ? postForm(
          visit,
          `${own}/block`,
          html`${selectField({ label: 'Block the address', name: 'blacklist', options, hint: 'Puts it on a blacklist, also for later imports.' })}<p><button class="quiet">Block</button></p>`,
        )
      : hint('An address is blocked by a blacklist; this account has none yet.');
  const erase = typedConfirmation(visit, {
    action: `${own}/erase`,
    label: 'Erase',
    explanation: html`Erases the contact and all personal data in reports. Numbers of reports stay. This cannot be undone. The address could be added again: block it first if that must not happen.`,
    phrase: contact.email ?? 'erase',
  });
  return html`${unsubscribe}${block}${erase}`;
}

export async function unsubscribeContact(visit: Visit): Promise<Response> {
  const { client, params } = visit;
  const done = await attempt(client.contacts.unsubscribe({ id: Number(params.id) }).orThrow());
  return 'fault' in done ? showPerson(visit, done.fault) : redirect(`/console/contacts/${params.id}?done=unsubscribed`);
}

export async function blockContact(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const { email } = await readWhole(visit);
  const blacklistId = Number(textOf(form, 'blacklist'));
  if (!email || !blacklistId) return showPerson(visit, 'Choose a blacklist.');
  const name = `Console, ${new Date().toISOString()}`;
  const body = { import_name: name, entries: [email] };
  const done = await attempt(client.blacklists.addEntries({ blacklistId, body }).orThrow());
  return 'fault' in done ? showPerson(visit, done.fault) : redirect(`/console/contacts/${params.id}?done=blocked`);
}

export async function eraseContact(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const { email } = await readWhole(visit);
  if (!isConfirmed(form, 'erase', email ?? 'erase'))
    return showPerson(visit, `Nothing was erased: the address that you typed is not ${email ?? 'erase'}.`);
  const done = await attempt(client.contacts.delete({ id: Number(params.id) }).orThrow());
  return 'fault' in done ? showPerson(visit, done.fault) : redirect('/console/contacts?done=erased');
}
