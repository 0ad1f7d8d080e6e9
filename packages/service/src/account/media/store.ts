import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { type CountedRows, requireRoom } from '../quotas/store.ts';

const templatesKept: CountedRows = {
  quota: 'templates',
  rows: (accountId) => sql`select from mailing_template where account_id = ${accountId}`,
};

export interface MediaTemplate {
  id: number;
  name: string;
  /** Relative in the own account, absolute when it is shared. */
  path: string;
  created_at: Date;
  /** Bytes of the HTML. */
  size: number;
  /** Whether it is written in MJML. */
  is_mjml: boolean;
  tags: string[];
}

/** Templates of the account and the shared ones, by path. */
export async function listTemplates(db: Db, accountId: number): Promise<MediaTemplate[]> {
  return db
    .selectFrom('mailing_template')
    .select(columns)
    .where((template) => template.or([template('account_id', '=', accountId), template('shared', '=', true)]))
    .orderBy('path')
    .orderBy('id')
    .execute();
}

/**
 * Stores a template of the account at a path, replacing an existing one.
 * @throws ApiError 409 beyond the quota
 */
export async function putTemplate(db: Db, accountId: number, template: NewTemplate): Promise<MediaTemplate> {
  const replaced = await db
    .selectFrom('mailing_template')
    .select('id')
    .where('account_id', '=', accountId)
    .where('shared', '=', false)
    .where('path', '=', template.path)
    .executeTakeFirst();
  if (replaced === undefined) await requireRoom(db, accountId, templatesKept, 1);
  return db
    .insertInto('mailing_template')
    .values({ account_id: accountId, ...template })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'shared', 'path']).doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        tags: row.ref('excluded.tags'),
        html: row.ref('excluded.html'),
        mjml: row.ref('excluded.mjml'),
        created_at: row.ref('excluded.created_at'),
      })),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** The contents of a template; `path` as in lists. */
export async function templateContents(db: Db, accountId: number, path: string): Promise<TemplateContents | undefined> {
  const shared = path.startsWith('/');
  return db
    .selectFrom('mailing_template')
    .select(['html', 'mjml'])
    .where('shared', '=', shared)
    .where('path', '=', shared ? path.slice(1) : path)
    .$if(!shared, (own) => own.where('account_id', '=', accountId))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** What a template gives to mailings. */
export interface TemplateContents {
  html: string;
  /** Source of the HTML; null if the template is written in HTML. */
  mjml: string | null;
}

interface NewTemplate extends TemplateContents {
  path: string;
  name: string;
  tags: string[];
}

/** A template with its contents. */
export interface StoredTemplate extends TemplateContents {
  account_id: number;
  id: number;
  name: string;
  tags: string[];
}

/** Finds a template of the account or a shared one. */
export const findTemplate = (db: Db, accountId: number, id: number): Promise<StoredTemplate | undefined> =>
  stored(db)
    .where('id', '=', id)
    .where((template) => template.or([template('account_id', '=', accountId), template('shared', '=', true)]))
    .executeTakeFirst();

/** Finds a template of the account by its path. */
export const findTemplateByPath = (db: Db, accountId: number, path: string): Promise<StoredTemplate | undefined> =>
  own(db, accountId).where('path', '=', path).forUpdate().executeTakeFirst();

/** Finds a template of the account, and keeps others from changing it until the transaction ends. */
export const lockTemplate = (db: Db, accountId: number, id: number): Promise<StoredTemplate | undefined> =>
  own(db, accountId).where('id', '=', id).forUpdate().executeTakeFirst();

const stored = (db: Db) =>
  db.selectFrom('mailing_template').select(['account_id', 'id', 'name', 'tags', 'html', 'mjml']);
const own = (db: Db, accountId: number) => stored(db).where('account_id', '=', accountId).where('shared', '=', false);

/** Stores a template of the account. Returns `undefined` if the path has one. @throws ApiError 409 beyond the quota */
export async function insertTemplate(
  db: Db,
  accountId: number,
  template: NewTemplate,
): Promise<MediaTemplate | undefined> {
  await requireRoom(db, accountId, templatesKept, 1);
  return db
    .insertInto('mailing_template')
    .values({ account_id: accountId, ...template })
    .onConflict((conflict) => conflict.columns(['account_id', 'shared', 'path']).doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/** Changes a template of the account, which must be locked. */
export const changeTemplate = (
  db: Db,
  accountId: number,
  id: number,
  change: Omit<NewTemplate, 'path'>,
): Promise<MediaTemplate> =>
  db
    .updateTable('mailing_template')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Finds templates of the account whose HTML has a text. */
export async function templatesContaining(
  db: Db,
  accountId: number,
  text: string,
): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('mailing_template')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`strpos(html, ${text}) > 0`)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
}

/** Deletes a template of the account. Returns `false` if it has none with this id that is its own. */
export async function deleteTemplate(db: Db, accountId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('mailing_template')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('shared', '=', false)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

const columns = [
  'id' as const,
  'name' as const,
  'created_at' as const,
  'tags' as const,
  sql<string>`case when shared then '/' || path else path end`.as('path'),
  sql<number>`octet_length(html)`.as('size'),
  sql<boolean>`mjml is not null`.as('is_mjml'),
];
