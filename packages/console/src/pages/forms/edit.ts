import { askAboutConflicts, seenField } from '../../components/conflict.ts';
import { section } from '../../components/figures.ts';
import { checkBox, linkButton, postForm, selectField, textArea, textField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { ofVersion, readVersioned } from '../../web/versioned.ts';
import { type Words, words } from '../../words.ts';
import { customFieldsOf, fieldName, standardFields } from '../contact-fields.ts';
import { confirmationMailings } from './confirmation-mailings.ts';
import { languages } from './list.ts';
import { askedOf, type Draft, emptyDraft, type Names, partsOf, readDraft } from './settings.ts';

const list = '/console/forms';
const asked: readonly (readonly [value: string, label: Words])[] = [
  ['', words('Not asked')],
  ['optional', words('Asked')],
  ['required', words('Required')],
];

export async function newForm(visit: Visit): Promise<Response> {
  const { usual } = await confirmationMailings(visit);
  const draft = { ...emptyDraft, ...(usual !== '' && { doi_mailing: usual }) };
  return show(visit, draft, draft);
}

export async function editForm(visit: Visit): Promise<Response> {
  const { stored } = await readForm(visit);
  return show(visit, stored, stored);
}

const readForm = ({ client, params }: Visit) => readVersioned(client.signUpForms.get({ formId: Number(params.id) }));

/** Names of the fields that a form can ask for, with their labels. */
const readNames = async ({ client, say }: Visit): Promise<Names> => [
  ...standardFields.map(([name]) => [name, fieldName(say, name)] as const),
  ...(await customFieldsOf(client)).filter(({ type }) => type !== 'boolean').map(({ name }) => [name, name] as const),
];

async function show(visit: Visit, draft: Draft, before: Draft, message?: string): Promise<Response> {
  const { params, say } = visit;
  const names = await readNames(visit);
  const confirmations = await confirmationMailings(visit, draft.doi_mailing);
  const back = params.id === undefined ? list : `${list}/${params.id}`;
  const fields: Content = names.map(([name, label]) =>
    selectField({ label, name: `field-${name}`, value: askedOf(draft, name), options: say.options(asked) }),
  );
  const seen = params.id !== undefined && seenField(visit, visit.path, partsOf(say, before, names, asked));
  const form = html`${seen}${section(
    say('Form'),
    html`<div class="fields">${textField({ label: say('Name'), name: 'name', value: draft.name, required: true, maxLength: 255, hint: say('For your team; people do not see it.') })}
${textField({ label: say('Heading of the page'), name: 'title', value: draft.title, maxLength: 255 })}
${selectField({ label: say('Language of the page'), name: 'language', value: draft.language, options: say.options(languages) })}
${textField({ label: say('Sign-ups per hour'), name: 'hourly_limit', type: 'number', value: draft.hourly_limit === undefined ? '' : String(draft.hourly_limit) })}</div>${checkBox(say('People can sign up'), 'active', draft.active !== false)}`,
  )}${section(
    say('Consent'),
    html`${textArea({ label: say('What people agree to'), name: 'consent', value: draft.consent, rows: 4, hint: say('Another text is a new version; each sign-up keeps the text that was shown.') })}
${checkBox(say('People confirm by mail (double opt-in)'), 'double_opt_in', draft.double_opt_in !== false)}${checkBox(say('They also agree to personal tracking'), 'doi_plus', draft.doi_plus === true)}
${selectField({ label: say('Confirmation mailing'), name: 'doi_mailing', value: draft.doi_mailing ?? '', options: confirmations.options, hint: html`<a href="/console/mailings/automatic?kind=confirmation">${say('Create another one')}</a>` })}`,
  )}${section(say('Fields beside the address'), html`<div class="fields">${fields}</div>`)}${section(
    say('After sign-up and embedding'),
    html`${textField({ label: say('Text after the sign-up'), name: 'thanks', value: draft.thanks, maxLength: 1000 })}
${textField({ label: say('Or redirect to'), name: 'thanks_url', type: 'url', value: draft.thanks_url, maxLength: 2048 })}
${textArea({ label: say('Websites that may embed this form'), name: 'origins', value: draft.origins?.join('\n'), rows: 3, hint: say('One a line, such as https://www.example.com.') })}`,
  )}<p class="row"><button>${say('Save')}</button>${linkButton(say('Cancel'), back)}</p>`;
  const body = html`${fault(message)}${postForm(visit, visit.path, form)}`;
  const title = params.id === undefined ? say('Create a sign-up form') : say('Edit {name}', { name: draft.name });
  const parent = { label: say('Sign-up forms'), path: list };
  return respondPage(visit, { title, parent, body }, message === undefined ? 200 : 400);
}

/** A new form that nobody could confirm with is stored as off, and its page says what is missing. */
export async function createForm(visit: Visit): Promise<Response> {
  const body = readDraft(visit.form, emptyDraft);
  const { active: wanted, ...rest } = body;
  const created = await attempt(visit.client.signUpForms.create({ body: wanted ? rest : body }).orThrow());
  if ('fault' in created) return show(visit, body, emptyDraft, created.fault);
  const done = wanted && !created.value.active ? 'form-off' : 'saved';
  return redirect(`${list}/${created.value.id}?done=${done}`);
}

export async function changeForm(visit: Visit): Promise<Response> {
  const formId = Number(visit.params.id);
  const { say } = visit;
  const { stored: before, version } = await readForm(visit);
  const body = readDraft(visit.form, before);
  const names = await readNames(visit);
  const [mine, theirs] = [partsOf(say, body, names, asked), partsOf(say, before, names, asked)];
  const title = say('Edit {name}', { name: before.name });
  const parent = { label: say('Sign-up forms'), path: list };
  const conflict = askAboutConflicts(visit, { mine, theirs, title, parent, back: visit.path });
  if (conflict) return conflict;
  const changed = await attempt(visit.client.signUpForms.update({ formId, body, ...ofVersion(version) }).orThrow());
  if (!('fault' in changed)) return redirect(`${list}/${formId}?done=saved`);
  // Somebody was quicker by a moment: now there may be something to ask.
  if ((await readForm(visit)).version !== version) return changeForm(visit);
  return show(visit, body, before, changed.fault);
}
