import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { copyMailing } from '../../src/mailings/copy.ts';
import { findMailing, lockMailing, type Mailing } from '../../src/mailings/store.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { startExperiment } from '../../src/sending/experiment-course/start.ts';
import { findExperiment, insertExperiment, variantsOf } from '../../src/sending/experiments/store.ts';
import { usualDatabases } from '../support/database.ts';
import { partsOf, passHours, reachRest, reachSendTime, runDecision } from '../support/experiments.ts';
import { killedAfter } from '../support/killed-after.ts';
import { advance, engineOf, queuedSendout, runToEnd } from './harness.ts';

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
      const { accountId, mailings, experimentId } = await started(db, times);
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

/** An experiment whose sendouts are queued. */
async function started(db: Db, times: readonly string[] | undefined) {
  const { accountId, mailingId } = await queuedSendout(db, people);
  // As it was before it was queued.
  await sql`update mailing set state = 'draft' where id = ${mailingId}`.execute(db);
  await sql`delete from sendout where mailing_id = ${mailingId}`.execute(db);
  await sql`delete from job where account_id = ${accountId}`.execute(db);
  return db.transaction().execute(async (transaction) => {
    const first = (await findMailing(transaction, accountId, mailingId))!;
    const mailings = [mailingId];
    while (mailings.length < variants) mailings.push(await copyMailing(transaction, first, `test ${mailings.length}`));
    const draft = { name: 'Killed', share, holdout, criterion: 'human_clicks', hours: 1 } as const;
    const experimentId = await insertExperiment(transaction, accountId, draft, mailings, times);
    const experiment = (await findExperiment(transaction, accountId, experimentId))!;
    const locked: Mailing[] = [];
    for (const id of mailings) locked.push((await lockMailing(transaction, accountId, id))!);
    const tried = (await variantsOf(transaction, accountId, [experimentId])).get(experimentId)!;
    await startExperiment(transaction, experiment, { mailings: locked, variants: tried }, null);
    return { accountId, mailings, experimentId };
  });
}
