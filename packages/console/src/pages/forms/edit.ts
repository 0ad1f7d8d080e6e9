import { section } from '../../components/figures.ts';
import { checkBox, linkButton, postForm, selectField, textArea, textField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';
import { customFieldsOf, standardFields } from '../contacts/fields.ts';
import { languages } from './list.ts';
import { type Draft, emptyDraft, readDraft } from './settings.ts';

const list = '/console/forms';
const asked: readonly (readonly [value: string, label: Words])[] = [
  ['', words('Not asked')],
  ['optional', words('Asked')],
  ['required', words('Required')],
];

export const newForm = (visit: Visit): Promise<Response> => show(visit, emptyDraft);

export const editForm = async (visit: Visit): Promise<Response> => show(visit, await stored(visit));

const stored = ({ client, params }: Visit) => client.signUpForms.get({ formId: Number(params.id) }).orThrow();

async function show(visit: Visit, draft: Draft, message?: string): Promise<Response> {
  const { client, params, say } = visit;
  const names = [
    ...say.options(standardFields),
    ...(await customFieldsOf(client)).filter(({ type }) => type !== 'boolean').map(({ name }) => [name, name] as const),
  ];
  const chosen = (name: string) => {
    const field = draft.fields?.find((each) => each.name === name);
    return field === undefined ? '' : field.required ? 'required' : 'optional';
  };
  const back = params.id === undefined ? list : `${list}/${params.id}`;
  const fields: Content = names.map(([name, label]) =>
    selectField({ label, name: `field-${name}`, value: chosen(name), options: say.options(asked) }),
  );
  const form = html`${section(
    say('Form'),
    html`<div class="fields">${textField({ label: say('Name'), name: 'name', value: draft.name, required: true, maxLength: 255, hint: say('For your team; people do not see it.') })}
${textField({ label: say('Heading of the page'), name: 'title', value: draft.title, maxLength: 255 })}
${selectField({ label: say('Language of the page'), name: 'language', value: draft.language, options: say.options(languages) })}
${textField({ label: say('Sign-ups per hour'), name: 'hourly_limit', type: 'number', value: draft.hourly_limit === undefined ? '' : String(draft.hourly_limit) })}</div>${checkBox(say('People can sign up'), 'active', draft.active !== false)}`,
  )}${section(
    say('Consent'),
    html`${textArea({ label: say('What people agree to'), name: 'consent', value: draft.consent, rows: 4, hint: say('Another text is a new version; each sign-up keeps the text that was shown.') })}
${checkBox(say('People confirm by mail (double opt-in)'), 'double_opt_in', draft.double_opt_in !== false)}${checkBox(say('They also confirm that their clicks are counted with their name'), 'doi_plus', draft.doi_plus === true)}
${textField({ label: say('Key of the confirmation mailing'), name: 'doi_mailing', value: draft.doi_mailing, maxLength: 255, hint: say('By default the mailing with the key “default”.') })}`,
  )}${section(say('Fields beside the address'), html`<div class="fields">${fields}</div>`)}${section(
    say('Afterwards, and in other pages'),
    html`${textField({ label: say('Text after the sign-up'), name: 'thanks', value: draft.thanks, maxLength: 1000 })}
${textField({ label: say('Or a page that follows'), name: 'thanks_url', type: 'url', value: draft.thanks_url, maxLength: 2048 })}
${textArea({ label: say('Sites whose pages may send the form in place'), name: 'origins', value: draft.origins?.join('\n'), rows: 3, hint: say('One a line, such as https://www.example.com.') })}`,
  )}<p class="row"><button>${say('Save')}</button>${linkButton(say('Cancel'), back)}</p>`;
  const body = html`${fault(message)}${postForm(visit, visit.path, form)}`;
  const title = params.id === undefined ? say('Create a sign-up form') : say('Edit {name}', { name: draft.name });
  const parent = { label: say('Sign-up forms'), path: list };
  return respondPage(visit, { title, parent, body }, message === undefined ? 200 : 400);
}

export async function createForm(visit: Visit): Promise<Response> {
  const body = readDraft(visit.form, emptyDraft);
  const created = await attempt(visit.client.signUpForms.create({ body }).orThrow());
  return 'fault' in created ? show(visit, body, created.fault) : redirect(`${list}/${created.value.id}?done=saved`);
}

export async function changeForm(visit: Visit): Promise<Response> {
  const formId = Number(visit.params.id);
  const body = readDraft(visit.form, await stored(visit));
  const changed = await attempt(visit.client.signUpForms.update({ formId, body }).orThrow());
  return 'fault' in changed ? show(visit, body, changed.fault) : redirect(`${list}/${formId}?done=saved`);
}
