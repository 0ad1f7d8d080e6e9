import type { Client } from '@mailwright/client';
import { section } from '../../components/figures.ts';
import { linkButton, postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { customFieldsOf } from '../contacts/fields.ts';
import {
  activities,
  type Draft,
  matches,
  operators,
  type Rule,
  type RuleInput,
  readRule,
  ruleFields,
} from './rules.ts';

const list = '/console/segments';
const firstRules = 3;
const maxRules = 30;

interface Values {
  name: string;
  match: string;
  rules: readonly RuleInput[];
}

const noRule = { field: '', operator: 'EQUALS', value: '' };
const noRules = (count: number) => Array<RuleInput>(count).fill(noRule);

export const newSegmentForm = (visit: Visit): Promise<Response> =>
  showForm(visit, { name: '', match: 'all', rules: noRules(firstRules) });

async function showForm(visit: Visit, { name, match, rules }: Values, message?: string): Promise<Response> {
  const { say } = visit;
  const fields = ruleFields(
    say,
    (await customFieldsOf(visit.client)).map((field) => field.name),
  );
  const rule = ({ field, operator, value }: RuleInput, index: number): Content =>
    html`<fieldset><legend>${say('Rule {number}', { number: index + 1 })}</legend><div class="fields">${selectField({ label: say('Field'), name: `field-${index}`, value: field, options: fields })}${selectField({ label: say('Condition'), name: `operator-${index}`, value: operator, options: say.options([...operators, ...activities]) })}${textField({ label: say('Value'), name: `value-${index}`, value })}</div></fieldset>`;
  const form = html`${section(
    say('Segment'),
    html`<div class="fields">${textField({ label: say('Name'), name: 'name', value: name, required: true, maxLength: 64, hint: say('Letters, digits and spaces.') })}${selectField({ label: say('Contacts match'), name: 'match', value: match, options: say.options(matches) })}</div>`,
  )}${section(
    say('Rules'),
    html`${rules.map(rule)}${hint(say('For activity in mailings, the value is a number of past days; without one, any time counts. Texts are compared in any case.'))}<p class="row"><button>${say('Save and count')}</button>${rules.length < maxRules && html`<button class="quiet" name="next" value="more" formnovalidate>${say('More rules')}</button>`}${linkButton(say('Cancel'), list)}</p>`,
  )}`;
  const body = html`${fault(message)}${postForm(visit, '/console/segments/new', form)}`;
  const parent = { label: say('Segments'), path: list };
  return respondPage(visit, { title: say('Build a segment'), parent, body }, message === undefined ? 200 : 400);
}

/** Stores a segment; another button of the form asks for more rules. */
export async function addSegment(visit: Visit): Promise<Response> {
  const { client, form, say } = visit;
  const values = readValues(form);
  if (form.get('next') === 'more')
    return showForm(visit, { ...values, rules: [...values.rules, ...noRules(firstRules)].slice(0, maxRules) });
  const read = values.rules.map((rule) => readRule(say, rule));
  const wrong = read.find((rule) => typeof rule === 'string');
  if (wrong !== undefined) return showForm(visit, values, wrong);
  const rules = read.filter((rule): rule is Rule => typeof rule === 'object');
  if (rules.length === 0) return showForm(visit, values, say('Choose the field of at least one rule.'));
  const body = { name: values.name, match: values.match as NonNullable<Draft['match']>, rules };
  const stored = await attempt(storeSegment(client, body));
  return 'fault' in stored ? showForm(visit, values, stored.fault) : redirect(`/console/segments/${stored.value}`);
}

function readValues(form: FormData): Values {
  const rules: RuleInput[] = [];
  for (let index = 0; index < maxRules && form.has(`field-${index}`); index++) {
    const [field, operator, value] = ['field', 'operator', 'value'].map((part) => textOf(form, `${part}-${index}`));
    rules.push({ field: field!, operator: operator!, value: value! });
  }
  return { name: textOf(form, 'name'), match: textOf(form, 'match'), rules };
}

/** Creates the filter of a segment and its target group; no filter stays behind if there can be no group. */
async function storeSegment(client: Client, body: Draft): Promise<number> {
  const contact_filter_id = await client.contactFilters.create({ body }).orThrow();
  try {
    return await client.targetGroups
      .create({ body: { name: body.name, type: 'regular', contact_filter_id } })
      .orThrow();
  } catch (error) {
    await client.contactFilters.delete({ contactFilterId: contact_filter_id });
    throw error;
  }
}
