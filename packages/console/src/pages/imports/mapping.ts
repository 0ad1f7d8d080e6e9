import { section } from '../../components/figures.ts';
import { postForm, selectField, textOf } from '../../components/forms.ts';
import { hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { permissions } from '../contacts/fields.ts';
import { fieldOptions } from './fields.ts';
import type { Import } from './list.ts';

/** Values of a column beside its field. */
const shown = 3;

/** Fields of the columns, what to do with the rows, and the first rows as they are. */
export function mappingForm(visit: Visit, found: Import, customFields: readonly string[]): Content {
  const { id, columns, count_rows } = found;
  const sent = (name: string) => (visit.form.has(name) ? textOf(visit.form, name) : undefined);
  const field = ({ name, field, examples = [] }: Import['columns'][number], index: number) => {
    const values = [...new Set(examples.filter((each) => each.trim() !== ''))].slice(0, shown);
    return selectField({
      label: name,
      name: `column-${index}`,
      value: sent(`column-${index}`) ?? field,
      options: fieldOptions(name, field, customFields),
      hint: values.length > 0 ? values.join(' · ') : 'No values',
    });
  };
  const form = html`<div class="fields">${columns.map(field)}</div>`;
  const settings = html`<div class="fields">${selectField({
    label: 'Permission of the contacts',
    name: 'permission',
    value: sent('permission'),
    options: [['', 'As it is; new contacts get none'], ...permissions],
    hint: 'State only a consent that the people have given. Without one, they get no newsletters.',
  })}${selectField({
    label: 'Contacts that exist',
    name: 'existing',
    value: sent('existing'),
    options: [
      ['update', 'Are changed; an empty cell changes nothing'],
      ['keep', 'Stay as they are'],
    ],
  })}${selectField({
    label: 'Contacts are recognized by',
    name: 'by',
    value: sent('by'),
    options: [
      ['email', 'Email address'],
      ['external_id', 'External id'],
    ],
  })}</div>${hint('Contacts that have unsubscribed or are blocked stay so.')}<p><button>Import ${count_rows === 1 ? '1 row' : `${count_rows.toLocaleString('en')} rows`}</button></p>`;
  const count = Math.max(0, ...columns.map(({ examples = [] }) => examples.length));
  const rows = Array.from({ length: count }, (_, index) => index);
  const preview = table<number>(
    'First rows',
    columns.map(({ name, examples = [] }) => ({ title: name, cell: (row) => examples[row], kind: 'whole' as const })),
    rows,
    'The file has no rows.',
  );
  return html`${postForm(visit, `/console/imports/${id}/start`, html`${section('Columns', form)}${section('Contacts', settings)}`)}${section(`The first ${count} rows`, preview)}`;
}
