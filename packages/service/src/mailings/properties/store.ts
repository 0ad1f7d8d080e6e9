import type { Db } from '../../platform/database/schema.ts';

export interface Property {
  key: string;
  value: string;
}

export async function listProperties(db: Db, accountId: number, mailingId: number): Promise<Property[]> {
  return db
    .selectFrom('mailing_property')
    .select(['key', 'value'])
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .orderBy('key')
    .execute();
}

/** Adds properties; one whose key exists is overwritten. */
export async function putProperties(
  db: Db,
  accountId: number,
  mailingId: number,
  properties: Property[],
): Promise<void> {
  const last = new Map(properties.map(({ key, value }) => [key, value]));
  if (last.size === 0) return;
  const rows = [...last].map(([key, value]) => ({ account_id: accountId, mailing_id: mailingId, key, value }));
  await db
    .insertInto('mailing_property')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'mailing_id', 'key'])
        .doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
    )
    .execute();
}

/** False when the mailing has no such property. */
export async function updateProperty(
  db: Db,
  accountId: number,
  mailingId: number,
  property: Property,
): Promise<boolean> {
  const result = await db
    .updateTable('mailing_property')
    .set({ value: property.value })
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .where('key', '=', property.key)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** False when the mailing has no such property. */
export async function deleteProperty(db: Db, accountId: number, mailingId: number, key: string): Promise<boolean> {
  const result = await db
    .deleteFrom('mailing_property')
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .where('key', '=', key)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
