import { randomUUID } from 'node:crypto';
import { checkBox, postForm, textField, textOf } from '../../components/forms.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Say, words } from '../../words.ts';

export const rights = [
  ['get', words('Read')],
  ['post', words('Create and send')],
  ['put', words('Change')],
  ['delete', words('Delete')],
] as const;

/** Rights of a key, in words. */
export const describeRights = (say: Say, held: readonly string[]): string =>
  say.list(rights.filter(([right]) => held.includes(right)).map(([, label]) => say(label)));

/** The form for a key; what was entered stays if the key cannot be made. */
export function newKeyForm(visit: Visit): Content {
  const { form, say } = visit;
  const isNew = !form.has('label');
  return postForm(
    visit,
    '/console/keys',
    html`<input type="hidden" name="once" value="${randomUUID()}">${textField({ label: say('What the key is for'), name: 'label', value: textOf(form, 'label'), required: true, maxLength: 200, hint: say('Such as the name of the shop or app that uses it.') })}
<fieldset><legend>${say('Rights')}</legend>${rights.map(([right, label]) => checkBox(say(label), right, isNew ? right === 'get' : form.has(right)))}<span class="hint">${say('A key with all four may also manage people and keys.')}</span></fieldset>
<div class="fields">${textField({ label: say('Last day'), name: 'expires', type: 'date', value: textOf(form, 'expires'), hint: say('In UTC. Leave it empty for a key that does not expire.') })}
${textField({ label: say('Networks'), name: 'networks', value: textOf(form, 'networks'), maxLength: 1000, hint: say('From which the key may be used, such as 192.0.2.0/24, separated by commas. Leave it empty for all.') })}</div><p><button>${say('Create the key')}</button></p>`,
  );
}
