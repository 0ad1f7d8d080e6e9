import { type Content, type Html, html } from '../html.ts';
import type { Visit } from '../web/routes.ts';

/**
 * A form that changes something: it contains the token of the session. Nothing if the person may not send it. A form that is
 * shown again says so: what was typed is not stored, and the script warns who leaves the page.
 */
export const postForm = (
  { formToken, offers, path, form }: Pick<Visit, 'formToken' | 'offers' | 'path' | 'form'>,
  action: string,
  content: Content,
  options: { upload?: boolean; className?: string; passkey?: string; unsaved?: boolean } = {},
): Content =>
  offers('POST', action) &&
  html`<form method="post" action="${action}"${(options.unsaved || (path === action && form.has('token'))) && html` data-unsaved`}${options.upload && html` enctype="multipart/form-data"`}${options.className && html` class="${options.className}"`}${options.passkey && html` data-passkey="${options.passkey}"`}><input type="hidden" name="token" value="${formToken}">${content}</form>`;

interface Field {
  label: string;
  name: string;
  value?: string | null | undefined;
  type?: 'text' | 'email' | 'date' | 'time' | 'search' | 'password' | 'number' | 'url';
  required?: boolean;
  /** Explains what to enter. */
  hint?: Content;
  maxLength?: number;
  autocomplete?: string;
}

export function textField({ label, name, value, type = 'text', hint, ...rest }: Field): Html {
  const described = hint && html` aria-describedby="${name}-hint"`;
  return html`<p class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" value="${value}"${rest.required && html` required`}${rest.maxLength && html` maxlength="${rest.maxLength}"`} autocomplete="${rest.autocomplete ?? 'off'}"${described}>${hintOf(name, hint)}</p>`;
}

export function textArea({
  label,
  name,
  value,
  hint,
  rows = 6,
  code = false,
  editor = false,
  copy = false,
  id = name,
}: Field & { id?: string; rows?: number; code?: boolean; editor?: boolean; copy?: boolean }) {
  const described = hint && html` aria-describedby="${id}-hint"`;
  return html`<p class="field"><label for="${id}">${label}</label><textarea id="${id}" name="${name}" rows="${rows}"${code && html` class="code" spellcheck="false"`}${editor && html` data-editor`}${copy && html` readonly data-copy`}${described}>
${value}</textarea>${hintOf(id, hint)}</p>`;
}

export type Option = readonly [value: string, label: string];

export function selectField({ label, name, value, hint, options }: Field & { options: readonly Option[] }): Html {
  const described = hint && html` aria-describedby="${name}-hint"`;
  return html`<p class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}"${described}>${options.map(
    ([each, text]) => html`<option value="${each}"${each === (value ?? '') && html` selected`}>${text}</option>`,
  )}</select>${hintOf(name, hint)}</p>`;
}

const hintOf = (name: string, hint: Content) => hint && html`<span class="hint" id="${name}-hint">${hint}</span>`;

export const checkBox = (label: string, name: string, checked: boolean) =>
  html`<label class="choice"><input type="checkbox" name="${name}" value="yes"${checked && html` checked`}> ${label}</label>`;

export const radioChoice = (label: string, name: string, value: string, checked: boolean) =>
  html`<label class="choice"><input type="radio" name="${name}" value="${value}"${checked && html` checked`}> ${label}</label>`;

/** A button that opens a page of the console; nothing if the person may not use the page. */
export const pageButton = (
  { offers }: Pick<Visit, 'offers'>,
  label: string,
  path: string,
  kind: 'main' | 'quiet' = 'quiet',
): Content => offers('GET', path) && linkButton(label, path, kind);

/** Makes words of a text a link to a page of the console; they stay words if the person may not use the page. */
export const pageLink =
  ({ offers }: Pick<Visit, 'offers'>, path: string) =>
  (inner: Content): Content =>
    offers('GET', path) ? html`<a href="${path}">${inner}</a>` : inner;

export const linkButton = (label: string, path: string, kind: 'main' | 'quiet' = 'quiet') =>
  html`<a class="button ${kind}" href="${path}">${label}</a>`;

/** What was typed into a field of the form of an action that is shown again, or what is stored. */
export const typedOr = (
  { path, form }: Pick<Visit, 'path' | 'form'>,
  action: string,
  name: string,
  stored: string,
): string => (path === action && form.has(name) ? textOf(form, name) : stored);

/** Text of a field of a form, without spaces around it. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
