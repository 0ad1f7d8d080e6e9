import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { findMailing, moveMailing } from '../../src/mailings/index.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { forbiddenRows } from '../life/rules-of-rows.ts';
import { advance, engineOf, runToEnd, startedSendout } from '../sending/harness.ts';
import { usedServerDatabase } from '../support/database.ts';
import { type Random, randomOf } from '../support/random.ts';
import type { ActorDatabase } from './actor-database.ts';
import { Cast, connectionsOfWorker, type Scene } from './cast.ts';
import { faultsOfMails, type Outcome } from './rules-of-mails.ts';

/**
 * Processes and people that touch one sendout at the same time, on a PostgreSQL server: statement by statement, in an order
 * that a seed decides. The embedded database runs one transaction after the other. MAILWRIGHT_SEED repeats a schedule, as far
 * as the server takes its locks in the same order; MAILWRIGHT_SCHEDULES=10000 plays so many.
 */
const schedules = Number(process.env.MAILWRIGHT_SCHEDULES ?? (process.env.MAILWRIGHT_SEED ? 1 : deep ? 2000 : 8));
const first = Number(process.env.MAILWRIGHT_SEED ?? (deep ? Math.floor(Math.random() * 1e9) : 7));
/** Schedules that share a database. */
const atOnce = 20;
const people = 8;
const batchSize = 4;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test(`what holds for sendouts does so in ${schedules} schedules from MAILWRIGHT_SEED=${first}`, {
  timeout: 4 * 3_600_000,
}, async () => {
  for (let seed = first; seed < first + schedules; seed += atOnce) {
    const { config, remove } = await usedServerDatabase();
    const { kysely: db, close } = await openServiceDatabase(config);
    const databases = new Map<string, ActorDatabase>();
    try {
      for (let each = seed; each < Math.min(seed + atOnce, first + schedules); each++) {
        const { faults, history } = await playOne(
          db,
          each,
          (scene, random) => new Cast(scene, random, db, config.databaseUrl, databases),
        );
        expect(faults, `MAILWRIGHT_SEED=${each}\n${history.join('\n')}`).toEqual([]);
      }
    } finally {
      vi.useRealTimers();
      for (const database of databases.values()) database.cut();
      await close();
      await remove();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    }
  }
});

async function playOne(db: Db, seed: number, castFor: (scene: Scene, random: Random) => Cast) {
  const { accountId, mailingId } = await startedSendout(db, people);
  await inBatches(db, accountId);
  const contacts = await db.selectFrom('contact').select('id').where('account_id', '=', accountId).execute();
  const scene = { accountId, mailingId, contactIds: contacts.map(({ id }) => id) };
  const cast = castFor(scene, randomOf(seed));
  await cast.play();
  await cast.leave();
  await end(db, scene, cast);
  const broken = await Promise.all(
    Object.entries(forbiddenRows).map(async ([rule, statement]) => {
      const { rows } = await sql.raw(statement).execute(db);
      return rows.length === 0 ? [] : [`${rule}: ${JSON.stringify(rows)}`];
    }),
  );
  const mails = faultsOfMails({
    mails: cast.office.mails,
    outcomes: await outcomesOf(db, mailingId),
    answers: cast.answers,
    claims: cast.office.claims,
    starts: cast.office.starts,
    mostDoubled:
      connectionsOfWorker * cast.interruptions + cast.office.mails.filter(({ answer }) => answer === 'unknown').length,
  });
  return { faults: [...broken.flat(), ...mails], history: cast.stage.history };
}

async function inBatches(db: Db, accountId: number): Promise<void> {
  await sql`
    with whole as (delete from recipient_batch where account_id = ${accountId} returning *)
    insert into recipient_batch (account_id, mailing_id, contact_ids)
    select account_id, mailing_id, array_agg(contact_id)
    from (select account_id, mailing_id, contact_id, (row_number() over (order by ordinality) - 1) / ${batchSize}::int as batch
          from whole, unnest(contact_ids) with ordinality as each (contact_id, ordinality)) as split
    group by account_id, mailing_id, batch`.execute(db);
}

/** All who are left come to their end, with nobody in their way. */
async function end(db: Db, { accountId, mailingId }: { accountId: number; mailingId: number }, cast: Cast) {
  const { office, stage, answers } = cast;
  answers.push({
    what: 'resume',
    contactId: undefined,
    at: stage.history.push('answer: resume'),
    underWay: new Set(),
    starting: new Set(),
  });
  let attempt = 1000; // later than all others
  const engine = engineOf(async ({ contactId }) => {
    office.mails.push({ contactId, worker: 'end', attempt: ++attempt, at: stage.history.length + 1, answer: 'taken' });
    return undefined;
  });
  for (let round = 0; round < 10; round++) {
    await sql`
      update recipient_batch set lease_until = null, due_at = now() - interval '1 second' where mailing_id = ${mailingId}`.execute(
      db,
    );
    await sql`update recipient set next_at = null where mailing_id = ${mailingId} and state = 'deferred'`.execute(db);
    const mailing = (await findMailing(db, accountId, mailingId))!;
    if (mailing.state === 'paused') await moveMailing(db, mailing, 'resume', 'user');
    await runToEnd(db, engine);
    await advance(db, accountId, mailingId);
    const open = await db.selectFrom('recipient_batch').select('id').where('mailing_id', '=', mailingId).execute();
    if (open.length === 0) break;
  }
}

async function outcomesOf(db: Db, mailingId: number): Promise<Outcome[]> {
  const rows = await db
    .selectFrom('recipient')
    .select(['contact_id', 'state', 'reason'])
    .where('mailing_id', '=', mailingId)
    .execute();
  return rows.map(({ contact_id, state, reason }) => ({ contactId: contact_id, state, reason }));
}
