import type { Kysely } from 'kysely';
import { chooseAccount } from '../../account/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { insertGoal, insertSite, listGoals, listSites } from './sites.ts';

type Of = { account?: number | undefined };

/** A site as the command shows it. */
export interface SiteListing {
  id: number;
  name: string;
  domain: string;
  goals: { id: number; name: string }[];
}

/** What an operator does with the sites and goals of conversions. */
export function siteAdministration(db: Kysely<Schema>) {
  return {
    async addSite({ account, name, domain }: Of & { name: string; domain: string }): Promise<number> {
      if (!isDomain(domain)) throw new Error(`"${domain}" is not a domain; give one such as shop.example.com`);
      const id = await insertSite(db, await chooseAccount(db, account), { name, domain });
      if (id === undefined) throw new Error(`there is a site "${name}" already`);
      return id;
    },

    async addGoal({ account, site, name }: Of & { site: number; name: string }): Promise<number> {
      const accountId = await chooseAccount(db, account);
      if (!(await listSites(db, accountId)).some(({ id }) => id === site)) throw new Error(`there is no site ${site}`);
      const id = await insertGoal(db, accountId, site, name);
      if (id === undefined) throw new Error(`the site ${site} has a goal "${name}" already`);
      return id;
    },

    async listSites({ account }: Of): Promise<SiteListing[]> {
      const accountId = await chooseAccount(db, account);
      const goals = await listGoals(db, accountId);
      return (await listSites(db, accountId)).map(({ id, name, domain }) => ({
        id,
        name,
        domain,
        goals: goals.filter(({ site_id }) => site_id === id).map((goal) => ({ id: goal.id, name: goal.name })),
      }));
    },
  };
}

const isDomain = (text: string) => /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(text);
