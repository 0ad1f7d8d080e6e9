import { describe, expect, test } from 'vitest';
import { findMailing } from '../../src/mailings/store.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { findExperiment } from '../../src/sending/experiments/store.ts';
import { usualDatabases } from '../support/database.ts';
import { partsOf, passHours, reachRest, reachSendTime, runDecision } from '../support/experiments.ts';
import { killedAfter } from '../support/killed-after.ts';
import { advance, engineOf, runToEnd } from './harness.ts';
import { queuedExperiment } from './queued-experiment.ts';

/** No multiple of what is drawn, so that parts have to be rounded. */
const people = 93;
const variants = 5;
const share = 50;
const holdout = 10;

/** What a process does; it is killed after each of its statements in turn, until one is left that comes to its end. */
async function survive(db: Db, run: (db: Db) => Promise<void>): Promise<number> {
  for (let statements = 1; ; statements++) {
    const dying = killedAfter(statements);
    await run(db.withPlugin(dying)).catch((error: unknown) => {
      if (!dying.hasDied) throw error;
    });
    if (!dying.hasDied) return statements - 1;
  }
}

describe.each(usualDatabases())('an experiment whose processes are killed, on $kind', ({ open }) => {
  test.each([
    ['all at once', undefined],
    ['each at its time of day', ['01:00', '07:00', '12:30', '18:00', '23:00']],
  ])(
    '%s: each contact gets one mail at most, and parts are right within one',
    { timeout: 600_000 },
    async (_, times) => {
      const database = await open();
      const db = database.kysely;
      const { accountId, mailings, experimentId } = await queuedExperiment(db, {
        ...{ people, variants, share, holdout, times },
      });
      const copies = new Map<number, number>();
      const engine = engineOf(async ({ contactId }) => {
        copies.set(contactId, (copies.get(contactId) ?? 0) + 1);
        return undefined;
      });
      let kills = 0;
      const go = async (mailing: number) => {
        kills += await survive(db, (dying) => advance(dying, accountId, mailing));
      };
      const decide = async () => {
        kills += await survive(db, (dying) => runDecision(dying, accountId, experimentId));
      };

      // Without times, all are sent now; with them, none is.
      for (const mailing of mailings) await go(mailing);
      await runToEnd(db, engine);
      for (const mailing of mailings) {
        if (times !== undefined) await reachSendTime(db, mailing);
        await go(mailing);
        await runToEnd(db, engine);
        await go(mailing);
        await passHours(db, [mailing], 2);
        await decide();
      }
      const parts = await partsOf(db, experimentId);
      const sizes = Array.from({ length: variants + 1 }, (__, index) => parts.get(index - 1)!.length);
      const exact = [holdout, ...Array.from({ length: variants }, () => share / variants)].map(
        (percent) => (people * percent) / 100,
      );
      for (const [index, size] of sizes.entries())
        expect(Math.abs(size - exact[index]!), `part ${index}`).toBeLessThan(1);
      expect([...copies.keys()].sort()).toEqual(mailings.flatMap((__, part) => parts.get(part)!).sort());
      const experiment = (await findExperiment(db, accountId, experimentId))!;
      expect(experiment).toMatchObject({ state: 'decided', decision: 'no_difference', chosen_id: mailings[0] });

      for (const mailing of mailings) await go(mailing);
      await runToEnd(db, engine);
      if (times !== undefined) {
        expect(copies.size, 'the rest waits for its time').toBe(sizes.slice(1).reduce((sum, size) => sum + size, 0));
        await reachRest(db, experimentId, mailings[0]!);
        await go(mailings[0]!);
        await runToEnd(db, engine);
      }
      for (const mailing of mailings) await go(mailing);
      expect([...copies.values()].every((number) => number === 1)).toBe(true);
      expect(copies.size, 'all but those who get nothing').toBe(people - sizes[0]!);
      for (const contact of parts.get(-1)!) expect(copies.has(contact)).toBe(false);
      for (const mailing of mailings) expect((await findMailing(db, accountId, mailing))!.state).toBe('done');
      expect(kills).toBeGreaterThan(100);
      await database.close();
    },
  );
});
