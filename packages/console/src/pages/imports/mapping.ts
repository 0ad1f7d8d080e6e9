import { section } from '../../components/figures.ts';
import { postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { empty, hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { permissions } from '../contact-fields.ts';
import { fieldOptions } from './fields.ts';
import { fittingKind, formatOptions, sayReadings } from './formats.ts';
import type { Import } from './list.ts';

/** Values of a column beside its field. */
const shown = 3;

/** Fields of the columns, what to do with the rows, and the first rows as they are. */
export function mappingForm(visit: Visit, found: Import, customFields: readonly string[]): Content {
  const { say } = visit;
  const { id, columns } = found;
  const count = Math.max(0, ...columns.map(({ examples = [] }) => examples.length));
  const rows = Array.from({ length: count }, (_, index) => index);
  const preview = table<number>(
    say('First rows'),
    columns.map(({ name, examples = [] }) => ({ title: name, cell: (row) => examples[row], kind: 'whole' as const })),
    rows,
    say('The file has no rows.'),
  );
  const firstRows = section(say('{count, plural, one {The first row} other {The first # rows}}', { count }), preview);
  const obstacle = sayObstacle(visit, found);
  if (obstacle !== undefined) return html`${section(say('Columns'), empty(obstacle))}${count > 0 && firstRows}`;
  const fields = html`<div class="fields">${columns.map((column, index) => columnFields(visit, column, index, customFields))}</div>`;
  const form = html`<input type="hidden" name="sheet" value="${found.sheet}">${section(say('Columns'), html`${fields}${hasNames(found) && hint(say('Of “Ada <ada@example.com>”, the address is stored. A name is stored if a column of its own has it.'))}`)}${section(say('Contacts'), settings(visit, found))}`;
  return html`${postForm(visit, `/console/imports/${id}/start`, form)}${firstRows}`;
}

/** Says why an import cannot be started, whatever is chosen. */
function sayObstacle({ say }: Visit, { count_rows, columns }: Import): string | undefined {
  if (count_rows === 0) return say('There is nothing to import: the file has no rows below the names of its columns.');
  const isKnown = columns.some(
    ({ field, examples = [] }) =>
      field === 'email' || field === 'external_id' || examples.some((example) => example.includes('@')),
  );
  return isKnown
    ? undefined
    : say(
        'No column has email addresses, so there is nobody to import. Add a column with the addresses to the file, or one named “External id” for contacts that you know by a number of your own.',
      );
}

const hasNames = ({ columns }: Import) =>
  columns.some(({ field, examples = [] }) => field === 'email' && examples.some((example) => example.includes('<')));

function columnFields(
  visit: Visit,
  column: Import['columns'][number],
  index: number,
  customFields: readonly string[],
): Content {
  const { say } = visit;
  const { name, field, examples = [] } = column;
  const values = [...new Set(examples.filter((each) => each.trim() !== ''))].slice(0, shown);
  const fieldSelect = selectField({
    label: name,
    name: `column-${index}`,
    value: sent(visit, `column-${index}`) ?? field,
    options: fieldOptions(say, column, customFields),
    hint: values.length > 0 ? values.join(' · ') : say('No values'),
  });
  if (fittingKind(column) === undefined) return fieldSelect;
  const { options, value } = formatOptions(say, column);
  const label =
    fittingKind(column) === 'date' ? say('Dates of “{name}”', { name }) : say('Numbers of “{name}”', { name });
  const formatName = `format-${index}`;
  const reading = sayReadings(say, column);
  return html`${fieldSelect}${selectField({ label, name: formatName, value: sent(visit, formatName) ?? value, options, hint: reading })}`;
}

const sent = ({ form }: Visit, name: string) => (form.has(name) ? textOf(form, name) : undefined);

function settings(visit: Visit, { count_rows }: Import): Content {
  const { say } = visit;
  return html`<div class="fields">${selectField({
    label: say('Permission of the contacts'),
    name: 'permission',
    value: sent(visit, 'permission'),
    options: [['', say('Keep existing consent; none for new contacts')], ...say.options(permissions)],
    hint: say('Choose only consent that the people have really given. Without it, they get no newsletters.'),
  })}${selectField({
    label: say('Contacts that exist'),
    name: 'existing',
    value: sent(visit, 'existing'),
    options: [
      ['update', say('Are changed; an empty cell changes nothing')],
      ['keep', say('Stay as they are')],
    ],
  })}${selectField({
    label: say('Contacts are recognized by'),
    name: 'by',
    value: sent(visit, 'by'),
    options: [
      ['email', say('Email address')],
      ['external_id', say('External id')],
    ],
  })}${selectField({
    label: say('If a value does not fit its field'),
    name: 'bad-values',
    value: sent(visit, 'bad-values'),
    options: [
      ['field', say('Store the rest of the row')],
      ['row', say('Leave out the whole row')],
    ],
    hint: say('You get a list of these rows. A row without a valid address is always left out.'),
  })}${textField({ label: say('Tag for all contacts of the file'), name: 'tag', value: sent(visit, 'tag'), maxLength: 50, hint: say('By it you find them again and build segments.') })}</div>${hint(say('Contacts that have unsubscribed or are blocked stay so.'))}<p><button>${say('{count, plural, one {Import # row} other {Import # rows}}', { count: count_rows })}</button></p>`;
}
