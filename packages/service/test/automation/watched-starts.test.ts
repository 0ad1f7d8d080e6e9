import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allOf } from '../../src/audiences/filters/rules.ts';
import { insertContactFilter } from '../../src/audiences/filters/store.ts';
import { findProgram } from '../../src/events/automation/programs.ts';
import { planExistingStart } from '../../src/events/automation/start-existing.ts';
import { mostStartsADay } from '../../src/events/automation/start-watched.ts';
import type { StartOn } from '../../src/events/tables.ts';
import { changeContacts } from '../../src/people/changes/several.ts';
import { insertCustomField } from '../../src/people/fields/store.ts';
import { customFields, eraseContacts } from '../../src/people/index.ts';
import { setTags } from '../../src/people/tags/store.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { databases } from '../support/database.ts';
import { killedAfter } from '../support/killed-after.ts';
import { randomOf } from '../support/random.ts';
import { day, start, WatchedWorld } from './watched-world.ts';

const created: StartOn = { kind: 'contact_created', imports: false };
const vip: StartOn = { kind: 'tag_added', tag: 'vip' };

describe.each(databases())('programs that watch contacts on $kind', ({ open }) => {
  let database: Database;
  let world: WatchedWorld;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    world = await WatchedWorld.of(database);
  });

  test('a contact that is created begins; one that was there does not, nor one that is imported', async () => {
    await world.contact();
    const id = await world.program(created);
    const ada = await world.contact();
    await world.synchronizeContact();
    await world.run();
    expect(await world.begun(id)).toEqual([ada]);
  });

  test('with imports, also one that is imported', async () => {
    const id = await world.program({ kind: 'contact_created', imports: true });
    const [ada, ben] = [await world.contact(), await world.synchronizeContact()];
    await world.run();
    expect(await world.begun(id)).toEqual([ada, ben]);
  });

  test('a tag that is added begins, whatever its case, once for each time that the contact gets it', async () => {
    const [ada, ben] = [await world.contact(), await world.contact()];
    await world.addTag(ben, 'VIP');
    const id = await world.program(vip);
    await world.addTag([ada, ben], 'VIP');
    await world.addTag(ada, 'Press');
    await world.run();
    await world.endRuns();
    await world.addTag(ada, 'vip');
    await world.run();
    expect(await world.begun(id)).toEqual([ada]);
    await world.change((db) => setTags(db, world.accountId, ada, ['Press']));
    await world.change((db) => setTags(db, world.accountId, ada, ['Press', 'VIP']));
    await world.run();
    expect(await world.begun(id)).toEqual([ada, ada]);
  });

  test('a tag that is removed begins', async () => {
    const [ada, ben] = [await world.contact(), await world.contact()];
    const id = await world.program({ kind: 'tag_removed', tag: 'VIP' });
    await world.addTag(ada, 'VIP');
    await world.removeTag([ada, ben], 'vip');
    await world.run();
    expect(await world.begun(id)).toEqual([ada]);
  });

  test.each<[string, Partial<StartOn>, string]>([
    ['any change', {}, 'moved settled left'],
    ['to a value', { to: 'Paris' }, 'settled'],
    ['from a value', { from: 'Paris' }, 'moved left'],
    ['from none', { from: null }, 'settled'],
    ['to none', { to: null }, 'left'],
    ['from one to another', { from: 'Paris', to: 'Rome' }, 'moved'],
  ])('a field that changes: %s', async (_, rule, wanted) => {
    const moved = await world.contact({ CITY: 'Paris' });
    const settled = await world.contact();
    const left = await world.contact({ CITY: 'Paris' });
    const stays = await world.contact({ CITY: 'Paris' });
    const names = new Map([
      [moved, 'moved'],
      [settled, 'settled'],
      [left, 'left'],
    ]);
    const id = await world.program({ kind: 'field_changed', field: 'CITY', is_customfield: false, ...rule } as StartOn);
    await world.setField(moved, 'CITY', 'Rome');
    await world.setField([settled, stays], 'CITY', 'Paris');
    await world.setField(left, 'CITY', null);
    await world.setField([moved, settled], 'ZIP', '7');
    await world.contact({ CITY: 'Paris' });
    await world.run();
    expect((await world.begun(id)).map((each) => names.get(each)).join(' ')).toBe(wanted);
  });

  test('a topic that is left: a custom field, by its type', async () => {
    await insertCustomField(world.db, world.accountId, 'OFFERS', 'boolean');
    const field = String((await customFields(world.db, world.accountId)).get('OFFERS')!.id);
    const id = await world.program({ kind: 'field_changed', field, is_customfield: true, from: true, to: false });
    const [ada, ben] = [await world.contact(), await world.contact()];
    const set = (who: number, value: boolean) =>
      world.change((db) =>
        changeContacts(db, world.accountId, [who], { standardFields: {}, customFields: { [field]: value } }),
      );
    await set(ada, true);
    await set(ben, false);
    await set(ada, false);
    await world.run();
    expect(await world.begun(id)).toEqual([ada]);
  });

  test('nothing is written down while nobody watches, and nothing is left when it was read', async () => {
    const work = async () => {
      const ada = await world.contact();
      await world.addTag(ada, 'vip');
      await world.setField(ada, 'CITY', 'Paris');
    };
    const other = await WatchedWorld.of(database);
    await other.program(vip);
    await world.program(vip, {}, 'draft');
    await world.program({ kind: 'tag_removed', tag: 'vip' });
    await world.program({ kind: 'field_changed', field: 'ZIP', is_customfield: false });
    await work();
    expect([await world.noted(), await other.noted(), await world.run()]).toEqual([0, 0, 0]);
    const ids = [await world.program(vip), await world.program(created)];
    await work();
    expect(await world.noted()).toBe(2);
    await world.run();
    expect([await world.noted(), (await Promise.all(ids.map(world.begun, world))).flat().length]).toEqual([0, 2]);
  });

  test('a change that is undone is not noted', async () => {
    const id = await world.program(vip);
    const ada = await world.contact();
    const undone = world.change(async (db) => {
      await setTags(db, world.accountId, ada, ['vip']);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([await world.noted(), await world.run(), await world.begun(id)]).toEqual([0, 0, []]);
  });

  test('the filter and the pause hold as for other starts', async () => {
    const rules = allOf({ field: 'CITY', operator: 'EQUALS', value: 'Paris', is_customfield: false, type: 'string' });
    const filter = { name: 'Paris', author: 'test', rules };
    const start_filter_id = await insertContactFilter(world.db, world.accountId, filter);
    const [ada, ben] = [await world.contact({ CITY: 'Paris' }), await world.contact({ CITY: 'Rome' })];
    const id = await world.program(vip, { start_filter_id, again_after_days: 2 });
    for (const days of [0, 1, 2]) {
      world.now = new Date(start.getTime() + days * day);
      await world.addTag([ada, ben], 'vip');
      await world.run();
      await world.endRuns();
      await world.removeTag([ada, ben], 'vip');
    }
    expect(await world.begun(id)).toEqual([ada, ada]);
  });

  test('who was erased, or whose program is a draft meanwhile, does not begin', async () => {
    const [id, paused] = [await world.program(vip), await world.program(vip)];
    const [ada, ben] = [await world.contact(), await world.contact()];
    await world.addTag([ada, ben], 'vip');
    await world.setState(paused, 'draft');
    await world.change((db) => eraseContacts(db, world.accountId, [ada]));
    await world.run();
    expect([await world.begun(id), await world.begun(paused), await world.noted()]).toEqual([[ben], [], 0]);
  });

  test('many begin in several jobs, each once', async () => {
    const people = await world.db
      .insertInto('contact')
      .values(Array.from({ length: 4500 }, () => ({ account_id: world.accountId })))
      .returning('id')
      .execute();
    const ids = people.map(({ id }) => id);
    const id = await world.program(vip);
    await world.addTag(ids, 'vip');
    expect(await world.run()).toBe(3);
    expect((await world.begun(id)).toSorted((one, other) => one - other)).toEqual(
      ids.toSorted((one, other) => one - other),
    );
  });

  test('programs that start each other come to an end, and people are told', async () => {
    const id = await world.program(vip);
    const ada = await world.contact();
    for (let round = 0; round < mostStartsADay + 5; round++) {
      await world.addTag(ada, 'vip');
      await world.run();
      await world.endRuns();
      await world.removeTag(ada, 'vip');
    }
    expect((await world.begun(id)).length).toBe(mostStartsADay);
    const outcome = await world.db
      .selectFrom('work_outcome')
      .select(['result', 'reasons', 'times'])
      .where('account_id', '=', world.accountId)
      .executeTakeFirstOrThrow();
    expect(outcome).toEqual({ result: 'partly', reasons: [{ code: 'too_often', count: 5 }], times: 5 });
    world.now = new Date(start.getTime() + day);
    await world.addTag(ada, 'vip');
    await world.run();
    expect((await world.begun(id)).length).toBe(mostStartsADay + 1);
  });

  test('those who are there when the program is released begin once, if that is wanted', async () => {
    const there = [await world.contact(), await world.contact()];
    const only = await world.program(created);
    const id = await world.program({ ...created, existing: true } as StartOn);
    const later = await world.contact();
    await world.run();
    await world.endRuns();
    expect([await world.begun(only), (await world.begun(id)).toSorted()]).toEqual([
      [later],
      [...there, later].toSorted(),
    ]);
    const before = (await findProgram(world.db, world.accountId, id))!;
    expect([before.existing_after, before.existing_until]).toEqual([null, null]);
    await world.setState(id, 'draft');
    const meanwhile = await world.contact();
    await world.setState(id, 'released');
    await planExistingStart(world.db, world.accountId, id, { ...before, state: 'draft' });
    await world.run();
    await world.endRuns();
    await planExistingStart(world.db, world.accountId, id, before);
    await world.run();
    expect((await world.begun(id)).toSorted()).toEqual([...there, later, meanwhile].toSorted());
  });

  test('whatever statement is the last one of a worker, each contact begins once', async () => {
    let fatal = 1;
    for (let died = true; died; fatal++) {
      world = await WatchedWorld.of(database);
      const there = [await world.contact(), await world.contact()];
      const id = await world.program({ ...created, existing: true } as StartOn);
      const people = [...there, await world.contact(), await world.contact()];
      const dying = killedAfter(fatal);
      await world.run(world.db.withPlugin(dying), () => {}).catch(() => {});
      died = dying.hasDied;
      world.now = new Date(start.getTime() + 600_000);
      await world.run();
      await world.endRuns();
      world.now = new Date(start.getTime() + 1_200_000);
      await world.run();
      expect((await world.begun(id)).toSorted(), `statement ${fatal}`).toEqual(people.toSorted());
    }
    expect(fatal).toBeGreaterThan(15);
  });

  test.each([1, 2, 3, 4])('any order of changes and kills enters each contact as a model says: %s', async (seed) => {
    const random = randomOf(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
    const ids = {
      newcomers: await world.program(created),
      tagged: await world.program(vip),
      moved: await world.program({ kind: 'field_changed', field: 'CITY', is_customfield: false, to: 'Paris' }),
      once: await world.program(vip, { start_once: true }),
    };
    type Name = keyof typeof ids;
    /** Contacts, with what is known of them, and how often each has begun a program. */
    const model = new Map<number, { tagged: boolean; city: string | null; begun: Map<Name, number> }>();
    /** Starts that nobody has taken yet: one start, whatever has happened how often. */
    const waiting = new Set<string>();
    const note = (who: number, ...names: Name[]) => {
      for (const name of names) waiting.add(`${name} ${who}`);
    };
    const settle = () => {
      for (const each of waiting) {
        const [name, who] = each.split(' ') as [Name, string];
        const { begun } = model.get(Number(who))!;
        if (name !== 'once' || !begun.has(name)) begun.set(name, (begun.get(name) ?? 0) + 1);
      }
      waiting.clear();
    };
    for (let step = 0; step < 60; step++) {
      world.now = new Date(start.getTime() + step * day);
      const who = pick([...model.keys(), undefined]);
      const known = who === undefined ? undefined : model.get(who);
      if (known === undefined || who === undefined) {
        const id = await world.contact();
        model.set(id, { tagged: false, city: null, begun: new Map() });
        note(id, 'newcomers');
      } else if (random(3) === 0) {
        const city = pick(['Paris', 'Rome', null]);
        if (city === 'Paris' && known.city !== 'Paris') note(who, 'moved');
        known.city = city;
        await world.setField(who, 'CITY', city);
      } else if (random(2) === 0) {
        if (!known.tagged) note(who, 'tagged', 'once');
        known.tagged = true;
        await world.addTag(who, 'VIP');
      } else {
        known.tagged = false;
        await world.removeTag(who, 'VIP');
      }
      const fate = random(4);
      if (fate === 0) continue;
      if (fate === 1) {
        const dying = killedAfter(1 + random(12));
        await world.run(world.db.withPlugin(dying), () => {}).catch(() => {});
        world.now = new Date(world.now.getTime() + 600_000);
      }
      await world.run();
      await world.endRuns();
      settle();
    }
    await world.run();
    await world.endRuns();
    settle();
    for (const [name, id] of Object.entries(ids)) {
      const begun = await world.begun(id);
      for (const [who, known] of model) {
        const times = begun.filter((each) => each === who).length;
        expect(times, `${name}: contact ${who}`).toBe(known.begun.get(name as Name) ?? 0);
      }
    }
    expect(await world.noted()).toBe(0);
    await sql`delete from automation_program where account_id = ${world.accountId}`.execute(world.db);
  });
});
