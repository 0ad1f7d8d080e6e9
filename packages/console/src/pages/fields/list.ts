import { section } from '../../components/figures.ts';
import { postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { customFieldsOf } from '../contact-fields.ts';
import { tagPath } from '../contacts/tags.ts';
import { typeLabel, types } from './types.ts';

export const fieldsPath = '/console/contacts/fields';

export const fieldPath = (name: string) => `${fieldsPath}/${encodeURIComponent(name)}`;

/** The account's own fields of contacts, and the tags. */
export const fieldList = (visit: Visit): Promise<Response> => showFields(visit);

async function showFields(visit: Visit, message?: string): Promise<Response> {
  const { client, form, say } = visit;
  const [fields, tags] = await Promise.all([customFieldsOf(client), client.contacts.listTags({}).orThrow()]);
  const create = postForm(
    visit,
    fieldsPath,
    html`<div class="fields">${textField({ label: say('Name'), name: 'name', value: textOf(form, 'name'), required: true, maxLength: 64, hint: say('At least three characters, such as Shoe size.') })}${selectField({ label: say('Kind of value'), name: 'type', value: textOf(form, 'type') || 'string', options: say.options(types), hint: say('It stays as it is: numbers and dates can be compared in segments, texts cannot.') })}</div><p><button>${say('Create the field')}</button></p>`,
  );
  const rows = table<(typeof fields)[number]>(
    say('Your fields'),
    [
      { title: say('Name'), cell: ({ name }) => html`<a href="${fieldPath(name)}">${name}</a>` },
      { title: say('Kind of value'), cell: ({ type }) => typeLabel(say, type) },
    ],
    fields,
    say('There are no fields of your own yet. Every contact has a name, address, birthday and the like anyway.'),
  );
  const tagRows = table<(typeof tags)[number]>(
    say('Tags'),
    [
      { title: say('Tag'), cell: ({ name }) => html`<a href="${tagPath(name)}">${name}</a>` },
      { title: say('Contacts'), cell: ({ count_contacts }) => say.number(count_contacts), kind: 'number' },
    ],
    tags,
    say('No contact has a tag yet. Choose contacts in their list, and give them one.'),
  );
  const body = html`${fault(message)}${section(say('Your fields'), rows)}${section(say('Create a field'), create)}${section(say('Tags'), html`${tagRows}${hint(say('To delete a tag, show its contacts and remove it from all of them.'))}`)}`;
  const parent = { label: say('Contacts'), path: '/console/contacts' };
  return respondPage(visit, { title: say('Fields and tags'), parent, body }, message === undefined ? 200 : 400);
}

export async function createField(visit: Visit): Promise<Response> {
  const { client, form, say } = visit;
  const field = textOf(form, 'name');
  if ([...field].length < 3) return showFields(visit, say('The name needs at least three characters.'));
  const type = types.find(([value]) => value === textOf(form, 'type'))?.[0] ?? 'string';
  const created = await attempt(client.contacts.createCustomField({ field, type: type as 'string' }).orThrow());
  return 'fault' in created ? showFields(visit, created.fault) : redirect(`${fieldPath(field)}?done=saved`);
}
