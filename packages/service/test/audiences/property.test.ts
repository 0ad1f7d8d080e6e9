import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { refreshMembers } from '../../src/audiences/filters/refresh.ts';
import { allOf, type FieldRule, type Group } from '../../src/audiences/filters/rules.ts';
import {
  filterCondition,
  findContactFilter,
  insertContactFilter,
  memberCondition,
} from '../../src/audiences/filters/store.ts';
import { insertMailing } from '../../src/mailings/store.ts';
import { countContacts } from '../../src/people/contacts/counts.ts';
import { countInPieces } from '../../src/people/contacts/pieces.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { json } from '../../src/platform/database/values.ts';
import { registerLinks } from '../../src/tracking/links/store.ts';
import { recordClicks } from '../../src/tracking/recording/clicks.ts';
import { recordDeliveries } from '../../src/tracking/recording/deliveries.ts';
import { recordOpenings } from '../../src/tracking/recording/openings.ts';
import { databases } from '../support/database.ts';
import { groups, subjects } from './arbitraries.ts';
import { type Act, holds, type Subject } from './evaluate.ts';

/** Filters of each round that are counted too; the first one is also stored with its members. */
const counted = 5;

/** Whether a contact may get a regular mailing. */
const isActive = ({ permission, unsubscribed, blocked }: Subject) => permission > 1 && !unsubscribed && !blocked;

/** Texts of which several have the same form or parts of it: letters that are composed, and those that fold to ASCII. */
const foldedAlike = [
  ...['Paris', 'PARIS', 'PAR\u0130S', 'PARI\u0307S', 'par\u0131s', 'pars'],
  ...['Kiel', '\u212aIEL', 'k', 'a;b', 'A\u037eB', '`', '\u1fef'],
  ...['x\u00e9y', 'XE\u0301Y', 'x\u00c9y', 'xey', 'x', 'xe', 'o\u0323\u0302', '\u1ed9', 'O\u0302\u0323'],
  ...[
    '100%',
    '100\\%',
    '1000',
    'a_b',
    'aab',
    '\\',
    '\u{1f600}x',
    'stra\u00dfe',
    'STRASSE',
    'tab\tb',
    'Lagos',
    'LAGOS',
    '%a',
  ],
];

/** From a day behind UTC to a day before it, with half hours and summer times. */
const timeZones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];

describe.each(databases())('filters on $kind', ({ open }) => {
  let database: Database;
  let accountId: number;
  /** Of the mailings 1 and 2. */
  const links = new Map<number, number>();
  beforeAll(async () => {
    database = await open();
    accountId = await insertAccount(database.kysely, { name: 'one', domain: 'example.org' });
    for (const name of ['One', 'Two']) {
      const mailing = { name, subject: 'x', type: 'regular', creator: 'a' } as const;
      const id = (await insertMailing(database.kysely, accountId, mailing))!;
      const link = { url: 'https://example.org/', type: 'STANDARD', tags: [] } as const;
      await database.kysely.transaction().execute(async (transaction) => {
        const [linkId] = await registerLinks(transaction, accountId, id, [{ ...link, tags: [] }]);
        links.set(id, linkId!);
      });
    }
    expect([...links.keys()], 'the ids that rules name').toEqual([1, 2]);
  });
  afterAll(() => database.close());

  const utc = (time: string) => new Date(`${time.replace(' ', 'T')}.250Z`);

  /** Ids in the order of the contacts. */
  async function store(contacts: Subject[]): Promise<number[]> {
    for (const table of ['delivery', 'reader', 'contact'] as const) {
      await database.kysely.deleteFrom(table).where('account_id', '=', accountId).execute();
    }
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
    const ids = inserted.map(({ id }) => id);
    await record(contacts, ids);
    return ids;
  }

  async function record(contacts: Subject[], ids: number[]): Promise<void> {
    const all = (pick: (contact: Subject) => Act[]) =>
      contacts.flatMap((contact, index) => pick(contact).map((act) => ({ act, contactId: ids[index]! })));
    const event = ({ act, contactId }: { act: Act; contactId: number }) => ({
      ...({ contactId, at: utc(act.at), class: act.class, format: 'html', device: 'UNKNOWN' } as const),
    });
    const received = all(({ received }) => received).map(({ act, contactId }) => ({
      ...{ contactId, mailingId: act.mailing, sentAt: utc(act.at) },
      messageId: `${act.mailing}.${contactId}@example.org`,
    }));
    const opened = all(({ opened }) => opened).map((one) => ({ ...event(one), mailingId: one.act.mailing }));
    const clicked = all(({ clicked }) => clicked).map((one) => ({
      ...event(one),
      linkId: links.get(one.act.mailing)!,
    }));
    await database.kysely.transaction().execute(async (transaction) => {
      await recordDeliveries(transaction, accountId, received);
      await recordOpenings(transaction, accountId, opened);
      await recordClicks(transaction, accountId, clicked);
    });
  }

  /** Today there. */
  async function moveTo(timeZone: string): Promise<string> {
    await database.kysely.updateTable('account').set({ time_zone: timeZone }).where('id', '=', accountId).execute();
    const { rows } = await sql<{ today: string }>`select (now() at time zone ${timeZone})::date::text as today`.execute(
      database.kysely,
    );
    return rows[0]!.today;
  }

  const conditionOf = (rules: Group) => filterCondition({ account_id: accountId, rules });

  async function found(rules: Group): Promise<number[]> {
    const query = database.kysely.selectFrom('contact').select('id').where('account_id', '=', accountId);
    const rows = await query.where(conditionOf(rules)).orderBy('id').execute();
    return rows.map(({ id }) => id);
  }

  /** Counts of a filter that is stored with its members: those noted with it, and those of its members. */
  async function countsOfMembers(rules: Group) {
    const id = await insertContactFilter(database.kysely, accountId, { name: 'Stored', author: 'a', rules });
    await refreshMembers(database.kysely, (await findContactFilter(database.kysely, accountId, id))!);
    const filter = (await findContactFilter(database.kysely, accountId, id))!;
    const noted = { all: filter.count_contacts, active: filter.count_active_contacts };
    return [noted, await countContacts(database.kysely, accountId, memberCondition(filter))];
  }

  test('SQL finds the contacts that the rules say', async () => {
    const now = await moveTo('UTC');
    const many = fc.tuple(
      fc.constantFrom(...timeZones),
      fc.array(subjects(now), { minLength: 30, maxLength: 30 }),
      fc.array(groups(now), { minLength: 25, maxLength: 25 }),
    );
    let hits = 0;
    let misses = 0;
    await fc.assert(
      fc.asyncProperty(many, async ([timeZone, contacts, filters]) => {
        const ids = await store(contacts);
        const clock = { timeZone, today: await moveTo(timeZone) };
        for (const [at, rules] of filters.entries()) {
          const wanted = ids.filter((_, index) => holds(rules, contacts[index]!, clock));
          const what = `${timeZone} ${JSON.stringify(rules)}`;
          expect(await found(rules), what).toEqual(wanted);
          const counts = {
            all: wanted.length,
            active: contacts.filter((contact, index) => wanted.includes(ids[index]!) && isActive(contact)).length,
          };
          if (at < counted)
            expect(await countInPieces(database.kysely, accountId, conditionOf(rules)), what).toEqual(counts);
          if (at === 0) expect(await countsOfMembers(rules), what).toEqual([counts, counts]);
          hits += wanted.length;
          misses += ids.length - wanted.length;
        }
      }),
      { numRuns: 20, endOnFailure: true },
    );
    expect(Math.min(hits, misses), 'both outcomes are frequent').toBeGreaterThan(1000);
  });

  test('texts are compared as they are folded, whatever else folds to their letters', async () => {
    await database.kysely.deleteFrom('contact').where('account_id', '=', accountId).execute();
    const { rows } = await sql<{ text: string; folded: string }>`
      with value as (select text from jsonb_array_elements_text(${JSON.stringify(foldedAlike)}::jsonb) as text),
      stored as (
        insert into contact (account_id, custom_fields) select ${accountId}, jsonb_build_object('TEXT', text) from value)
      select text, lower(normalize(text, nfc)) as folded from value`.execute(database.kysely);
    const holdsFor: Record<string, (actual: string, wanted: string) => boolean> = {
      EQUALS: (actual, wanted) => actual === wanted,
      NOTEQUALS: (actual, wanted) => actual !== wanted,
      CONTAINS: (actual, wanted) => actual.includes(wanted),
      NOTCONTAINS: (actual, wanted) => !actual.includes(wanted),
      STARTS_WITH: (actual, wanted) => actual.startsWith(wanted),
      ENDS_WITH: (actual, wanted) => actual.endsWith(wanted),
      IN: (actual, wanted) => actual === wanted,
    };
    for (const { text, folded } of rows)
      for (const [operator, isWanted] of Object.entries(holdsFor)) {
        const operand = operator === 'IN' ? { values: ['other', text] } : { value: text };
        const rule = { field: 'TEXT', is_customfield: true, operator, type: 'string', ...operand } as FieldRule;
        const { all } = await countContacts(database.kysely, accountId, conditionOf(allOf(rule)));
        expect(all, `${operator} ${text}`).toBe(rows.filter((row) => isWanted(row.folded, folded)).length);
      }
  });
});
