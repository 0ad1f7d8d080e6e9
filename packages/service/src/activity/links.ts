import type { Transaction } from 'kysely';
import type { LinkType, Schema } from '../db/schema.ts';

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
