import { describe, expect, test } from 'vitest';
import { deep } from '../../../../../tools/verify/src/deep.ts';
import { usualDatabases } from '../../support/database.ts';
import { randomOf } from '../../support/random.ts';
import { World } from './world.ts';

const lives = Number(process.env.MAILWRIGHT_SEED ? 1 : deep ? 400 : 24);
const first = Number(process.env.MAILWRIGHT_SEED ?? Math.floor(Math.random() * 1e9));
const steps = 40;

describe.each(usualDatabases())(
  'people who see, sign off, schedule and send, and others who change all that, on $kind',
  ({ open }) => {
    test(`what is sent is what two people have seen who may send, or nothing (MAILWRIGHT_SEED=${first})`, async () => {
      const { kysely: db } = await open();
      let sent = 0;
      for (let seed = first; seed < first + lives; seed++) {
        const world = new World(db, randomOf(seed));
        await world.open();
        for (let step = 0; step < steps; step++) await world.step();
        await world.end();
        expect(world.faults(), `MAILWRIGHT_SEED=${seed}\n${world.history.join('\n')}`).toEqual([]);
        if (world.sent.length > 0) sent++;
      }
      // Otherwise the rule would hold because nothing happens.
      if (lives > 1) expect(sent).toBeGreaterThan(0);
    });
  },
);
