import type { Kysely } from 'kysely';
import { chooseAccount } from '../account/index.ts';
import type { Schema } from '../platform/database/schema.ts';
import { insertGoal, insertSite, listSites, type SiteWithGoals, sitesWithGoals } from '../tracking/conversions/sites.ts';

type Of = { account?: number | undefined };

/** What an operator does with the sites and goals of conversions. */
export function siteAdministration(db: Kysely<Schema>) {
  return {
    async addSite({ account, name, domain }: Of & { name: string; domain: string }): Promise<number> {
      if (!isDomain(domain)) throw new Error(`"${domain}" is not a valid domain, such as shop.example.com`);
      const id = await insertSite(db, await chooseAccount(db, account), { name, domain });
      if (id === undefined) throw new Error(`there is already a site "${name}"`);
      return id;
    },

    async addGoal({ account, site, name }: Of & { site: number; name: string }): Promise<number> {
      const accountId = await chooseAccount(db, account);
      if (!(await listSites(db, accountId)).some(({ id }) => id === site)) throw new Error(`there is no site ${site}`);
      const id = await insertGoal(db, accountId, site, name);
      if (id === undefined) throw new Error(`site ${site} already has a goal "${name}"`);
      return id;
    },

    async listSites({ account }: Of): Promise<SiteWithGoals[]> {
      return sitesWithGoals(db, await chooseAccount(db, account));
    },
  };
}

const isDomain = (text: string) => /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(text);
