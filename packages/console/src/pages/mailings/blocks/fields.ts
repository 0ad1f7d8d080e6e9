import { type Block, type BlockDocument, networks } from '../../../blocks/document.ts';
import { type Values, valuesOf } from '../../../blocks/values.ts';
import { fieldPart } from '../../../components/conflict.ts';
import { selectField, textArea, textField, textOf } from '../../../components/forms.ts';
import { type Content, html } from '../../../html.ts';
import type { FormPart } from '../../../web/conflicts.ts';
import type { Visit } from '../../../web/routes.ts';
import { type Say, type Words, words } from '../../../words.ts';
import { customFieldsOf, standardFields, withoutHint } from '../../contact-fields.ts';
import { withLineEnds } from '../contents.ts';
import { decorationField, imageChoice } from './image.ts';

/** Names of fields of the form begin with this. */
const prefix = 'value-';

const labels: Readonly<Record<string, Words>> = {
  text: words('Text'),
  source: words('Code'),
  level: words('Size'),
  align: words('Alignment'),
  src: words('Address of the image'),
  alt: words('Text for people who do not see the image'),
  href: words('Link'),
  width: words('Width in pixels'),
  height: words('Height in pixels'),
  'background-color': words('Background color'),
  color: words('Text color'),
  'border-color': words('Line color'),
  columns: words('Columns'),
};

const alignments = [
  ['left', words('Left')],
  ['center', words('Centered')],
  ['right', words('Right')],
  ['justify', words('Justified')],
] as const;

const sizes = [
  ['h1', words('Large heading')],
  ['h2', words('Medium heading')],
  ['h3', words('Small heading')],
] as const;

const labelOf = (say: Say, name: string): string => (Object.hasOwn(labels, name) ? say(labels[name]!) : name);

/** Parts of a block, each of which people can choose if somebody else has changed it too. */
export const partsOf = (say: Say, values: Values): FormPart[] =>
  Object.entries(values).map(([name, value]) => fieldPart(labelOf(say, name), prefix + name, value));

/** Returns what somebody has typed for a block; what is not in the form is as it was. */
export function readValues(form: FormData, document: BlockDocument, block: Block): Values {
  const stored = valuesOf(document, block);
  const typed = Object.entries(stored).map(([name, value]): [string, string] => {
    const field = form.get(prefix + name);
    if (typeof field !== 'string') return [name, value];
    if (block.kind === 'code') return [name, withLineEnds(field, value)];
    // A browser shows a short color in its long form.
    return [name, field === longColor(value) ? value : field.replaceAll('\r\n', '\n')];
  });
  const image = textOf(form, 'image');
  return { ...Object.fromEntries(typed), ...(block.kind === 'image' && image !== '' && { src: image }) };
}

/** Whether a form has values, and not just a button for the whole block. */
export const hasValues = (form: FormData): boolean => [...form.keys()].some((name) => name.startsWith(prefix));

const longColor = (value: string): string | undefined =>
  /^#[\da-f]{3}$/i.test(value) ? `#${value.slice(1).replaceAll(/./g, '$&$&')}`.toLowerCase() : undefined;

/** The fields with which a block is edited. */
export async function blockFields(visit: Visit, block: Block, values: Values): Promise<Content> {
  const { say } = visit;
  const fields = Object.entries(values).map(([name, value]) => field(say, block, name, value));
  const [wide, narrow] = [true, false].map((isWide) => fields.filter((each) => (each.isWide ?? false) === isWide));
  const picker = values.text !== undefined && (await tagPicker(visit));
  const isImage = block.kind === 'image';
  return html`${isImage && (await imageChoice(visit))}${wide!.map(({ content }) => content)}${picker}<div class="fields">${narrow!.map(({ content }) => content)}</div>${isImage && decorationField(visit, block, values)}`;
}

function field(say: Say, block: Block, name: string, value: string): { content: Content; isWide?: boolean } {
  const [label, own] = [labelOf(say, name), prefix + name];
  const choice = (options: readonly (readonly [string, string])[]) => ({
    // What is not among the choices can stay.
    content: selectField({
      label,
      name: own,
      value,
      options: options.some(([each]) => each === value) ? options : [[value, value], ...options],
    }),
  });
  if (name === 'source') return { content: textArea({ label, name: own, value, rows: 10, code: true }), isWide: true };
  if (name === 'text') return textInput(say, block, own, value);
  if (name === 'align') return choice(say.options(alignments));
  if (name === 'level') return choice(say.options(sizes));
  if (name === 'columns') return choice(['1', '2', '3', '4'].map((count) => [count, count] as const));
  if (name.endsWith('color')) return { content: colorField(say, label, own, value) };
  if (block.kind === 'social' && (networks as readonly string[]).includes(name))
    return { content: textField({ label, name: own, value, maxLength: 2000 }) };
  const hint = name === 'alt' && say('It is also shown while images are blocked.');
  return { content: textField({ label, name: own, value, maxLength: 2000, ...(hint && { hint }) }) };
}

function textInput(say: Say, { kind }: Block, name: string, value: string): { content: Content; isWide: true } {
  const label = say(labels.text!);
  if (kind === 'button') return { content: textField({ label, name, value, maxLength: 1000 }), isWide: true };
  const hint = say.rich(
    'An empty line begins a paragraph. <code>**bold**</code>, <code>_italic_</code>, <code>[words](address)</code> for a link, and <code>- </code> at the beginning of a line for a list.',
  );
  const area = textArea({ label, name, value, rows: kind === 'heading' ? 2 : 8, hint });
  return { content: html`<div data-writing>${area}</div>`, isWide: true };
}

function colorField(say: Say, label: string, name: string, value: string): Content {
  const long = longColor(value) ?? value;
  // A color that was never chosen has no place in the browser's own field.
  return /^#[\da-f]{6}$/i.test(long)
    ? html`<p class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="color" value="${long.toLowerCase()}"></p>`
    : textField({ label, name, value, maxLength: 40, hint: say('Such as #1f5fbf; none if empty.') });
}

/** Fields of contacts to insert into a text, with what stands there for contacts without a value. */
async function tagPicker({ client, form, say }: Visit): Promise<Content> {
  const custom = await customFieldsOf(client);
  const options = [
    ...standardFields.map(([name, label]) => [`CONTACT|${name}`, withoutHint(say(label))] as const),
    ...custom.map(({ name }) => [`CONTACT|${name}`, name] as const),
  ];
  return html`<details class="picker"><summary>${say('Insert a field of the contact')}</summary><div class="fields">${selectField({ label: say('Field'), name: 'tag', value: textOf(form, 'tag'), options })}${textField({ label: say('If the contact has none'), name: 'fallback', value: '', maxLength: 100 })}</div><p><button class="quiet" name="do" value="insert" formnovalidate data-insert="${prefix}text">${say('Insert')}</button></p></details>`;
}

/** The tag that was picked; its fallback cannot end it. */
export function pickedTag(form: FormData): string {
  const [tag, fallback] = [textOf(form, 'tag'), textOf(form, 'fallback').replaceAll(/[[\]|<>]/g, '')];
  return /^CONTACT\|[^[\]|<>]{1,100}$/.test(tag) ? `[[${tag}${fallback && `|${fallback}`}]]` : '';
}
