import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { CustomFieldType } from '../contacts/custom-fields.ts';
import { isStandardField, type StandardField } from '../contacts/standard-fields.ts';

/** A field of the profile page. */
export type ProfileField =
  | { kind: 'standard'; name: StandardField }
  | { kind: 'custom'; name: string; id: number; type: CustomFieldType };

/** The fields that contacts of the account see and change, in their order. */
export async function profileFields(db: Db, accountId: number): Promise<ProfileField[]> {
  const { rows } = await sql<{ standard: StandardField } | { standard: null; name: string; id: number; type: string }>`
    select standard_field as standard, custom_field.name, custom_field.id, custom_field.type
    from profile_field
    left join custom_field on custom_field.account_id = profile_field.account_id and custom_field.id = custom_field_id
    where profile_field.account_id = ${accountId} order by position`.execute(db);
  return rows.map((row) =>
    row.standard === null
      ? { kind: 'custom', name: row.name, id: row.id, type: row.type as CustomFieldType }
      : { kind: 'standard', name: row.standard },
  );
}

/** Replaces the profile fields of the account. */
export async function setProfileFields(db: Db, accountId: number, fields: readonly ProfileField[]): Promise<void> {
  await db.deleteFrom('profile_field').where('account_id', '=', accountId).execute();
  if (fields.length === 0) return;
  const rows = fields.map((field, position) => ({
    account_id: accountId,
    position,
    standard_field: field.kind === 'standard' ? field.name : null,
    custom_field_id: field.kind === 'custom' ? field.id : null,
  }));
  await db.insertInto('profile_field').values(rows).execute();
}

/** Fields by their names; a name that is none is named in the error. */
export function namedFields(
  names: readonly string[],
  custom: ReadonlyMap<string, { id: number; type: CustomFieldType }>,
): ProfileField[] {
  return [...new Set(names)].map((name) => {
    if (isStandardField(name)) return { kind: 'standard', name };
    const field = custom.get(name);
    if (field !== undefined) return { kind: 'custom', name, ...field };
    throw new Error(`"${name}" is neither a standard field nor a custom field of the account`);
  });
}
