import { checkNames, insertAccount } from '../account/index.ts';
import { insertEverybody, insertFirstKey } from '../administration/first-account.ts';
import { allOf, insertContactFilter, insertTargetGroup, type Rule, refreshFilterJob } from '../audiences/index.ts';
import { createContact, parseEmail, samples } from '../people/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { runDueJobs } from '../platform/queue/run-queue.ts';
import { insertGoal, insertSite } from '../tracking/index.ts';

const inTheTeam: Rule = {
  field: 'ORGANIZATION',
  is_customfield: false,
  operator: 'EQUALS',
  type: 'string',
  value: 'Demo team',
};

/**
 * A first account to try things with: a key with all rights, a few contacts, a test target group with the team, and a
 * regular one with everybody, and a site with goals of conversions. Nothing can leave the machine: the addresses are of example.com.
 * @returns its id
 */
export async function createDemoAccount(
  db: Db,
  key: string,
  names = { name: 'Demo', domain: 'news.example.com' },
): Promise<number> {
  checkNames(names);
  const id = await db.transaction().execute(async (transaction) => {
    const account = await insertAccount(transaction, names);
    await insertFirstKey(transaction, account, key, 'demo');
    for (const person of samples.people) {
      const [first, last, city, role] = person;
      const email = parseEmail(samples.addressOf(person))!;
      const standardFields = {
        FIRSTNAME: first,
        LASTNAME: last,
        CITY: city,
        ORGANIZATION: role === 'team' ? 'Demo team' : 'Readers',
      };
      const change = { email, permission: 5 as const, standardFields, customFields: {}, preferences: [] };
      await createContact(transaction, account, change, { source: samples.source, subscriptionPage: undefined });
    }
    const team = { name: 'Team', author: 'demo' };
    const filter = await insertContactFilter(transaction, account, { ...team, rules: allOf(inTheTeam) });
    await insertTargetGroup(transaction, account, { ...team, type: 'test', contact_filter_id: filter });
    await insertEverybody(transaction, account, 'demo');
    const site = (await insertSite(transaction, account, { name: 'Shop', domain: 'shop.example.net' }))!;
    for (const goal of ['Visit', 'Basket', 'Order']) await insertGoal(transaction, account, site, goal);
    return account;
  });
  await runDueJobs(db, [refreshFilterJob], () => {});
  return id;
}
