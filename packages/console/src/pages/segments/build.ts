import type { Client } from '@mailwright/client';
import { section } from '../../components/figures.ts';
import { linkButton, type Option, postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import type { Words } from '../../words.ts';
import { customFieldsOf } from '../contact-fields.ts';
import { listMailings, readNames } from '../mailing-names.ts';
import { reported } from '../mailing-states.ts';
import { activities, type Group, mailingsIn, matches, operators, type RuleInput, ruleFields } from '../rules.ts';
import {
  changeGroup,
  emptyGroup,
  fromGroup,
  type GroupInput,
  maxDepth,
  pathsOf,
  readGroupInput,
  toGroup,
} from './draft.ts';
import { useLabel } from './list.ts';
import { describeGroup } from './sentence.ts';

const list = '/console/segments';
const firstRules = 3;
/** Mailings that are offered for rules. */
const offered = 50;

interface Values {
  name: string;
  group: GroupInput;
  use: Use;
}

/** What a new segment is for. */
type Use = 'regular' | 'test';
const uses: readonly (readonly [Use, Words])[] = (['regular', 'test'] as const).map((use) => [use, useLabel(use)]);

const useOf = (text: string | null): Use => (text === 'test' ? 'test' : 'regular');

/** A new segment, or a copy of one. */
export async function newSegmentForm(visit: Visit): Promise<Response> {
  const { query, say } = visit;
  const copied = Number(query.get('copy'));
  if (!Number.isSafeInteger(copied) || copied < 1)
    return showForm(visit, { name: '', group: emptyGroup(firstRules), use: useOf(query.get('use')) });
  const { name, group, use } = await readStored(visit, copied);
  return showForm(visit, { name: say('Copy of {name}', { name }).slice(0, 64), group, use });
}

export async function editSegmentForm(visit: Visit): Promise<Response> {
  const stored = await readStored(visit, Number(visit.params.id));
  return showForm(visit, stored);
}

async function readStored({ client }: Visit, groupId: number): Promise<Values & { filter: number }> {
  const { name, type, contact_filter_id } = await client.targetGroups.get({ groupId }).orThrow();
  const filter = await client.contactFilters.get({ contactFilterId: contact_filter_id }).orThrow();
  const use = type === 'test' || type === 'approval' ? 'test' : 'regular';
  return { name, use, group: fromGroup(filter), filter: contact_filter_id };
}

async function showForm(
  visit: Visit,
  { name, group, use }: Values,
  { message, counts = false }: { message?: string; counts?: boolean } = {},
): Promise<Response> {
  const { client, params, say } = visit;
  const isNew = params.id === undefined;
  const [custom, { mailings }] = await Promise.all([
    customFieldsOf(client),
    listMailings(client, { states: [...reported], page_size: offered }),
  ]);
  const fields = ruleFields(
    say,
    custom.map((field) => field.name),
  );
  const conditions = say.options([...operators, ...activities]);
  const found = counts && message === undefined ? await countSection(visit, group) : { content: undefined };
  const back = isNew ? list : `${list}/${params.id}`;
  const form = html`<button class="unseen" tabindex="-1" aria-hidden="true"></button><input type="hidden" name="groups" value="${pathsOf(group).join()}">${section(
    say('Segment'),
    html`<div class="fields">${textField({ label: say('Name'), name: 'name', value: name, required: true, maxLength: 64, hint: say('Letters, digits and spaces.') })}${isNew && selectField({ label: say('Used for'), name: 'use', value: use, options: say.options(uses), hint: say('This cannot be changed later.') })}</div>`,
  )}${section(
    say('Rules'),
    html`${groupFields(group, '0')}<datalist id="mailings">${mailings.map((mailing) => html`<option value="${mailing.id} – ${mailing.name}">`)}</datalist>${hint(say('Upper and lower case make no difference. For activity: how many days to look back; empty for all time.'))}`,
  )}<section><h2>${say('Who this is')}</h2><div id="segment-count" data-live="count" aria-live="polite">${found.content ?? hint(say('Count to see how many contacts match.'))}</div><p class="row"><button>${say('Save')}</button><button class="quiet" name="next" value="count" formnovalidate>${say('Count')}</button>${linkButton(say('Cancel'), back)}</p></section>`;
  const wrong = message ?? found.message;
  const body = html`${fault(wrong)}${postForm(visit, visit.path, form)}`;
  const parent = isNew ? { label: say('Segments'), path: list } : { label: say('Back to the segment'), path: back };
  const title = isNew ? say('Build a segment') : say('Edit {name}', { name });
  return respondPage(visit, { title, parent, body }, wrong === undefined ? 200 : 400);

  function groupFields({ match, rules, groups }: GroupInput, path: string): Content {
    const depth = path.split('-').length;
    const step = (label: string, value: string) =>
      html`<button class="quiet" name="next" value="${value}:${path}" formnovalidate>${label}</button>`;
    const content = html`${selectField({ label: say('Contacts match'), name: `match.${path}`, value: match, options: say.options(matches) })}${rules.map((rule, index) => ruleRow(rule, `${path}.${index}`, index))}${groups.map((inner, index) => groupFields(inner, `${path}-${index}`))}<p class="row">${step(say('Add a rule'), 'rule')}${depth < maxDepth && step(say('Add a group'), 'group')}${depth > 1 && step(say('Remove this group'), 'remove')}</p>`;
    return depth === 1 ? content : html`<fieldset class="step"><legend>${say('Group')}</legend>${content}</fieldset>`;
  }

  function ruleRow({ field, operator, value, mailing }: RuleInput, place: string, index: number): Content {
    const known = fields.some(([each]) => each === field);
    const options: readonly Option[] = known ? fields : [...fields, [field, field]];
    const named = mailings.find(({ id }) => String(id) === mailing);
    return html`<fieldset class="rule"><legend>${say('Rule {number}', { number: index + 1 })}</legend><div class="fields">${selectField({ label: say('Field'), name: `field.${place}`, value: field, options })}${selectField({ label: say('Condition'), name: `operator.${place}`, value: operator, options: conditions })}${textField({ label: say('Value'), name: `value.${place}`, value })}<p class="field activity"><label for="mailing.${place}">${say('Mailing; empty for any')}</label><input id="mailing.${place}" name="mailing.${place}" list="mailings" value="${named ? `${named.id} – ${named.name}` : mailing}" autocomplete="off"></p></div></fieldset>`;
  }
}

/** Says who fulfills the rules of a form, and how many they are. */
async function countSection(visit: Visit, input: GroupInput): Promise<{ content?: Content; message?: string }> {
  const { client, say } = visit;
  const group = toGroup(say, input);
  if (group === undefined) return { content: html`<p>${say('Choose the field of at least one rule.')}</p>` };
  if (typeof group === 'string') return { message: group };
  const counted = await attempt(client.contactFilters.countMatches({ body: group }).orThrow());
  if ('fault' in counted) return { message: counted.fault };
  const { count_contacts: count, count_active_contacts: active } = counted.value;
  const sentence = describeGroup(say, group, await readNames(say, client, mailingsIn(group)));
  return {
    content: html`<p>${sentence}</p><p><b>${say('{count, plural, one {# contact matches} other {# contacts match}}; {active, number} can be mailed.', { count, active })}</b></p>`,
  };
}

/** Stores a segment; other buttons of the form add rules and groups, or count. */
export async function saveSegment(visit: Visit): Promise<Response> {
  const { form, params, say } = visit;
  const values = { name: textOf(form, 'name'), group: readGroupInput(form), use: useOf(textOf(form, 'use')) };
  const [step = '', path = ''] = textOf(form, 'next').split(':');
  if (step === 'count') return showForm(visit, values, { counts: true });
  if (step !== '') return showForm(visit, { ...values, group: changeGroup(values.group, step, path) });
  const group = toGroup(say, values.group);
  if (typeof group === 'string') return showForm(visit, values, { message: group });
  if (group === undefined) return showForm(visit, values, { message: say('Choose the field of at least one rule.') });
  const draft = { name: values.name, use: values.use, group };
  const stored = await attempt(
    params.id === undefined ? createSegment(visit.client, draft) : changeSegment(visit, Number(params.id), draft),
  );
  if ('fault' in stored) return showForm(visit, values, { message: stored.fault });
  return redirect(`${list}/${stored.value}${params.id === undefined ? '' : '?done=saved'}`);
}

interface Draft {
  name: string;
  group: Group;
  use: Use;
}

/** Creates the filter of a segment and its target group; no filter stays behind if there can be no group. */
async function createSegment(client: Client, { name, group, use }: Draft): Promise<number> {
  const contact_filter_id = await client.contactFilters.create({ body: { name, ...group } }).orThrow();
  try {
    return await client.targetGroups.create({ body: { name, type: use, contact_filter_id } }).orThrow();
  } catch (error) {
    await client.contactFilters.delete({ contactFilterId: contact_filter_id });
    throw error;
  }
}

async function changeSegment(visit: Visit, groupId: number, { name, group }: Draft): Promise<number> {
  const { client } = visit;
  const stored = await readStored(visit, groupId);
  await client.contactFilters.update({ contactFilterId: stored.filter, body: { name, ...group } }).orThrow();
  if (name !== stored.name) await client.targetGroups.rename({ groupId, name }).orThrow();
  return groupId;
}
