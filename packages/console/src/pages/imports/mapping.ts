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
  const { say } = visit;
  const { id, columns, count_rows } = found;
  const sent = (name: string) => (visit.form.has(name) ? textOf(visit.form, name) : undefined);
  const field = ({ name, field, examples = [] }: Import['columns'][number], index: number) => {
    const values = [...new Set(examples.filter((each) => each.trim() !== ''))].slice(0, shown);
    return selectField({
      label: name,
      name: `column-${index}`,
      value: sent(`column-${index}`) ?? field,
      options: fieldOptions(say, name, field, customFields),
      hint: values.length > 0 ? values.join(' · ') : say('No values'),
    });
  };
  const form = html`<div class="fields">${columns.map(field)}</div>`;
  const settings = html`<div class="fields">${selectField({
    label: say('Permission of the contacts'),
    name: 'permission',
    value: sent('permission'),
    options: [['', say('As it is; new contacts get none')], ...say.options(permissions)],
    hint: say('State only a consent that the people have given. Without one, they get no newsletters.'),
  })}${selectField({
    label: say('Contacts that exist'),
    name: 'existing',
    value: sent('existing'),
    options: [
      ['update', say('Are changed; an empty cell changes nothing')],
      ['keep', say('Stay as they are')],
    ],
  })}${selectField({
    label: say('Contacts are recognized by'),
    name: 'by',
    value: sent('by'),
    options: [
      ['email', say('Email address')],
      ['external_id', say('External id')],
    ],
  })}</div>${hint(say('Contacts that have unsubscribed or are blocked stay so.'))}<p><button>${say('{count, plural, one {Import # row} other {Import # rows}}', { count: count_rows })}</button></p>`;
  const count = Math.max(0, ...columns.map(({ examples = [] }) => examples.length));
  const rows = Array.from({ length: count }, (_, index) => index);
  const preview = table<number>(
    say('First rows'),
    columns.map(({ name, examples = [] }) => ({ title: name, cell: (row) => examples[row], kind: 'whole' as const })),
    rows,
    say('The file has no rows.'),
  );
  return html`${postForm(visit, `/console/imports/${id}/start`, html`${section(say('Columns'), form)}${section(say('Contacts'), settings)}`)}${section(say('{count, plural, one {The first row} other {The first # rows}}', { count }), preview)}`;
}
