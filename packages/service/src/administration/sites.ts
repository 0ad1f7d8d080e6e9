import { insertGoal, insertSite, listSites, type SiteWithGoals, sitesWithGoals } from '../tracking/index.ts';
import { type Actions, reads, writes } from './action.ts';
import { chooseAccount } from './choose-account.ts';
import { unfit, unknown } from './refusal.ts';

type Of = { account?: number | undefined };

export const siteActions = {
  addSite: writes(async ({ db }, { account, name, domain }: Of & { name: string; domain: string }): Promise<number> => {
    if (!isDomain(domain)) throw new Error(`"${domain}" is not a valid domain, such as shop.example.com`);
    const id = await insertSite(db, await chooseAccount(db, account), { name, domain });
    if (id === undefined) throw unfit(`there is already a site "${name}"`);
    return id;
  }),

  addGoal: writes(async ({ db }, { account, site, name }: Of & { site: number; name: string }): Promise<number> => {
    const accountId = await chooseAccount(db, account);
    if (!(await listSites(db, accountId)).some(({ id }) => id === site)) throw unknown(`there is no site ${site}`);
    const id = await insertGoal(db, accountId, site, name);
    if (id === undefined) throw unfit(`site ${site} already has a goal "${name}"`);
    return id;
  }),

  listSites: reads(async ({ db }, { account }: Of): Promise<SiteWithGoals[]> => {
    return sitesWithGoals(db, await chooseAccount(db, account));
  }),
} satisfies Actions;

const isDomain = (text: string) => /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(text);
