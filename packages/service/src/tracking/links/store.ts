import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import type { LinkType, MailFormat } from '../tables.ts';
import type { TrackingPlan } from './plan.ts';

export interface Link {
  url: string;
  type: LinkType;
  tags: string[];
  format?: MailFormat;
  /** Among the links of its format, from 0. */
  position?: number;
  label?: string;
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

/**
 * Ids of the links of a plan, in its order. Those that the mailing has already, at the same position with the same
 * address, keep theirs: it may be done again after a crash, and when a trigger mailing is released once more.
 */
export async function registerPlan(
  db: Transaction<Schema>,
  accountId: number,
  mailingId: number,
  { html, text }: TrackingPlan,
): Promise<{ html: number[]; text: number[] }> {
  const wanted = [html, text].flatMap((places) =>
    places.map(({ url, type, tags, format, label }, position) => ({ url, type, tags, format, label, position })),
  );
  const rows = await db
    .selectFrom('link')
    .select(['id', 'format', 'position', 'url'])
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .execute();
  const known = new Map(rows.map((row) => [keyOf(row), row.id]));
  const missing = wanted.filter((link) => !known.has(keyOf(link)));
  const added = await registerLinks(db, accountId, mailingId, missing);
  missing.forEach((link, index) => {
    known.set(keyOf(link), added[index]!);
  });
  const ids = wanted.map((link) => known.get(keyOf(link))!);
  return { html: ids.slice(0, html.length), text: ids.slice(html.length) };
}

const keyOf = ({ format, position, url }: { format: MailFormat; position: number; url: string }) =>
  `${format} ${position} ${url}`;

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
