import { sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import type { SealedSources } from '../tables.ts';

type Owner = Pick<Mailing, 'account_id' | 'id'>;

/** Takes the place of an earlier seal: a mailing can become a draft again. */
export async function putSeal(
  db: Db,
  { account_id, id: mailing_id }: Owner,
  seal: { version: string; sources: SealedSources },
): Promise<void> {
  const present = { version: seal.version, sources: json(seal.sources), sealed_at: sql<Date>`now()` };
  await db
    .insertInto('mailing_seal')
    .values({ account_id, mailing_id, ...present })
    .onConflict((known) => known.columns(['account_id', 'mailing_id']).doUpdateSet(present))
    .execute();
}

/** Returns what was sealed; `undefined` for a mailing that an older version of the service has sealed. */
export async function findSeal(
  db: Db,
  { account_id, id }: Owner,
): Promise<{ version: string; sources: SealedSources } | undefined> {
  return db
    .selectFrom('mailing_seal')
    .select(['version', 'sources'])
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .executeTakeFirst();
}
