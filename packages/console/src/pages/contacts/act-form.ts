import { radioChoice, selectField } from '../../components/forms.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';

export type Act = 'tag' | 'untag' | 'unsubscribe' | 'block' | 'erase';

/** What can be done with many contacts. */
export const acts: readonly (readonly [Act, Words])[] = [
  ['tag', words('Add a tag')],
  ['untag', words('Remove a tag')],
  ['unsubscribe', words('Unsubscribe')],
  ['block', words('Block the addresses')],
  ['erase', words('Erase')],
];

/** What was chosen in the form. */
export interface ActValues {
  ids: readonly number[];
  /** Whether all contacts that are found are meant, and not those that are ticked. */
  all: boolean;
  act: string;
  tag: string;
}

export const noAct: ActValues = { ids: [], all: false, act: 'tag', tag: '' };

/** The part of a list that says what to do with its contacts. */
export function actForm(
  { say }: Visit,
  {
    query,
    total,
    tags,
    chosen,
  }: { query: string; total: number; tags: readonly string[]; chosen: Pick<ActValues, 'all' | 'act' | 'tag'> },
): Content {
  return html`<fieldset class="acts"><legend>${say('With these contacts')}</legend>
<input type="hidden" name="query" value="${query}"><input type="hidden" name="total" value="${total}">
<label class="choice" hidden data-check-all="id"><input type="checkbox"> ${say('Tick all on this page')}</label>
${radioChoice(say('Those that are ticked'), 'scope', 'ticked', !chosen.all)}${radioChoice(say('{count, plural, one {The # contact that was found} other {All # contacts that were found}}', { count: total }), 'scope', 'all', chosen.all)}
<div class="fields">${selectField({ label: say('Action'), name: 'act', value: chosen.act, options: say.options(acts) })}<p class="field"><label for="act-tag">${say('Tag to add or remove')}</label><input id="act-tag" name="tag" maxlength="50" list="tags" value="${chosen.tag}" autocomplete="off"><datalist id="tags">${tags.map((tag) => html`<option value="${tag}">`)}</datalist></p></div>
<p><button class="quiet">${say('Go on')}</button></p></fieldset>`;
}
