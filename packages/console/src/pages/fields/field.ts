import { isConfirmed, typedConfirmation } from '../../components/dialog.ts';
import { facts, section } from '../../components/figures.ts';
import { postForm, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { bindingNote, usesList } from '../uses.ts';
import { fieldPath, fieldsPath } from './list.ts';
import { shownValue, typeLabel } from './types.ts';

/** One field: its most frequent values, what uses it, and how to rename or delete it. */
export const fieldPage = (visit: Visit): Promise<Response> => showField(visit);

async function showField(visit: Visit, message?: string): Promise<Response> {
  const { client, form, params, say } = visit;
  const field = await client.contacts.getCustomField({ field: params.name! }).orThrow();
  const { name, type, count_contacts, values, uses } = field;
  const own = fieldPath(name);
  const about = facts([
    [say('Kind of value'), typeLabel(say, type)],
    [say('Contacts with a value'), say.number(count_contacts)],
  ]);
  const rows = table<(typeof values)[number]>(
    say('Most frequent values'),
    [
      {
        title: say('Value'),
        cell: ({ value }) =>
          html`<a href="/console/contacts?${new URLSearchParams({ field: `custom:${name}`, operator: 'EQUALS', value }).toString()}">${shownValue(say, type, value)}</a>`,
      },
      { title: say('Contacts'), cell: (value) => say.number(value.count_contacts), kind: 'number' },
    ],
    values,
    say('No contact has a value.'),
  );
  const rename = postForm(
    visit,
    `${own}/rename`,
    html`${textField({ label: say('New name'), name: 'name', value: form.has('name') ? textOf(form, 'name') : name, required: true, maxLength: 64 })}${hint(say('Values and segments stay as they are. Placeholders in mailings keep the old name: change them there.'))}<p><button class="quiet">${say('Rename')}</button></p>`,
  );
  const note = bindingNote(visit, uses);
  const remove =
    note === undefined
      ? html`${usesList(visit, uses)}${typedConfirmation(visit, {
          action: `${own}/delete`,
          label: say('Delete'),
          explanation: say(
            '{count, plural, =0 {No contact has a value.} one {# contact loses its value.} other {# contacts lose their values.}} You cannot take this back.',
            { count: count_contacts },
          ),
          phrase: name,
        })}`
      : html`<p>${note}</p>${usesList(visit, uses)}`;
  const body = html`${fault(message)}<div class="two"><div>${section(say('Field'), about)}${section(say('Rename'), rename)}${section(say('Delete'), remove)}</div>${section(say('Most frequent values'), rows)}</div>`;
  const parent = { label: say('Fields and tags'), path: fieldsPath };
  return respondPage(visit, { title: name, parent, body }, message === undefined ? 200 : 400);
}

export async function renameField(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const newname = textOf(form, 'name');
  if ([...newname].length < 3) return showField(visit, say('The name needs at least three characters.'));
  const renamed = await attempt(client.contacts.renameCustomField({ oldname: params.name!, newname }).orThrow());
  return 'fault' in renamed ? showField(visit, renamed.fault) : redirect(`${fieldPath(newname)}?done=saved`);
}

export async function deleteField(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const field = params.name!;
  if (!isConfirmed(form, 'delete', field))
    return showField(visit, say('Nothing was deleted: what you typed is not “{phrase}”.', { phrase: field }));
  const deleted = await attempt(client.contacts.deleteCustomField({ field }).orThrow());
  return 'fault' in deleted ? showField(visit, deleted.fault) : redirect(`${fieldsPath}?done=field-deleted`);
}
