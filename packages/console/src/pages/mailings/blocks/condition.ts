import type { Comparison, Condition } from '../../../blocks/conditions.ts';
import type { Block } from '../../../blocks/document.ts';
import { selectField, textField, textOf } from '../../../components/forms.ts';
import { type Content, html } from '../../../html.ts';
import type { Visit } from '../../../web/routes.ts';
import { type Say, type Words, words } from '../../../words.ts';
import { customFieldsOf, fieldName, standardFields, withoutHint } from '../../contact-fields.ts';

const comparisons: readonly (readonly [Comparison, Words])[] = [
  ['is', words('is')],
  ['is-not', words('is not')],
  ['contains', words('contains')],
  ['filled', words('has a value')],
  ['empty', words('has no value')],
];

/** What the list says of a block that not everybody gets. */
export function describeCondition(say: Say, { field, comparison, value }: Condition): string {
  const name = fieldName(say, field);
  if (comparison === 'is') return say('If {field} is “{value}”', { field: name, value });
  if (comparison === 'is-not') return say('If {field} is not “{value}”', { field: name, value });
  if (comparison === 'contains') return say('If {field} contains “{value}”', { field: name, value });
  return comparison === 'filled'
    ? say('If {field} has a value', { field: name })
    : say('If {field} has no value', { field: name });
}

/** The part of the form of a block that says who gets it. */
export async function conditionPart({ client, form, say }: Visit, { kind, element }: Block): Promise<Content> {
  if (kind === 'column' || kind === 'group') return undefined;
  const { condition } = element;
  const typed = (name: string, stored: string | undefined) => (form.has(name) ? textOf(form, name) : (stored ?? ''));
  const fields = [
    ['', say('Everybody')] as const,
    ...standardFields.map(([name, label]) => [name, withoutHint(say(label))] as const),
    ...(await customFieldsOf(client)).map(({ name }) => [name, name] as const),
  ];
  const of = typed('if-field', condition?.field);
  const known = fields.some(([name]) => name === of) ? fields : [...fields, [of, of] as const];
  const hint = say('Capitals count. In fields for yes or no, the value is true or false.');
  return html`<details class="picker"${condition && html` open`}><summary>${say('Show only to some contacts')}</summary><div class="fields">${selectField({ label: say('Field of the contact'), name: 'if-field', value: of, options: known })}${selectField({ label: say('Comparison'), name: 'if-comparison', value: typed('if-comparison', condition?.comparison), options: say.options(comparisons) })}${textField({ label: say('Value'), name: 'if-value', value: typed('if-value', condition?.value), maxLength: 255, hint })}</div><p><button class="quiet" name="do" value="condition" formnovalidate>${say('Set the condition')}</button></p></details>`;
}

/** Reads the condition of a form; `undefined` for none. Numbers, and yes or no, are compared as such. */
export async function readConditionForm({ client, form }: Visit): Promise<Condition | undefined> {
  const field = textOf(form, 'if-field');
  if (field === '') return undefined;
  const comparison = comparisons.find(([each]) => each === textOf(form, 'if-comparison'))?.[0] ?? 'is';
  const hasValue = comparison !== 'filled' && comparison !== 'empty';
  const type = (await customFieldsOf(client)).find(({ name }) => name === field)?.type;
  const isText = !hasValue || comparison === 'contains' || !['boolean', 'integer', 'float'].includes(type ?? 'string');
  return { field, comparison, value: hasValue ? textOf(form, 'if-value') : '', isText };
}
