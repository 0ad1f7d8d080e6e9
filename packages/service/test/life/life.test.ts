import { afterEach, describe, expect, test, vi } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { usualDatabases } from '../support/database.ts';
import { randomOf } from '../support/random.ts';
import { setUp } from './account.ts';
import { faultsAfter, restAfterDays, standingsOf } from './checks.ts';
import { chance, pick } from './dice.ts';
import { importPeople, nextStep, take } from './steps.ts';
import { World } from './world.ts';

/** The same life in each run of all tests; `npm run test:deep` lives longer, and several lives by chance. MAILWRIGHT_SEED repeats one. */
const lives = deep ? 4 : 1;
const steps = deep ? 200 : 60;
const first = Number(process.env.MAILWRIGHT_SEED ?? (deep ? Math.floor(Math.random() * 1e9) : 41));
const seeds = Array.from({ length: lives }, (_, life) => first + life);

const timeout = deep ? 1_800_000 : 300_000;
const hour = 3_600_000;
/** How far the clock of the process may be from that of the database. */
const errors = [-400 * 24 * hour, -25 * hour, -hour, 0, hour, 25 * hour, 400 * 24 * hour];

afterEach(() => void vi.useRealTimers());

describe.each(usualDatabases())('a month of an account on $kind', ({ open }) => {
  test.each(seeds)('from MAILWRIGHT_SEED=%i, what must hold does so after every step', { timeout }, async (seed) => {
    const database = await open();
    await live(await World.create(database.kysely, randomOf(seed)), seed);
    await database.close();
  });

  test.each(seeds)(
    'from MAILWRIGHT_SEED=%i, the same with a clock that is set before each step and while mails are sent',
    { timeout },
    async (seed) => {
      const database = await open();
      const ofClock = randomOf(seed + 1);
      const setClock = () => {
        vi.useFakeTimers({ toFake: ['Date'], now: vi.getRealSystemTime() + pick(ofClock, errors) });
      };
      const world = await World.create(database.kysely, randomOf(seed));
      world.post.onMail = () => {
        if (chance(ofClock, 20)) setClock();
      };
      await live(world, seed, setClock);
      await database.close();
    },
  );
});

async function live(world: World, seed: number, beforeStep = () => {}): Promise<void> {
  console.log(`MAILWRIGHT_SEED=${seed}`);
  const settings = await setUp(world);
  const history: string[] = [];
  for (const _ of 'abc') await importPeople(world);
  for (let number = 1; number <= steps; number++) {
    beforeStep();
    const before = await standingsOf(world);
    world.allows = { turnBack: new Set(), permission: new Set(), unblock: false };
    const step = nextStep(world);
    history.push(`${number}. ${step}: ${await take(step, world, settings)}`);
    const faults = await faultsAfter(world, settings, before);
    expect(faults, `MAILWRIGHT_SEED=${seed}, after these steps:\n${history.join('\n')}`).toEqual([]);
  }
  expect(await restAfterDays(world), `MAILWRIGHT_SEED=${seed}`).toEqual([]);
}
