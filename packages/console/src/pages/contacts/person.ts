import { isConfirmed, typedConfirmation } from '../../components/dialog.ts';
import { facts, section } from '../../components/figures.ts';
import { pageButton, postForm, selectField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { timeline } from '../../components/timeline.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import {
  type Contact,
  customFieldsOf,
  fieldValue,
  nameOf,
  permissionLabel,
  standardFields,
  withoutHint,
} from '../contact-fields.ts';
import { shownValue } from '../fields/types.ts';
import { readWhole } from './edit.ts';
import { restPart } from './rest.ts';
import { stateBadge, stateFacts } from './state.ts';
import { readStory, shownEvents } from './story.ts';
import { readTags, tagSection } from './tags.ts';

/** One person: what is known, what happened, and what can be done. */
export const person = (visit: Visit): Promise<Response> => showPerson(visit);

async function showPerson(visit: Visit, message?: string, typedTags?: string): Promise<Response> {
  const { client, say } = visit;
  const contact = await readWhole(visit);
  const [story, rest, blacklists, fields] = await Promise.all([
    readStory(visit, contact.id),
    client.contacts.getRest({ id: contact.id }).orThrow(),
    client.blacklists.list().orThrow(),
    customFieldsOf(client),
  ]);
  const types = new Map<string, string>(fields.map(({ name, type }) => [name, type]));
  const own = `/console/contacts/${contact.id}`;
  const values = standardFields
    .map(([name, label]) => [withoutHint(say(label)), fieldValue(contact.standard_fields, name)] as const)
    .filter(([, value]) => value !== '');
  const custom = (contact.custom_fields ?? []).map(
    ({ name, value }) => [name, shownValue(say, types.get(name), value ?? '')] as const,
  );
  const about = facts([
    [say('Address'), contact.email],
    [say('State'), stateBadge(visit, contact)],
    ...stateFacts(visit, contact),
    [say('Permission'), permissionLabel(say, contact.permission)],
    [say('External id'), contact.external_id ?? '–'],
    [say('Id'), contact.id],
    [say('Added'), moment(visit, contact.created)],
    [say('Changed'), moment(visit, contact.updated)],
    ...values,
    ...custom,
  ]);
  const body = html`${fault(message)}<div class="two"><div>${section(say('Person'), about)}${section(say('At rest'), await restPart(visit, contact.id, rest), { id: 'rest' })}${tagSection(visit, contact, typedTags)}${section(say('Stop mailing this contact'), stops(visit, own, contact, blacklists))}</div>
${section(say('Activity'), html`${timeline(visit, story.moments, say('Nothing has happened yet.'))}${story.isCut && hint(say('Of each kind, the newest {count, number} events are shown. Reports have all of them.', { count: shownEvents }))}${story.moments.length > 0 && hint(say('Times are in the time zone {zone}.', { zone: visit.account.timeZone }))}`)}</div>`;
  const title = nameOf(contact) || contact.email || say('Contact {id}', { id: contact.id });
  const parent = { label: say('Contacts'), path: '/console/contacts' };
  const actions = pageButton(visit, say('Edit'), `${own}/edit`, 'main');
  return respondPage(visit, { title, parent, actions, body }, message === undefined ? 200 : 400);
}

const moment = (visit: Visit, at: string | undefined) => (at ? localTime(visit, at) : '–');

function stops(
  visit: Visit,
  own: string,
  contact: Contact,
  blacklists: readonly { id: number; name: string }[],
): Content {
  const { say } = visit;
  const unsubscribe =
    fieldValue(contact.standard_fields, 'CONTACT_STATE') !== 'unsubscribed' &&
    contact.permission !== 1 &&
    postForm(
      visit,
      `${own}/unsubscribe`,
      html`<p>${say('Unsubscribe the person: no newsletters until they subscribe again.')}</p><p><button class="quiet">${say('Unsubscribe')}</button></p>`,
    );
  const options = blacklists.map(({ id, name }) => [String(id), name] as const);
  const block = postForm(
    visit,
    `${own}/block`,
    options.length > 0
      ? html`${selectField({ label: say('Block the address'), name: 'blacklist', options, hint: say('Puts it on a block list, also for later imports.') })}<p><button class="quiet">${say('Block')}</button></p>`
      : html`<p>${say('Block the address: nothing is sent to it any more, also after later imports.')}</p><p><button class="quiet">${say('Block')}</button></p>`,
  );
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

/** Gives a contact the tags of the form. */
export async function changeTags(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const typed = textOf(form, 'tags');
  const done = await attempt(client.contacts.setTags({ id: Number(params.id), tag: readTags(typed) }).orThrow());
  return 'fault' in done ? showPerson(visit, done.fault, typed) : redirect(`/console/contacts/${params.id}?done=saved`);
}

/** Has newsletters go to a contact again that rests. */
export async function wakeContact(visit: Visit): Promise<Response> {
  const { client, params } = visit;
  const done = await attempt(client.contacts.resume({ id: Number(params.id) }).orThrow());
  return 'fault' in done ? showPerson(visit, done.fault) : redirect(`/console/contacts/${params.id}?done=woken`);
}

export async function unsubscribeContact(visit: Visit): Promise<Response> {
  const { client, params } = visit;
  const done = await attempt(client.contacts.unsubscribe({ id: Number(params.id) }).orThrow());
  return 'fault' in done ? showPerson(visit, done.fault) : redirect(`/console/contacts/${params.id}?done=unsubscribed`);
}

export async function blockContact(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const { email } = await readWhole(visit);
  if (!email) return showPerson(visit, say('The contact has no address to block.'));
  const name = say('Console, {time}', { time: new Date().toISOString() });
  // An asterisk of the address itself is none of a pattern.
  const body = { import_name: name, entries: [email.replaceAll('*', '\\*')] };
  const add = async () => {
    const blacklistId = Number(textOf(form, 'blacklist')) || (await firstBlacklist(visit));
    await client.blacklists.addEntries({ blacklistId, body }).orThrow();
  };
  const done = await attempt(add());
  return 'fault' in done ? showPerson(visit, done.fault) : redirect(`/console/contacts/${params.id}?done=blocked`);
}

/** The first blacklist of the account, which is created with the first address that is blocked. */
async function firstBlacklist({ client, say }: Visit): Promise<number> {
  const [first] = await client.blacklists.list({}).orThrow();
  return first?.id ?? client.blacklists.create({ name: say('Blocked addresses') }).orThrow();
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
