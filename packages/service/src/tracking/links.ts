import { sql, type Transaction } from 'kysely';
import type { LinkType, Schema } from '../platform/database/schema.ts';

export interface Link {
  url: string;
  type: LinkType;
  tags: string[];
}

/** Ids of new links of a mailing, in the order given. */
export async function registerLinks(
  db: Transaction<Schema>,
  accountId: number,
  mailingId: number,
  links: readonly Link[],
): Promise<number[]> {
  if (links.length === 0) return [];
  const rows = links.map((link) => ({ ...link, account_id: accountId, mailing_id: mailingId }));
  const inserted = await db.insertInto('link').values(rows).returning('id').execute();
  return inserted.map(({ id }) => id);
}

/** The mailings that links belong to, by the links' ids; links that the account does not have are absent. */
export async function mailingsOfLinks(
  db: Transaction<Schema>,
  accountId: number,
  uses: readonly { linkId: number }[],
): Promise<Map<number, number>> {
  const ids = [...new Set(uses.map(({ linkId }) => linkId))];
  const rows = await db
    .selectFrom('link')
    .select(['id', 'mailing_id'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any(${ids}::int8[])`)
    .execute();
  return new Map(rows.map(({ id, mailing_id }) => [id, mailing_id]));
}
