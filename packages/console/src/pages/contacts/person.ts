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
import type { Say } from '../../words.ts';
import { readWhole } from './edit.ts';
import { type Contact, fieldValue, nameOf, permissionLabel, standardFields, withoutHint } from './fields.ts';
import { readStory } from './story.ts';

/** One person: what is known, what happened, and what can be done. */
export const person = (visit: Visit): Promise<Response> => showPerson(visit);

async function showPerson(visit: Visit, message?: string): Promise<Response> {
  const { client, say } = visit;
  const contact = await readWhole(visit);
  const [story, blacklists] = await Promise.all([readStory(visit, contact.id), client.blacklists.list().orThrow()]);
  const own = `/console/contacts/${contact.id}`;
  const values = standardFields
    .map(([name, label]) => [withoutHint(say(label)), fieldValue(contact.standard_fields, name)] as const)
    .filter(([, value]) => value !== '');
  const custom = (contact.custom_fields ?? []).map(({ name, value }) => [name, value] as const);
  const about = facts([
    [say('Address'), contact.email],
    [say('Permission'), permissionBadge(say, contact)],
    [say('External id'), contact.external_id ?? '–'],
    [say('Id'), contact.id],
    [say('Added'), moment(visit, contact.created)],
    [say('Changed'), moment(visit, contact.updated)],
    ...values,
    ...custom,
  ]);
  const body = html`${fault(message)}<div class="two"><div>${section(say('Person'), about)}${section(say('No more mail'), stops(visit, own, contact, blacklists))}</div>
${section(say('Story'), html`${timeline(visit, story, say('Nothing has happened yet.'))}${story.length > 0 && hint(say('Times are in the time zone {zone}.', { zone: visit.account.timeZone }))}`)}</div>`;
  const title = nameOf(contact) || contact.email || say('Contact {id}', { id: contact.id });
  const parent = { label: say('Contacts'), path: '/console/contacts' };
  const actions = linkButton(say('Edit'), `${own}/edit`, 'main');
  return respondPage(visit, { title, parent, actions, body }, message === undefined ? 200 : 400);
}

const permissionBadge = (say: Say, { permission }: Contact) =>
  badge(permissionLabel(say, permission), permission === 1 ? 'bad' : 'good');

const moment = (visit: Visit, at: string | undefined) => (at ? localTime(visit, at) : '–');

function stops(
  visit: Visit,
  own: string,
  contact: Contact,
  blacklists: readonly { id: number; name: string }[],
): Content {
  const { say } = visit;
  const unsubscribe =
    contact.permission !== 1 &&
    postForm(
      visit,
      `${own}/unsubscribe`,
      html`<p>${say('Unsubscribe the person: no newsletters until they subscribe again.')}</p><p><button class="quiet">${say('Unsubscribe')}</button></p>`,
    );
  const options = blacklists.map(({ id, name }) => [String(id), name] as const);
  const block =
    options.length > 0
      ? postForm(
          visit,
          `${own}/block`,
          html`${selectField({ label: say('Block the address'), name: 'blacklist', options, hint: say('Puts it on a blacklist, also for later imports.') })}<p><button class="quiet">${say('Block')}</button></p>`,
        )
      : hint(say('An address is blocked by a blacklist; this account has none yet.'));
  const erase = typedConfirmation(visit, {
    action: `${own}/erase`,
    label: say('Erase'),
    explanation: say(
      'Erases the contact and all personal data in reports. Numbers of reports stay. This cannot be undone. The address could be added again: block it first if that must not happen.',
    ),
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
  const { client, form, params, say } = visit;
  const { email } = await readWhole(visit);
  const blacklistId = Number(textOf(form, 'blacklist'));
  if (!email || !blacklistId) return showPerson(visit, say('Choose a blacklist.'));
  const name = say('Console, {time}', { time: new Date().toISOString() });
  const body = { import_name: name, entries: [email] };
  const done = await attempt(client.blacklists.addEntries({ blacklistId, body }).orThrow());
  return 'fault' in done ? showPerson(visit, done.fault) : redirect(`/console/contacts/${params.id}?done=blocked`);
}

export async function eraseContact(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const { email } = await readWhole(visit);
  if (!isConfirmed(form, 'erase', email ?? 'erase'))
    return showPerson(
      visit,
      say('Nothing was erased: the address that you typed is not {phrase}.', { phrase: email ?? 'erase' }),
    );
  const done = await attempt(client.contacts.delete({ id: Number(params.id) }).orThrow());
  return 'fault' in done ? showPerson(visit, done.fault) : redirect('/console/contacts?done=erased');
}
