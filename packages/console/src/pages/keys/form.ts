import { randomUUID } from 'node:crypto';
import { checkBox, postForm, textField, textOf } from '../../components/forms.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';

export const rights = [
  ['get', 'Read (GET)'],
  ['post', 'Create and send (POST)'],
  ['put', 'Change (PUT)'],
  ['delete', 'Delete (DELETE)'],
] as const;

/** The form for a key; what was entered stays if the key cannot be made. */
export function newKeyForm(visit: Visit): Content {
  const { form } = visit;
  const isNew = !form.has('label');
  return postForm(
    visit,
    '/console/keys',
    html`<input type="hidden" name="once" value="${randomUUID()}">${textField({ label: 'What the key is for', name: 'label', value: textOf(form, 'label'), required: true, maxLength: 200, hint: 'Such as the name of a program.' })}
<fieldset><legend>Rights</legend>${rights.map(([right, label]) => checkBox(label, right, isNew ? right === 'get' : form.has(right)))}<span class="hint">A key with all four may also manage people and keys.</span></fieldset>
<div class="fields">${textField({ label: 'Last day', name: 'expires', type: 'date', value: textOf(form, 'expires'), hint: 'In UTC. Leave it empty for a key that does not expire.' })}
${textField({ label: 'Networks', name: 'networks', value: textOf(form, 'networks'), maxLength: 1000, hint: 'From which the key may be used, such as 192.0.2.0/24, separated by commas. Leave it empty for all.' })}</div><p><button>Create the key</button></p>`,
  );
}
