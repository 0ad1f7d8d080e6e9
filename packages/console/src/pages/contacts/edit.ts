import type { Client } from '@mailwright/client';
import { askAboutConflicts, fieldPart, seenField } from '../../components/conflict.ts';
import { section } from '../../components/figures.ts';
import { linkButton, postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import type { FormPart } from '../../web/conflicts.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { ofVersion, readVersioned, type Versioned } from '../../web/versioned.ts';
import { type Say, type Words, words } from '../../words.ts';
import {
  type Contact,
  customFieldsOf,
  fieldValue,
  permissionLabel,
  permissions,
  readFields,
  standardFieldNames,
  standardFields,
  withoutHint,
} from '../contact-fields.ts';
import { typeLabel } from '../fields/types.ts';

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

/** Parts of a contact that people can choose between. */
const partsOf = (say: Say, values: Values, custom: CustomFields): FormPart[] => [
  fieldPart(say('Email address'), 'email', values.email),
  fieldPart(say('Permission'), 'permission', values.permission, permissionLabel(say, Number(values.permission))),
  fieldPart(say('External id'), 'external_id', values.externalId),
  ...standardFields.map(([name, label]) =>
    fieldPart(withoutHint(say(label)), `standard-${name}`, values.standard(name)),
  ),
  ...custom.map(({ name }) => fieldPart(name, `custom-${name}`, values.custom(name))),
];

function contactForm(
  visit: Visit,
  action: string,
  values: Values,
  custom: CustomFields,
  back: string,
  seen?: Content,
): Content {
  const { say } = visit;
  const own = section(
    say('Person'),
    html`<div class="fields">${textField({ label: say('Email address'), name: 'email', type: 'email', value: values.email, required: true, maxLength: 320 })}
${selectField({ label: say('Permission'), name: 'permission', value: values.permission, options: say.options(permissions), hint: say('Choose only consent this person has really given.') })}
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
      html`<div class="fields">${custom.map((field) => customInput(say, field, values.custom(field.name)))}</div>`,
    );
  return postForm(
    visit,
    action,
    html`${seen}${own}${standard}${more}<p class="row"><button>${say('Save')}</button>${linkButton(say('Cancel'), back)}</p>`,
  );
}

/** How values of a type are written where the type alone does not say it. */
const writings: Partial<Record<string, Words>> = {
  date: words('Such as 1980-12-31.'),
  timestamp: words('Such as 1980-12-31 14:30:00.'),
  double: words('Such as 1.5.'),
  float: words('Such as 1.5.'),
};

/** The field of the form for a value of the account's own. */
function customInput(say: Say, { name, type }: CustomFields[number], value: string): Content {
  const input = { label: `${name} (${typeLabel(say, type)})`, name: `custom-${name}`, value };
  if (type === 'boolean')
    return selectField({
      ...input,
      options: [
        ['', '–'],
        ['true', say('Yes')],
        ['false', say('No')],
      ],
    });
  const writing = writings[type];
  return textField({ ...input, ...(writing && { hint: say(writing) }) });
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
  const stored = valuesOfContact(await readWhole(visit));
  return showEdit(visit, stored, stored);
}

async function showEdit(visit: Visit, values: Values, stored: Values, message?: string): Promise<Response> {
  const { say } = visit;
  const back = `/console/contacts/${visit.params.id}`;
  const custom = await readCustomFields(visit.client);
  const seen = seenField(visit, `${back}/edit`, partsOf(say, stored, custom));
  const form = contactForm(visit, `${back}/edit`, values, custom, back, seen);
  const title = say('Edit {name}', { name: values.email });
  const up = { label: say('Back to the contact'), path: back };
  return respondPage(
    visit,
    { title, parent: up, body: html`${fault(message)}${form}` },
    message === undefined ? 200 : 400,
  );
}

export async function changeContact(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const id = Number(params.id);
  const { stored: before, version } = await readVersionedContact(visit);
  const [entered, stored] = [valuesOfForm(form), valuesOfContact(before)];
  const custom = await readCustomFields(client);
  const [mine, theirs] = [partsOf(say, entered, custom), partsOf(say, stored, custom)];
  const title = say('Edit {name}', { name: stored.email });
  const parent = { label: say('Back to the contact'), path: `/console/contacts/${id}` };
  const asked = askAboutConflicts(visit, { mine, theirs, title, parent, back: visit.path });
  if (asked) return asked;
  const permission = readPermission(form);
  const body = { ...readContact(form), email: textOf(form, 'email') };
  const changed = await attempt(
    client.contacts
      .update({
        id,
        ignore_checksum: true,
        ...(permission !== before.permission && { permission }),
        body,
        ...ofVersion(version),
      })
      .orThrow(),
  );
  if (!('fault' in changed)) return redirect(`/console/contacts/${id}?done=saved`);
  // Somebody was quicker by a moment: now there may be something to ask.
  if ((await readVersionedContact(visit)).version !== version) return changeContact(visit);
  return showEdit(visit, entered, stored, changed.fault);
}

const wholeFields = [
  ...standardFieldNames,
  'CONTACT_STATE',
  'CONTACT_STATE_REASON',
  'CONTACT_STATE_SINCE',
  'CONTACT_STATE_UNTIL',
  'CONTACT_TAGS',
  'NEWSLETTERS_PAUSED_UNTIL',
  'NEWSLETTERS_DAYS_BETWEEN',
] as const;

/** Reads a contact with all its fields. */
export const readWhole = async (visit: Visit): Promise<Contact> => (await readVersionedContact(visit)).stored;

async function readVersionedContact({ client, params }: Visit): Promise<Versioned<Contact>> {
  const custom_field = (await customFieldsOf(client)).map(({ name }) => name);
  const id = Number(params.id);
  return readVersioned(client.contacts.get({ id, ignore_checksum: true, standard_field: wholeFields, custom_field }));
}

const readContact = (form: FormData) => ({
  external_id: textOf(form, 'external_id') || null,
  standard_fields: readFields(form, 'standard'),
  custom_fields: readFields(form, 'custom'),
});

type Permission = 1 | 2 | 3 | 4 | 5 | 6;

const readPermission = (form: FormData): Permission => (Number(textOf(form, 'permission')) || 1) as Permission;
