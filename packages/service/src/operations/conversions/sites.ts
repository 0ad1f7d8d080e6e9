import { conflict, type Handlers, notFound } from '@mailwright/server';
import { insertGoal, insertSite, sitesWithGoals } from '../../tracking/index.ts';
import type { Context } from '../context.ts';

/** Sites of an account, and goals of a site. */
const most = 100;

/** Handlers of the web sites on which conversions happen. */
export const conversionSiteHandlers = {
  async listConversionSites(_input, { db, accountId }) {
    return sitesWithGoals(db, accountId);
  },

  async createConversionSite({ name, domain }, { db, accountId }) {
    const sites = await sitesWithGoals(db, accountId);
    if (sites.length >= most) throw conflict(`The account has ${most} sites, which is the maximum.`);
    const id = await insertSite(db, accountId, { name, domain });
    if (id === undefined) throw conflict(`name "${name}" is used by another site.`);
    return id;
  },

  async createConversionGoal({ siteId, name }, { db, accountId }) {
    const site = (await sitesWithGoals(db, accountId)).find(({ id }) => id === siteId);
    if (site === undefined) throw notFound(`Site with id ${siteId} not found.`);
    if (site.goals.length >= most) throw conflict(`Site with id ${siteId} has ${most} goals, which is the maximum.`);
    const id = await insertGoal(db, accountId, siteId, name);
    if (id === undefined) throw conflict(`name "${name}" is used by another goal of the site.`);
    return id;
  },
} satisfies Partial<Handlers<Context>>;
