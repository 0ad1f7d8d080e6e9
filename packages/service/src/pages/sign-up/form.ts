import { escapeHtml } from '../../platform/text/escape.ts';
import type { FormField, SignUpForm } from '../../sign-up/index.ts';
import { formName, inputOf, labelOf } from '../profile/inputs.ts';
import { words } from './words.ts';

/** Field that people do not see; programs fill it in. */
export const honeypot = 'homepage';

/** What stands in a form. */
export interface FilledForm {
  /** Where the form is sent to. */
  action: string;
  email: string;
  textOf(field: FormField): string | undefined;
  agreed: boolean;
  wrong: ReadonlySet<FormField | 'email' | 'consent'>;
}

export const emptyForm: Omit<FilledForm, 'action'> = {
  email: '',
  textOf: () => undefined,
  agreed: false,
  wrong: new Set(),
};

/**
 * The form as HTML, for our own page and for those of others.
 * @param extra hidden inputs, and attributes of the form
 */
export function formHtml(form: SignUpForm, filled: FilledForm, extra = { inputs: '', attributes: '' }): string {
  const say = words[form.language];
  const asked = form.fields.filter(({ usage }) => usage === 'asked');
  const topics = form.fields.filter(({ usage }) => usage === 'topic');
  return `<form method="post" action="${escapeHtml(filled.action)}"${extra.attributes}>
${emailField(form, filled)}
${asked.map((field) => askedField(form, field, filled)).join('\n')}
${topics.length > 0 ? `<fieldset><legend>${say.topics}</legend>\n${topics.map((field) => topicField(field, filled)).join('\n')}\n</fieldset>` : ''}
<div style="position:absolute;left:-9999px" aria-hidden="true"><label>${say.honeypot} <input name="${honeypot}" tabindex="-1" autocomplete="off"></label></div>
${consentField(form, filled)}
<input type="hidden" name="version" value="${form.consent_version}">${extra.inputs}
<div class="row"><button class="good">${say.submit}</button></div>
</form>`;
}

function emailField({ language }: SignUpForm, { email, wrong }: FilledForm): string {
  const say = words[language];
  const isWrong = wrong.has('email');
  return `<p class="field"><label for="email">${say.email} <span class="soft">(${say.required})</span></label><input type="email" id="email" name="email" required maxlength="254" autocomplete="email"${marks('email', isWrong)} value="${escapeHtml(email)}">${note('email', isWrong, say.wrongEmail)}</p>`;
}

function askedField({ language }: SignUpForm, used: FormField, { textOf, wrong }: FilledForm): string {
  const say = words[language];
  const id = formName(used.field);
  const isWrong = wrong.has(used);
  const attributes = ` id="${id}"${used.required ? ' required' : ''}${marks(id, isWrong)}`;
  const label = escapeHtml(used.label ?? labelOf(used.field, language));
  const required = used.required ? ` <span class="soft">(${say.required})</span>` : '';
  return `<p class="field"><label for="${id}">${label}${required}</label>${inputOf(used.field, textOf(used) ?? '', attributes, language)}${note(id, isWrong, say.wrongField)}</p>`;
}

function topicField(used: FormField, { textOf }: FilledForm): string {
  const checked = textOf(used) === 'true' ? ' checked' : '';
  return `<label class="choice"><input type="checkbox" name="${formName(used.field)}" value="true"${checked}> ${escapeHtml(used.label!)}</label>`;
}

function consentField({ language, consent }: SignUpForm, { agreed, wrong }: FilledForm): string {
  const isWrong = wrong.has('consent');
  return `<label class="choice" style="display:flex;gap:.4rem;align-items:baseline"><input type="checkbox" name="consent" value="true" required${marks('consent', isWrong)}${agreed ? ' checked' : ''}> <span style="white-space:pre-line">${escapeHtml(consent)}</span></label>${note('consent', isWrong, words[language].wrongConsent)}`;
}

const marks = (id: string, isWrong: boolean) => (isWrong ? ` aria-invalid="true" aria-describedby="${id}-note"` : '');
const note = (id: string, isWrong: boolean, text: string) =>
  isWrong ? `<span class="soft" id="${id}-note">${text}</span>` : '';
