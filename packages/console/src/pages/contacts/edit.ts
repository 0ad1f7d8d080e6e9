import type { Client } from '@mailwright/client';
import { section } from '../../components/figures.ts';
import { linkButton, postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import {
  type Contact,
  customFieldsOf,
  fieldValue,
  permissions,
  readFields,
  standardFieldNames,
  standardFields,
} from './fields.ts';

/** What the form shows: stored values, or what somebody typed before something was wrong. */
interface Values {
  email: string;
  externalId: string;
  permission: string;
  standard(name: string): string;
  custom(name: string): string;
}

type CustomFields = Awaited<ReturnType<typeof customFieldsOf>>;

const readCustomFields = async (client: Client) => customFieldsOf(client);

const valuesOfForm = (form: FormData): Values => ({
  email: textOf(form, 'email'),
  externalId: textOf(form, 'external_id'),
  permission: textOf(form, 'permission'),
  standard: (name) => textOf(form, `standard-${name}`),
  custom: (name) => textOf(form, `custom-${name}`),
});

const valuesOfContact = ({ email, external_id, permission, standard_fields, custom_fields }: Contact): Values => ({
  email: email ?? '',
  externalId: external_id ?? '',
  permission: String(permission ?? ''),
  standard: (name) => fieldValue(standard_fields, name),
  custom: (name) => fieldValue(custom_fields, name),
});

const noValues = { email: '', externalId: '', permission: '1', standard: () => '', custom: () => '' };

function contactForm(visit: Visit, action: string, values: Values, custom: CustomFields, back: string): Content {
  const { say } = visit;
  const own = section(
    say('Person'),
    html`<div class="fields">${textField({ label: say('Email address'), name: 'email', type: 'email', value: values.email, required: true, maxLength: 320 })}
${selectField({ label: say('Permission'), name: 'permission', value: values.permission, options: say.options(permissions), hint: say('State only a consent that the person has given.') })}
${textField({ label: say('External id'), name: 'external_id', value: values.externalId, maxLength: 255, hint: say('The id in another system.') })}</div>`,
  );
  const standard = section(
    say('Fields'),
    html`<div class="fields">${standardFields.map(([name, label]) => textField({ label: say(label), name: `standard-${name}`, value: values.standard(name) }))}</div>`,
  );
  const more =
    custom.length > 0 &&
    section(
      say('Custom fields'),
      html`<div class="fields">${custom.map(({ name, type }) => textField({ label: `${name} (${type})`, name: `custom-${name}`, value: values.custom(name) }))}</div>`,
    );
  return postForm(
    visit,
    action,
    html`${own}${standard}${more}<p class="row"><button>${say('Save')}</button>${linkButton(say('Cancel'), back)}</p>`,
  );
}

export const newContactForm = (visit: Visit): Promise<Response> => showNew(visit, noValues);

async function showNew(visit: Visit, values: Values, message?: string): Promise<Response> {
  const { say } = visit;
  const custom = await readCustomFields(visit.client);
  const form = contactForm(visit, '/console/contacts/new', values, custom, '/console/contacts');
  const body = html`${fault(message)}${form}`;
  const parent = { label: say('Contacts'), path: '/console/contacts' };
  return respondPage(visit, { title: say('Add a contact'), parent, body }, message === undefined ? 200 : 400);
}

export async function addContact(visit: Visit): Promise<Response> {
  const { client, form, say } = visit;
  const values = valuesOfForm(form);
  const known = await client.contacts.listByEmail({ email: values.email });
  if (known.ok && known.data.length > 0)
    return showNew(
      visit,
      values,
      say('{email} is the address of a contact that exists. Search for it to change it.', { email: values.email }),
    );
  const added = await attempt(
    client.contacts
      .createByEmail({
        email: values.email,
        permission: readPermission(form),
        sync_mode: 2,
        src: 'console',
        body: readContact(form),
      })
      .orThrow(),
  );
  return 'fault' in added
    ? showNew(visit, values, added.fault)
    : redirect(`/console/contacts/${added.value}?done=added`);
}

export async function editContactForm(visit: Visit): Promise<Response> {
  return showEdit(visit, valuesOfContact(await readWhole(visit)));
}

async function showEdit(visit: Visit, values: Values, message?: string): Promise<Response> {
  const { say } = visit;
  const back = `/console/contacts/${visit.params.id}`;
  const form = contactForm(visit, `${back}/edit`, values, await readCustomFields(visit.client), back);
  const title = say('Edit {name}', { name: values.email });
  const up = { label: say('Back to the contact'), path: back };
  return respondPage(
    visit,
    { title, parent: up, body: html`${fault(message)}${form}` },
    message === undefined ? 200 : 400,
  );
}

export async function changeContact(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const id = Number(params.id);
  const before = await readWhole(visit);
  const permission = readPermission(form);
  const body = { ...readContact(form), email: textOf(form, 'email') };
  const changed = await attempt(
    client.contacts
      .update({ id, ignore_checksum: true, ...(permission !== before.permission && { permission }), body })
      .orThrow(),
  );
  return 'fault' in changed
    ? showEdit(visit, valuesOfForm(form), changed.fault)
    : redirect(`/console/contacts/${id}?done=saved`);
}

/** Reads a contact with all its fields. */
export async function readWhole({ client, params }: Visit): Promise<Contact> {
  const custom_field = (await customFieldsOf(client)).map(({ name }) => name);
  return client.contacts
    .get({ id: Number(params.id), ignore_checksum: true, standard_field: standardFieldNames, custom_field })
    .orThrow();
}

const readContact = (form: FormData) => ({
  external_id: textOf(form, 'external_id') || null,
  standard_fields: readFields(form, 'standard'),
  custom_fields: readFields(form, 'custom'),
});

type Permission = 1 | 2 | 3 | 4 | 5 | 6;

const readPermission = (form: FormData): Permission => (Number(textOf(form, 'permission')) || 1) as Permission;
