import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allOf } from '../../src/audiences/filters/rules.ts';
import { findContactFilter, insertContactFilter } from '../../src/audiences/filters/store.ts';
import { findProgram, lockProgram } from '../../src/events/automation/programs.ts';
import { countStarters, planStartByHand } from '../../src/events/automation/start-by-hand.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { usualDatabases } from '../support/database.ts';
import { killedAfter } from '../support/killed-after.ts';
import { WatchedWorld } from './watched-world.ts';

const byHand = { kind: 'tag_added', tag: 'nobody has it' } as const;

describe.each(usualDatabases())('programs that somebody starts for a segment on $kind', ({ open }) => {
  let database: Database;
  let world: WatchedWorld;
  let paris: number;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(() => populate());

  async function populate(): Promise<void> {
    world = await WatchedWorld.of(database);
    const rules = allOf({ field: 'CITY', operator: 'EQUALS', value: 'Paris', is_customfield: false, type: 'string' });
    paris = await insertContactFilter(world.db, world.accountId, { name: 'Paris', author: 'test', rules });
  }
  const parisian = () => world.contact({ CITY: 'Paris' });
  const count = async (id: number) =>
    countStarters(
      world.db,
      (await findProgram(world.db, world.accountId, id))!,
      (await findContactFilter(world.db, world.accountId, paris))!,
    );
  const start = (id: number) =>
    world.change(async (db) => {
      await lockProgram(db, world.accountId, id);
      await planStartByHand(db, (await findProgram(db, world.accountId, id))!, paris);
    });

  test('as many begin as were counted, and nobody who came afterwards', async () => {
    const people = [await parisian(), await parisian()];
    await world.contact({ CITY: 'Rome' });
    const id = await world.program(byHand);
    expect(await count(id)).toBe(2);
    await start(id);
    await parisian();
    await world.run();
    expect([await world.begun(id), await count(id)]).toEqual([people, 1]);
  });

  test('who is in it already is left out, and who has begun it where each begins once', async () => {
    const people = [await parisian(), await parisian()];
    const [again, once] = [await world.program(byHand), await world.program(byHand, { start_once: true })];
    const ids = [again, once];
    for (const id of ids) await start(id);
    await world.run();
    expect(await Promise.all(ids.map(count))).toEqual([0, 0]);
    await world.endRuns();
    expect(await Promise.all(ids.map(count))).toEqual([2, 0]);
    for (const id of ids) await start(id);
    await world.run();
    expect(await Promise.all(ids.map((id) => world.begun(id)))).toEqual([[...people, ...people], people]);
  });

  test('a draft starts for nobody', async () => {
    await parisian();
    const id = await world.program(byHand);
    await start(id);
    await world.setState(id, 'draft');
    await world.run();
    const left = await world.db.selectFrom('automation_intake').select('id').where('program_id', '=', id).execute();
    expect([await world.begun(id), left]).toEqual([[], []]);
  });

  test('whatever statement is the last one of a worker, each contact begins once', async () => {
    let fatal = 1;
    for (let died = true; died; fatal++) {
      await populate();
      const people = [await parisian(), await parisian()];
      const id = await world.program(byHand);
      await start(id);
      const dying = killedAfter(fatal);
      await world.run(world.db.withPlugin(dying), () => {}).catch(() => {});
      died = dying.hasDied;
      for (const _ of 'ab') {
        world.now = new Date(world.now.getTime() + 600_000);
        await world.run();
        await world.endRuns();
      }
      expect(await world.begun(id), `statement ${fatal}`).toEqual(people);
    }
    expect(fatal).toBeGreaterThan(10);
  });
});
