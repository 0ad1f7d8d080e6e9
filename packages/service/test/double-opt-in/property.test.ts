import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { blockContacts } from '../../src/people/blocks/store.ts';
import { eraseContacts } from '../../src/people/erasure/erase.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { usualDatabases } from '../support/database.ts';
import { type Harness, startHarness } from './harness.ts';

type Step =
  | { do: 'ask'; who: number; permission: 4 | 5; key: 'default' | 'other' }
  | { do: 'GET' | 'HEAD' | 'POST'; link: number }
  | { do: 'days pass'; days: number }
  | { do: 'erase' | 'block' | 'unsubscribe'; who: number };

const who = fc.nat(1);
const record = <Fields extends object>(fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }) =>
  fc.record(fields) as unknown as fc.Arbitrary<Step>;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: record({
      do: fc.constant('ask'),
      who,
      permission: fc.constantFrom(4, 5),
      key: fc.constantFrom('default', 'other'),
    }),
  },
  { weight: 6, arbitrary: record({ do: fc.constantFrom('GET', 'HEAD', 'POST', 'POST'), link: fc.nat(9) }) },
  { weight: 1, arbitrary: record({ do: fc.constant('days pass'), days: fc.constantFrom(1, 13, 14) }) },
  { weight: 2, arbitrary: record({ do: fc.constantFrom('erase', 'block', 'unsubscribe'), who }) },
);

/** What must hold of a contact. */
interface Person {
  id: number;
  permission: 1 | 4 | 5;
  unsubscribed: boolean;
  blocked: boolean;
  /** Ages of the requests that led to mails, in days. */
  asked: number[];
}

/** What must hold of a link that somebody has got. */
interface Link {
  token: string;
  person: Person;
  permission: 4 | 5;
  age: number;
  state: 'open' | 'confirmed' | 'dead';
}

describe.each(usualDatabases())('double opt-in on $kind', ({ open }) => {
  let db: Db;
  beforeAll(async () => {
    db = (await open()).kysely;
  });

  /** Everything that a link could change. */
  const everything = async () => {
    const { rows } = await sql`
      select (select jsonb_agg(c order by id) from contact as c) as contacts,
        (select jsonb_agg(r order by id) from opt_in_request as r) as requests,
        (select jsonb_agg(s order by id) from subscription as s) as subscriptions,
        (select jsonb_agg(m order by id) from recipient as m) as mails`.execute(db);
    return rows[0];
  };
  const subscriptions = async () => (await db.selectFrom('subscription').select('id').execute()).length;

  test('a link works once, by POST, for its contact and its permission, for 14 days, until a newer one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
        await db.deleteFrom('account').execute();
        const harness = await startHarness(db);
        const people: Person[] = [];
        const newPerson = async (who: number): Promise<void> => {
          const id = await harness.contact(`person-${who}@example.org`);
          people[who] = { id, permission: 1, unsubscribed: false, blocked: false, asked: [] };
        };
        await newPerson(0);
        await newPerson(1);
        const links: Link[] = [];
        const dead = await harness.page('GET', 'A'.repeat(22));
        let confirmations = 0;
        for (const step of steps) {
          confirmations += await perform(step, { harness, people, links, newPerson, dead });
          for (const { id, permission, unsubscribed, blocked } of people) {
            const contact = await db.selectFrom('contact').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
            expect(contact.permission).toBe(permission);
            expect([contact.unsubscribed_at !== null, contact.blocked_at !== null]).toEqual([unsubscribed, blocked]);
          }
          expect(await subscriptions()).toBe(confirmations);
        }
        for (const { token, state } of links) {
          const page = await harness.page('GET', token);
          expect(page.status).toBe(state === 'dead' ? 404 : 200);
          if (state === 'dead') expect(page.body).toBe(dead.body);
          expect(page.body.includes('<form')).toBe(state === 'open');
        }
      }),
      { numRuns: 40 },
    );
  });

  interface World {
    harness: Harness;
    people: Person[];
    links: Link[];
    newPerson(who: number): Promise<void>;
    dead: { status: number; body: string };
  }

  /** Does a step, changes the model as it must, and tells how many confirmations there were. */
  async function perform(step: Step, { harness, people, links, newPerson, dead }: World): Promise<number> {
    switch (step.do) {
      case 'ask': {
        const person = people[step.who]!;
        const worth = person.permission === 1 || (person.permission === 4 && step.permission === 5);
        const asks = worth && person.asked.filter((age) => age < 1).length < 3;
        const before = harness.sent.length;
        await harness.ask(person.id, { permission: step.permission, key: step.key });
        await harness.deliver();
        expect(harness.sent.length - before).toBe(asks && !person.blocked ? 1 : 0);
        if (!asks) return 0;
        person.asked.push(0);
        for (const link of links) if (link.person === person && link.state === 'open') link.state = 'dead';
        if (person.blocked) return 0;
        const { token, envelope } = harness.sent.at(-1)!;
        expect(envelope.to).toBe(`person-${step.who}@example.org`);
        links.push({ token, person, permission: step.permission, age: 0, state: 'open' });
        return 0;
      }
      case 'GET':
      case 'HEAD': {
        const before = await everything();
        await harness.page(step.do, links[step.link]?.token ?? 'unknown');
        expect(await everything()).toEqual(before);
        return 0;
      }
      case 'POST': {
        const link = links[step.link];
        const before = await everything();
        const page = await harness.page('POST', link?.token ?? 'unknown');
        if (link?.state !== 'open') {
          expect(await everything()).toEqual(before);
          if (link?.state === 'confirmed') expect(page.body).toContain('already confirmed');
          else expect(page).toEqual(dead);
          return 0;
        }
        expect(page.body).toContain('is confirmed');
        link.state = 'confirmed';
        link.person.permission = link.permission;
        link.person.unsubscribed = false;
        return 1;
      }
      case 'days pass': {
        const days = sql<Date>`requested_at - make_interval(days => ${step.days}, secs => 1)`;
        await db.updateTable('opt_in_request').set({ requested_at: days }).execute();
        for (const person of people) person.asked = person.asked.map((age) => age + step.days);
        for (const link of links) {
          link.age += step.days;
          if (link.age >= 14 && link.state === 'open') link.state = 'dead';
        }
        return 0;
      }
      case 'erase': {
        const person = people[step.who]!;
        await eraseContacts(db, harness.accountId, [person.id]);
        for (const link of links) if (link.person === person) link.state = 'dead';
        const rest = await db.selectFrom('opt_in_request').select('id').where('contact_id', '=', person.id).execute();
        expect(rest).toEqual([]);
        await newPerson(step.who);
        return 0;
      }
      case 'block': {
        const person = people[step.who]!;
        await blockContacts(db, harness.accountId, (contact) => contact('id', '=', person.id), 'bounce_policy');
        person.blocked = true;
        return 0;
      }
      case 'unsubscribe': {
        const person = people[step.who]!;
        const change = { unsubscribed_at: new Date(), unsubscribe_source: 'other' as const, permission: 1 as const };
        await db.updateTable('contact').set(change).where('id', '=', person.id).execute();
        Object.assign(person, { unsubscribed: true, permission: 1 });
        return 0;
      }
    }
  }
});
