import { section } from '../../components/figures.ts';
import { checkBox, linkButton, postForm, selectField, textArea, textField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { customFieldsOf, standardFields } from '../contacts/fields.ts';
import { languages } from './list.ts';
import { type Draft, emptyDraft, readDraft } from './settings.ts';

const parent = { label: 'Sign-up forms', path: '/console/forms' };
const asked = [
  ['', 'Not asked'],
  ['optional', 'Asked'],
  ['required', 'Required'],
] as const;

export const newForm = (visit: Visit): Promise<Response> => show(visit, emptyDraft);

export const editForm = async (visit: Visit): Promise<Response> => show(visit, await stored(visit));

const stored = ({ client, params }: Visit) => client.signUpForms.get({ formId: Number(params.id) }).orThrow();

async function show(visit: Visit, draft: Draft, message?: string): Promise<Response> {
  const names = [
    ...visit.say.options(standardFields),
    ...(await customFieldsOf(visit.client))
      .filter(({ type }) => type !== 'boolean')
      .map(({ name }) => [name, name] as const),
  ];
  const chosen = (name: string) => {
    const field = draft.fields?.find((each) => each.name === name);
    return field === undefined ? '' : field.required ? 'required' : 'optional';
  };
  const back = visit.params.id === undefined ? parent.path : `${parent.path}/${visit.params.id}`;
  const fields: Content = names.map(([name, label]) =>
    selectField({ label, name: `field-${name}`, value: chosen(name), options: asked }),
  );
  const form = html`${section(
    'Form',
    html`<div class="fields">${textField({ label: 'Name', name: 'name', value: draft.name, required: true, maxLength: 255, hint: 'For your team; people do not see it.' })}
${textField({ label: 'Heading of the page', name: 'title', value: draft.title, maxLength: 255 })}
${selectField({ label: 'Language of the page', name: 'language', value: draft.language, options: languages })}
${textField({ label: 'Sign-ups per hour', name: 'hourly_limit', type: 'number', value: draft.hourly_limit === undefined ? '' : String(draft.hourly_limit) })}</div>${checkBox('People can sign up', 'active', draft.active !== false)}`,
  )}${section(
    'Consent',
    html`${textArea({ label: 'What people agree to', name: 'consent', value: draft.consent, rows: 4, hint: 'Another text is a new version; each sign-up keeps the text that was shown.' })}
${checkBox('People confirm by mail (double opt-in)', 'double_opt_in', draft.double_opt_in !== false)}${checkBox('They also confirm that their clicks are counted with their name', 'doi_plus', draft.doi_plus === true)}
${textField({ label: 'Key of the confirmation mailing', name: 'doi_mailing', value: draft.doi_mailing, maxLength: 255, hint: 'By default the mailing with the key “default”.' })}`,
  )}${section('Fields beside the address', html`<div class="fields">${fields}</div>`)}${section(
    'Afterwards, and in other pages',
    html`${textField({ label: 'Text after the sign-up', name: 'thanks', value: draft.thanks, maxLength: 1000 })}
${textField({ label: 'Or a page that follows', name: 'thanks_url', type: 'url', value: draft.thanks_url, maxLength: 2048 })}
${textArea({ label: 'Sites whose pages may send the form in place', name: 'origins', value: draft.origins?.join('\n'), rows: 3, hint: 'One a line, such as https://www.example.com.' })}`,
  )}<p class="row"><button>Save</button>${linkButton('Cancel', back)}</p>`;
  const body = html`${fault(message)}${postForm(visit, visit.path, form)}`;
  const title = visit.params.id === undefined ? 'Create a sign-up form' : `Edit ${draft.name}`;
  return respondPage(visit, { title, parent, body }, message === undefined ? 200 : 400);
}

export async function createForm(visit: Visit): Promise<Response> {
  const body = readDraft(visit.form, emptyDraft);
  const created = await attempt(visit.client.signUpForms.create({ body }).orThrow());
  return 'fault' in created
    ? show(visit, body, created.fault)
    : redirect(`${parent.path}/${created.value.id}?done=saved`);
}

export async function changeForm(visit: Visit): Promise<Response> {
  const formId = Number(visit.params.id);
  const body = readDraft(visit.form, await stored(visit));
  const changed = await attempt(visit.client.signUpForms.update({ formId, body }).orThrow());
  return 'fault' in changed ? show(visit, body, changed.fault) : redirect(`${parent.path}/${formId}?done=saved`);
}
