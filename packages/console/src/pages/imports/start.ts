import { textOf } from '../../components/forms.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { customFieldsOf } from '../contacts/fields.ts';
import { newFieldName } from './fields.ts';
import { showImport } from './import.ts';

/** Creates the fields that do not exist yet, and starts the import. */
export async function startImport(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const importId = Number(params.id);
  const { columns } = await client.imports.get({ importId }).orThrow();
  const choices = columns.map((_, index) => textOf(form, `column-${index}`));
  const known = (await customFieldsOf(client)).map(({ name }) => name);
  const wanted = choices.flatMap((choice) => newFieldName(choice) ?? []);
  for (const field of wanted.filter((name) => !known.includes(name))) {
    const created = await attempt(client.contacts.createCustomField({ field, type: 'string' }).orThrow());
    if ('fault' in created) return showImport(visit, created.fault);
  }
  const permission = Number(textOf(form, 'permission'));
  const body = {
    fields: choices.map((choice) => newFieldName(choice) ?? choice),
    ...(permission && { permission: permission as 1 }),
    identified_by: textOf(form, 'by') === 'external_id' ? ('external_id' as const) : ('email' as const),
    existing: textOf(form, 'existing') === 'keep' ? ('keep' as const) : ('update' as const),
  };
  const started = await attempt(client.imports.start({ importId, body }).orThrow());
  return 'fault' in started
    ? showImport(visit, started.fault)
    : redirect(`/console/imports/${importId}?done=importing`);
}
