import { isConfirmed, typedConfirmation } from '../../components/dialog.ts';
import { facts, figures, section } from '../../components/figures.ts';
import { linkButton, pageButton, postForm } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { type Contact, fieldValue, nameOf, standardFieldNames } from '../contact-fields.ts';
import { readNames } from '../mailing-names.ts';
import { mailingsIn } from '../rules.ts';
import { usesList } from '../uses.ts';
import { useLabel } from './list.ts';
import { describeGroup } from './sentence.ts';

const examples = 10;

/** A segment: its rules in words, how many contacts it has, and ten of them. */
export const segmentPage = (visit: Visit): Promise<Response> => showSegment(visit);

async function showSegment(visit: Visit, message?: string): Promise<Response> {
  const { client, params, say } = visit;
  const groupId = Number(params.id);
  const segment = await client.targetGroups.get({ groupId }).orThrow();
  const contactFilterId = segment.contact_filter_id;
  const isCounted = segment.evaluated !== undefined;
  const [filter, uses, contacts] = await Promise.all([
    client.contactFilters.get({ contactFilterId }).orThrow(),
    client.targetGroups.listUses({ groupId }).orThrow(),
    // Before it is counted, it has nobody or those of its former rules.
    isCounted
      ? client.contacts
          .listByFilter({ contactFilterId, standard_field: standardFieldNames, page_size: examples })
          .orThrow()
      : undefined,
  ]);
  const names = await readNames(say, client, mailingsIn(filter));
  const own = `/console/segments/${groupId}`;
  const isCounting = !isCounted || segment.state === 'updating';
  const { count_contacts = 0, count_active_contacts = 0 } = segment;
  const time = localTime(visit, segment.evaluated ?? '');
  // Numbers that may be wrong say so beside them.
  const asOf =
    segment.state === 'outofdate'
      ? say('Counted at {time}; contacts have changed since.', { time })
      : say('Counted at {time}.', { time });
  const count = html`${figures([
    [say('Contacts'), isCounting ? '…' : say.number(count_contacts)],
    [say('Can be mailed'), isCounting ? '…' : say.number(count_active_contacts)],
  ])}${!isCounting && hint(asOf)}${contacts && exampleTable(say, contacts.items)}<p>${linkButton(say('Show the contacts'), `/console/contacts?segment=${groupId}`)}</p>`;
  const body = html`${fault(message)}${section(say('Contacts'), count, { id: 'contacts', refresh: isCounting && 1 })}
${section(
  say('Rules'),
  html`<p>${describeGroup(say, filter, names)}</p>${facts([
    [say('Used for'), say(useLabel(segment.type))],
    [say('Counted'), segment.evaluated ? localTime(visit, segment.evaluated) : '–'],
  ])}`,
)}${section(
  say('Delete'),
  typedConfirmation(visit, {
    action: `${own}/delete`,
    label: say('Delete'),
    explanation: html`${usesList(visit, uses)}<p>${say(
      'Drafts with this segment cannot be sent until you choose another one. Contacts and reports stay, but reports do not name the segment any more.',
    )}</p>`,
    phrase: segment.name,
  }),
)}`;
  const actions = html`${postForm(visit, `${own}/refresh`, html`<button class="quiet">${say('Count again')}</button>`)}${pageButton(visit, say('Duplicate'), `/console/segments/new?copy=${groupId}`)}${pageButton(visit, say('Edit'), `${own}/edit`, 'main')}`;
  const parent = { label: say('Segments'), path: '/console/segments' };
  return respondPage(visit, { title: segment.name, parent, actions, body }, message === undefined ? 200 : 400);
}

const exampleTable = (say: Say, contacts: readonly Contact[]) =>
  table<Contact>(
    say('Examples'),
    [
      {
        title: say('{count, number} of them', { count: contacts.length }),
        cell: ({ id, email }) => html`<a href="/console/contacts/${id}">${email ?? say('Contact {id}', { id })}</a>`,
      },
      { title: say('Name'), cell: nameOf },
      { title: say('City'), cell: ({ standard_fields }) => fieldValue(standard_fields, 'CITY'), kind: 'minor' },
    ],
    contacts,
    say('No contact matches the rules.'),
  );

export async function countAgain(visit: Visit): Promise<Response> {
  const { client, params } = visit;
  const { contact_filter_id } = await client.targetGroups.get({ groupId: Number(params.id) }).orThrow();
  const refreshed = await attempt(
    client.contactFilters.refresh({ contactFilterId: contact_filter_id, time: Date.now(), async: true }).orThrow(),
  );
  return 'fault' in refreshed ? showSegment(visit, refreshed.fault) : redirect(`/console/segments/${params.id}`);
}

/** Deletes the target group, and its filter if nothing else uses it. */
export async function deleteSegment(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const groupId = Number(params.id);
  const { contact_filter_id, name } = await client.targetGroups.get({ groupId }).orThrow();
  if (!isConfirmed(form, 'delete', name))
    return showSegment(visit, say('Nothing was deleted: what you typed is not “{phrase}”.', { phrase: name }));
  const deleted = await attempt(client.targetGroups.delete({ groupId }).orThrow());
  if ('fault' in deleted) return showSegment(visit, deleted.fault);
  await attempt(client.contactFilters.delete({ contactFilterId: contact_filter_id }).orThrow());
  return redirect('/console/segments?done=segment-deleted');
}
