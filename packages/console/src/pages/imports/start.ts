import { textOf } from '../../components/forms.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { customFieldsOf } from '../contact-fields.ts';
import { newFieldOf } from './fields.ts';
import { type Format, fittingKind, formatKindOf } from './formats.ts';
import { showImport } from './import.ts';
import type { Import } from './list.ts';

/** Creates the fields that do not exist yet, and starts the import. */
export async function startImport(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const importId = Number(params.id);
  const sheet = textOf(form, 'sheet') || undefined;
  const { columns } = await client.imports.get({ importId, ...(sheet && { sheet }) }).orThrow();
  const choices = columns.map((_, index) => textOf(form, `column-${index}`));
  const wanted = choices.flatMap((choice) => newFieldOf(choice) ?? []);
  const fields = choices.map((choice) => newFieldOf(choice)?.name ?? choice);
  const known = new Map((await customFieldsOf(client)).map(({ name, type }): [string, string] => [name, type]));
  const types = new Map([...known, ...wanted.map(({ name, type }): [string, string] => [name, type])]);
  const identified_by = textOf(form, 'by') === 'external_id' ? 'external_id' : 'email';
  if (!fields.includes(identified_by))
    return showImport(
      visit,
      identified_by === 'email'
        ? say('Choose the column that has the email addresses: contacts are recognized by them.')
        : say('Choose the column that has the external ids: contacts are recognized by them.'),
    );
  const formats = columns.map((column, index) => formatFor(visit, column, index, formatKindOf(fields[index]!, types)));
  const open = formats.indexOf(undefined);
  if (open !== -1)
    return showImport(
      visit,
      say('Choose how the values of “{name}” are written: they can be read in several ways.', {
        name: columns[open]!.name,
      }),
    );
  for (const { name, type } of wanted.filter((field) => !known.has(field.name))) {
    const created = await attempt(client.contacts.createCustomField({ field: name, type }).orThrow());
    if ('fault' in created) return showImport(visit, created.fault);
  }
  const permission = Number(textOf(form, 'permission'));
  const body = {
    fields,
    formats: formats.map((format) => format ?? ''),
    bad_values: textOf(form, 'bad-values') === 'row' ? ('row' as const) : ('field' as const),
    ...(sheet && { sheet }),
    ...(permission && { permission: permission as 1 }),
    ...(textOf(form, 'tag') && { tag: textOf(form, 'tag') }),
    identified_by,
    existing: textOf(form, 'existing') === 'keep' ? ('keep' as const) : ('update' as const),
  } as const;
  const started = await attempt(client.imports.start({ importId, body }).orThrow());
  return 'fault' in started ? showImport(visit, started.fault) : redirect(`/console/imports/${importId}`);
}

/** Returns the format of a column, empty if its field needs none, or `undefined` if the person must choose one. */
function formatFor(
  { form }: Visit,
  column: Import['columns'][number],
  index: number,
  kind: ReturnType<typeof formatKindOf>,
): Format | '' | undefined {
  if (kind === undefined || kind !== fittingKind(column)) return '';
  const chosen = textOf(form, `format-${index}`) as Format | '';
  if (chosen !== '') return chosen;
  return (column.fitting_formats?.length ?? 0) > 1 ? undefined : '';
}
