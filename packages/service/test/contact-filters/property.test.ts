import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import type { Group } from '../../src/contact-filters/rules.ts';
import { filterCondition } from '../../src/contact-filters/store.ts';
import type { Database } from '../../src/db/open.ts';
import { json } from '../../src/db/values.ts';
import { databases } from '../support/database.ts';
import { groups, subjects } from './arbitraries.ts';
import { holds, type Subject } from './evaluate.ts';

describe.each(databases())('filters on $kind', ({ open }) => {
  let database: Database;
  let accountId: number;
  let today: string;
  beforeAll(async () => {
    database = await open();
    accountId = await insertAccount(database.kysely, { name: 'one', domain: 'example.org' });
    const { rows } = await sql<{ today: string }>`select current_date::text as today`.execute(database.kysely);
    today = rows[0]!.today;
  });
  afterAll(() => database.close());

  /** Ids in the order of the contacts. */
  async function store(contacts: Subject[]): Promise<number[]> {
    await database.kysely.deleteFrom('contact').where('account_id', '=', accountId).execute();
    const utc = (time: string) => new Date(`${time.replace(' ', 'T')}.250Z`);
    const rows = contacts.map((contact) => ({
      account_id: accountId,
      email: contact.email,
      email_folded: contact.email,
      external_id: contact.external_id,
      permission: contact.permission,
      source: contact.source,
      standard_fields: json(contact.standard_fields),
      custom_fields: json(contact.custom_fields),
      unsubscribed_at: contact.unsubscribed ? utc(contact.updated) : null,
      blocked_at: contact.blocked ? utc(contact.updated) : null,
      created_at: utc(contact.created),
      updated_at: utc(contact.updated),
    }));
    const inserted = await database.kysely.insertInto('contact').values(rows).returning('id').execute();
    return inserted.map(({ id }) => id);
  }

  async function found(rules: Group): Promise<number[]> {
    const query = database.kysely.selectFrom('contact').select('id').where('account_id', '=', accountId);
    const rows = await query.where(filterCondition({ rules })).orderBy('id').execute();
    return rows.map(({ id }) => id);
  }

  test('SQL finds the contacts that the rules say', async () => {
    const many = fc.tuple(
      fc.array(subjects(today), { minLength: 30, maxLength: 30 }),
      fc.array(groups(today), { minLength: 25, maxLength: 25 }),
    );
    let hits = 0;
    let misses = 0;
    await fc.assert(
      fc.asyncProperty(many, async ([contacts, filters]) => {
        const ids = await store(contacts);
        for (const rules of filters) {
          const wanted = ids.filter((_, index) => holds(rules, contacts[index]!, today));
          expect(await found(rules), JSON.stringify(rules)).toEqual(wanted);
          hits += wanted.length;
          misses += ids.length - wanted.length;
        }
      }),
      { numRuns: 20, endOnFailure: true },
    );
    expect(Math.min(hits, misses), 'both outcomes are frequent').toBeGreaterThan(1000);
  });
});
