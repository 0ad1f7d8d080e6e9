import type { Kysely } from 'kysely';
import type { Rule } from '../contact-filters/rules.ts';
import { insertContactFilter } from '../contact-filters/store.ts';
import { parseEmail } from '../contacts/email.ts';
import { insertContact } from '../contacts/store.ts';
import type { Schema } from '../db/schema.ts';
import { allRights } from '../keys/key.ts';
import { insertKey } from '../keys/store.ts';
import { insertTargetGroup } from '../target-groups/store.ts';
import { insertAccount } from './store.ts';

const people: [firstName: string, lastName: string, city: string, role: 'team' | 'reader'][] = [
  ['Ada', 'Moreau', 'Paris', 'team'],
  ['Ben', 'Okafor', 'Lagos', 'team'],
  ['Chiara', 'Rossi', 'Milan', 'reader'],
  ['Dmitri', 'Petrov', 'Sofia', 'reader'],
  ['Elif', 'Kaya', 'Izmir', 'reader'],
  ['Farah', 'Haddad', 'Amman', 'reader'],
];

/**
 * A first account to try things with: a key with all rights, a few contacts, a test target group with the team, and a
 * regular one with everybody. Nothing can leave the machine: the addresses are of example.com.
 */
export async function createDemoAccount(db: Kysely<Schema>, key: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const account = await insertAccount(transaction, { name: 'Demo', domain: 'news.example.com' });
    await insertKey(transaction, account, key, {
      label: 'first key',
      rights: [...allRights],
      creator: 'demo',
      expires_at: null,
    });
    for (const [first, last, city, role] of people) {
      const email = parseEmail(`${first}.${last}@example.com`.toLowerCase())!;
      const standardFields = {
        FIRSTNAME: first,
        LASTNAME: last,
        CITY: city,
        ORGANIZATION: role === 'team' ? 'Demo team' : 'Readers',
      };
      const change = { email, permission: 5 as const, standardFields, customFields: {}, preferences: [] };
      await insertContact(transaction, account, change, { source: 'demo', subscriptionPage: undefined });
    }
    const team: Rule = { field: 'ORGANIZATION', is_customfield: false, operator: 'EQUALS', value: 'Demo team' };
    await createGroup(transaction, account, 'Team', [team], 'test', 2);
    await createGroup(transaction, account, 'Everybody', [], 'regular', people.length);
  });
}

async function createGroup(
  db: Kysely<Schema>,
  account: number,
  name: string,
  rules: Rule[],
  type: 'test' | 'regular',
  count: number,
): Promise<void> {
  const filter = await insertContactFilter(db, account, { name, author: 'demo', rules });
  await insertTargetGroup(db, account, {
    name,
    type,
    contact_filter_id: filter,
    author: 'demo',
    count_contacts: count,
    count_active_contacts: count,
  });
}
