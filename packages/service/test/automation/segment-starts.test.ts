import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allOf } from '../../src/audiences/filters/rules.ts';
import { insertContactFilter } from '../../src/audiences/filters/store.ts';
import { findProgram } from '../../src/events/automation/programs.ts';
import { planSegmentStart } from '../../src/events/automation/start-by-segment.ts';
import { mostStartsADay } from '../../src/events/automation/start-watched.ts';
import { eraseContacts } from '../../src/people/index.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { usualDatabases } from '../support/database.ts';
import { killedAfter } from '../support/killed-after.ts';
import { randomOf } from '../support/random.ts';
import { day, start, WatchedWorld } from './watched-world.ts';

const minute = 60_000;

describe.each(usualDatabases())('programs that contacts begin who enter or leave a segment on $kind', ({ open }) => {
  let database: Database;
  let world: WatchedWorld;
  let paris: number;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await populate();
  });

  async function populate(): Promise<void> {
    // Those of other accounts would be run, too.
    await sql`delete from job`.execute(database.kysely);
    world = await WatchedWorld.of(database);
    const rules = allOf({ field: 'CITY', operator: 'EQUALS', value: 'Paris', is_customfield: false, type: 'string' });
    paris = await insertContactFilter(world.db, world.accountId, { name: 'Paris', author: 'test', rules });
  }

  const entered = (existing = false) => ({ kind: 'segment_entered', contact_filter_id: paris, existing }) as const;
  const left = () => ({ kind: 'segment_left', contact_filter_id: paris }) as const;
  /** Some minutes pass, the contacts are compared, and those who begin come to their end. */
  async function compare(minutes = 5): Promise<void> {
    world.now = new Date(world.now.getTime() + minutes * minute);
    await world.run();
    await world.endRuns();
  }
  const move = (id: number, city: string | null) => world.setField(id, 'CITY', city);
  const members = async (id: number) =>
    (await world.db.selectFrom('automation_member').select('contact_id').where('program_id', '=', id).execute()).length;

  test('who enters begins, and again after leaving; who was there does not', async () => {
    const [ada, ben] = [await world.contact({ CITY: 'Paris' }), await world.contact()];
    const id = await world.program(entered());
    await compare();
    await move(ben, 'Paris');
    await compare();
    expect(await world.begun(id)).toEqual([ben]);
    await move(ben, 'Rome');
    await move(ada, 'Rome');
    await compare();
    await move(ben, 'Paris');
    await move(ada, 'Paris');
    await compare();
    expect((await world.begun(id)).toSorted()).toEqual([ada, ben, ben].toSorted());
  });

  test('who leaves begins, unless it was erased', async () => {
    const people = [
      await world.contact({ CITY: 'Paris' }),
      await world.contact({ CITY: 'Paris' }),
      await world.contact(),
    ];
    const id = await world.program(left());
    await compare();
    await move(people[0]!, null);
    await world.change((db) => eraseContacts(db, world.accountId, [people[1]!]));
    await compare();
    expect([await world.begun(id), await members(id)]).toEqual([[people[0]!], 0]);
  });

  test('who is there begins by choice, and who has come between the release and the first comparison always does', async () => {
    const ada = await world.contact({ CITY: 'Paris' });
    const [all, newer] = [await world.program(entered(true)), await world.program(entered())];
    const ben = await world.contact({ CITY: 'Paris' });
    await compare();
    expect([(await world.begun(all)).toSorted(), await world.begun(newer)]).toEqual([[ada, ben].toSorted(), [ben]]);
  });

  test('a draft compares nobody, forgets who was there, and begins anew when it is released', async () => {
    const ada = await world.contact();
    const ben = await world.contact({ CITY: 'Paris' });
    const id = await world.program(entered());
    await compare();
    const released = (await findProgram(world.db, world.accountId, id))!;
    await world.setState(id, 'draft');
    await planSegmentStart(world.db, world.accountId, id, released);
    await move(ada, 'Paris');
    await compare();
    expect([await members(id), (await findProgram(world.db, world.accountId, id))!.compared_after]).toEqual([0, null]);
    await world.setState(id, 'released');
    await planSegmentStart(world.db, world.accountId, id, { ...released, state: 'draft' });
    await compare();
    await move(ben, 'Rome');
    await compare();
    await planSegmentStart(world.db, world.accountId, id, released);
    await move(ben, 'Paris');
    await compare();
    expect(await world.begun(id)).toEqual([ben]);
  });

  test('the contacts are compared five minutes apart, and who begins once does so once', async () => {
    const ada = await world.contact();
    const id = await world.program(entered(), { start_once: true });
    await compare();
    await move(ada, 'Paris');
    await compare(4.9);
    expect(await world.begun(id)).toEqual([]);
    await compare(0.1);
    for (const city of ['Rome', 'Paris']) {
      await move(ada, city);
      await compare();
    }
    expect(await world.begun(id)).toEqual([ada]);
  });

  test('a contact that goes in and out begins ten times a day', async () => {
    const ada = await world.contact();
    const id = await world.program(entered());
    for (let round = 0; round < 2 * mostStartsADay + 6; round++) {
      await compare();
      await move(ada, round % 2 === 0 ? 'Paris' : null);
    }
    expect((await world.begun(id)).length).toBe(mostStartsADay);
  });

  test('a comparison takes as many statements however many contacts wait in programs', async () => {
    const statements = async () => {
      let count = 0;
      const counting: KyselyPlugin = {
        transformQuery({ node }) {
          count++;
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      world.now = new Date(world.now.getTime() + 5 * minute);
      await world.run(world.db.withPlugin(counting));
      return count;
    };
    const id = await world.program(entered());
    await world.contact();
    await world.run();
    const few = await statements();
    await sql`with people as (
        insert into contact (account_id, standard_fields) select ${world.accountId}::int8, '{"CITY": "Rome"}'
        from generate_series(1, 3000) returning id)
      insert into automation_run (account_id, program_id, version, contact_id, due_at, started_at)
      select ${world.accountId}::int8, ${id}::int8, 1, id, ${new Date(start.getTime() + 900 * day)}::timestamptz, ${start}::timestamptz
      from people`.execute(world.db);
    expect(await statements()).toBe(few);
    expect(few).toBeLessThan(30);
  });

  test('whatever statement is the last one of a worker, each contact begins once', async () => {
    let fatal = 1;
    for (let died = true; died; fatal++) {
      await populate();
      const ada = await world.contact();
      const id = await world.program(entered());
      await compare();
      await move(ada, 'Paris');
      world.now = new Date(world.now.getTime() + 5 * minute);
      const dying = killedAfter(fatal);
      await world.run(world.db.withPlugin(dying), () => {}).catch(() => {});
      died = dying.hasDied;
      for (let round = 0; round < 3; round++) await compare(10);
      expect(await world.begun(id), `statement ${fatal}`).toEqual([ada]);
    }
    expect(fatal).toBeGreaterThan(15);
  });

  test.each([1, 2, 3])(
    'any order of moves, comparisons and kills enters each contact as a model says: %s',
    async (seed) => {
      const random = randomOf(seed);
      const ids = { entered: await world.program(entered()), left: await world.program(left()) };
      const model = new Map<number, { city: string | null; known: boolean; entered: number; left: number }>();
      for (let step = 0; step < 40; step++) {
        const who = [...model.keys(), undefined][random(model.size + 1)];
        const city = [null, 'Paris', 'Rome'][random(3)]!;
        if (who === undefined) {
          const id = await world.contact(city === null ? {} : { CITY: city });
          model.set(id, { city, known: false, entered: 0, left: 0 });
        } else {
          model.get(who)!.city = city;
          await move(who, city);
        }
        if (random(2) === 0) continue;
        world.now = new Date(world.now.getTime() + day);
        if (random(2) === 0) {
          const dying = killedAfter(1 + random(30));
          await world.run(world.db.withPlugin(dying), () => {}).catch(() => {});
        }
        for (let round = 0; round < 2; round++) await compare(10);
        for (const known of model.values()) {
          const isMember = known.city === 'Paris';
          if (isMember && !known.known) known.entered++;
          if (!isMember && known.known) known.left++;
          known.known = isMember;
        }
        for (const name of ['entered', 'left'] as const) {
          const begun = await world.begun(ids[name]);
          for (const [id, known] of model)
            expect(begun.filter((each) => each === id).length, `${name}: contact ${id}, step ${step}`).toBe(
              known[name],
            );
        }
      }
    },
  );

  test('who unsubscribes begins', async () => {
    const first = await world.program({ kind: 'unsubscribed' });
    const ada = await world.contact();
    await world.unsubscribe(ada);
    await world.unsubscribe(ada);
    await world.run();
    expect(await world.begun(first)).toEqual([ada]);
  });
});
