import { describe, expect, test } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { usualDatabases } from '../support/database.ts';
import { randomOf } from '../support/random.ts';
import { setUp } from './account.ts';
import { faultsAfter, restAfterDays, standingsOf } from './checks.ts';
import { importPeople, nextStep, take } from './steps.ts';
import { World } from './world.ts';

/** The same life in each run of all tests; `npm run test:deep` lives longer, and several lives by chance. MAILWRIGHT_SEED repeats one. */
const lives = deep ? 4 : 1;
const steps = deep ? 200 : 60;
const first = Number(process.env.MAILWRIGHT_SEED ?? (deep ? Math.floor(Math.random() * 1e9) : 41));
const seeds = Array.from({ length: lives }, (_, life) => first + life);

describe.each(usualDatabases())('a month of an account on $kind', ({ open }) => {
  test.each(seeds)(
    'from MAILWRIGHT_SEED=%i, what must hold does so after every step',
    {
      timeout: deep ? 1_800_000 : 300_000,
    },
    async (seed) => {
      console.log(`MAILWRIGHT_SEED=${seed}`);
      const database = await open();
      const world = await World.create(database.kysely, randomOf(seed));
      const settings = await setUp(world);
      const history: string[] = [];
      for (const _ of 'abc') await importPeople(world);
      for (let number = 1; number <= steps; number++) {
        const before = await standingsOf(world);
        world.allows = { turnBack: new Set(), permission: new Set(), unblock: false };
        const step = nextStep(world);
        history.push(`${number}. ${step}: ${await take(step, world, settings)}`);
        const faults = await faultsAfter(world, settings, before);
        expect(faults, `MAILWRIGHT_SEED=${seed}, after these steps:\n${history.join('\n')}`).toEqual([]);
      }
      expect(await restAfterDays(world), `MAILWRIGHT_SEED=${seed}`).toEqual([]);
      await database.close();
    },
  );
});
