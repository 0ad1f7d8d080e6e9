import { type Content, html } from '../html.ts';
import type { Visit } from '../web/routes.ts';
import { postForm, textField } from './forms.ts';

interface TypedConfirmation {
  /** Path to which the form is sent. */
  action: string;
  /** Button that opens the question, and that answers it. */
  label: string;
  /** Explains what will happen. */
  explanation: Content;
  /** Text to type before it happens. */
  phrase: string;
  /** Fields that the form has beside it. */
  hidden?: Content;
}

/** A step that cannot be undone: it opens on demand and asks for a typed text. Works without a script. */
export function typedConfirmation(
  visit: Visit,
  { action, label, explanation, phrase, hidden }: TypedConfirmation,
): Content {
  const { offers, say } = visit;
  if (!offers('POST', action)) return undefined;
  const name = `confirm-${action.split('/').at(-1)}`;
  return html`<details class="confirm"><summary class="button bad">${say('{action}…', { action: label })}</summary><div class="card">${postForm(
    visit,
    action,
    html`${hidden}<p>${explanation}</p>${textField({ label: say('Type “{phrase}” to confirm', { phrase }), name, required: true })}<p class="row"><button class="bad" data-needs="${name}" data-phrase="${phrase}">${label}</button></p>`,
  )}</div></details>`;
}

/** Reports whether the phrase of a typed confirmation was entered; ignores case. */
export const isConfirmed = (form: FormData, action: string, phrase: string): boolean =>
  String(form.get(`confirm-${action}`) ?? '')
    .trim()
    .toLowerCase() === phrase.toLowerCase();
