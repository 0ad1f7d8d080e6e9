import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { mailSources } from '../../src/app/mail-sources.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { DeliveryEngine } from '../../src/sending/deliveries/engine.ts';
import { advance, engineOf, runToEnd, startedSendout } from '../sending/harness.ts';
import { usedServerDatabase } from '../support/database.ts';
import { randomOf } from '../support/random.ts';
import { ActorDatabase } from './actor-database.ts';
import { FatalStage, leave } from './fatal-stage.ts';

const people = 12;
const batchSize = 6;
const connections = 4;
/** `npm run test:deep` kills at each step, otherwise at every seventh. */
const stride = deep ? 1 : 7;
const worker = 'worker';

test.each(['resend', 'give_up'] as const)(
  'a worker that is killed at any statement or hand-over doubles or loses no more mails than it has connections (%s)',
  { timeout: 3_600_000 },
  async (policy) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { config, remove } = await usedServerDatabase();
    const { kysely: db, close } = await openServiceDatabase(config);
    let most = 0;
    try {
      for (let steps = 1; ; steps += stride) {
        const played = await play(db, config.databaseUrl, policy, steps);
        const { copies, inFlight, history, isOver } = played;
        const doubled = copies.filter((count) => count > 1).length;
        const lost = people - copies.length;
        const told = `killed at step ${steps}:\n${history.join('\n')}`;
        expect(inFlight, told).toBeLessThanOrEqual(connections);
        expect(Math.max(...copies), told).toBeLessThanOrEqual(policy === 'resend' ? 2 : 1);
        expect(policy === 'resend' ? lost : doubled, told).toBe(0);
        most = Math.max(most, inFlight);
        expect(Math.max(doubled, lost), told).toBeLessThanOrEqual(connections);
        if (isOver) break;
      }
    } finally {
      vi.useRealTimers();
      await close();
      await remove();
    }
    expect(most, 'several mails were in flight at a kill').toBeGreaterThan(1);
  },
);

async function play(db: Db, url: string, policy: string, steps: number) {
  const { accountId, mailingId } = await startedSendout(db, people);
  await sql`
    with whole as (delete from recipient_batch where account_id = ${accountId} returning *)
    insert into recipient_batch (account_id, mailing_id, contact_ids)
    select ${accountId}::int8, ${mailingId}::int8, array_agg(contact_id)
    from (select contact_id, (row_number() over (order by contact_id) - 1) / ${batchSize}::int as batch
          from whole, unnest(contact_ids) as contact_id) as split
    group by batch`.execute(db);
  // The others begin with one connection.
  await db.updateTable('mailing').set({ speed_level: 'supersonic' }).where('id', '=', mailingId).execute();
  await db
    .insertInto('mailing_property')
    .values({ account_id: accountId, mailing_id: mailingId, key: 'uncertain_mails', value: policy })
    .execute();
  const stage = new FatalStage(randomOf(steps), steps);
  const copies = new Map<number, number>();
  const hand = async ({ contactId }: { contactId: number }) => {
    copies.set(contactId, (copies.get(contactId) ?? 0) + 1);
    return undefined;
  };
  const database = new ActorDatabase(stage, worker, url);
  const transport = {
    connections,
    close: async () => {},
    send: (mail: { contactId: number }) => stage.step(worker, `hands over to ${mail.contactId}`, () => hand(mail)),
  };
  const environment = { transport, publicUrl: 'https://x.example' };
  const engine = new DeliveryEngine(environment, mailSources(environment));
  const { signal } = new AbortController();
  stage.enter(worker, async () => {
    while (await engine.run(database.db, signal));
  });
  await stage.play();
  const { isOver } = stage;
  database.cut();
  await leave(db);
  const { inFlight } = await db
    .selectFrom('recipient')
    .select(sql<number>`count(*)::int`.as('inFlight'))
    .where('mailing_id', '=', mailingId)
    .where('state', '=', 'in_flight')
    .executeTakeFirstOrThrow();
  await sql`update recipient_batch set lease_until = now() - interval '1 second' where mailing_id = ${mailingId} and owner is not null`.execute(
    db,
  );
  await runToEnd(db, engineOf(hand, connections));
  await advance(db, accountId, mailingId);
  return { copies: [...copies.values()], inFlight, history: stage.history, isOver };
}
