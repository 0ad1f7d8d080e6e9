import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { ConversionSiteTable } from '../tables.ts';

export type Site = Selectable<ConversionSiteTable>;

export async function listSites(db: Db, accountId: number): Promise<Site[]> {
  return db.selectFrom('conversion_site').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

/** Id of the new site; undefined when the name is taken. */
export async function insertSite(
  db: Db,
  accountId: number,
  site: { name: string; domain: string },
): Promise<number | undefined> {
  const row = await db
    .insertInto('conversion_site')
    .values({ account_id: accountId, name: site.name, domain: site.domain.toLowerCase() })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** A site with the goals on it, in the order in which they were made. */
export interface SiteWithGoals {
  id: number;
  name: string;
  domain: string;
  goals: { id: number; name: string }[];
}

export async function sitesWithGoals(db: Db, accountId: number): Promise<SiteWithGoals[]> {
  const goals = await db
    .selectFrom('conversion_goal')
    .select(['id', 'site_id', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return (await listSites(db, accountId)).map(({ id, name, domain }) => ({
    id,
    name,
    domain,
    goals: goals.filter(({ site_id }) => site_id === id).map((goal) => ({ id: goal.id, name: goal.name })),
  }));
}

/** Id of the new goal; undefined when the site has one of that name. */
export async function insertGoal(db: Db, accountId: number, siteId: number, name: string): Promise<number | undefined> {
  const row = await db
    .insertInto('conversion_goal')
    .values({ account_id: accountId, site_id: siteId, name })
    .onConflict((conflict) => conflict.columns(['account_id', 'site_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Reports whether the account has the goal, and it is the site's. */
export async function hasGoal(db: Db, accountId: number, siteId: number, goalId: number): Promise<boolean> {
  const row = await db
    .selectFrom('conversion_goal')
    .select('id')
    .where('account_id', '=', accountId)
    .where('site_id', '=', siteId)
    .where('id', '=', goalId)
    .executeTakeFirst();
  return row !== undefined;
}
