import { afterEach, expect, test } from 'vitest';
import { deep, leftToDeep } from '../../../../tools/verify/src/deep.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { runMailwright } from '../support/process.ts';
import { createSendout, outcomes, reached } from '../support/sendout.ts';
import { startWorkersApart } from '../support/workers-apart.ts';

const people = 10_000;
const kills = 10;
/** To the mail server, of each worker. */
const connections = 5;
const key = 'key-that-survives-3';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Workers apart, and the target group that sendouts go to. */
async function apart() {
  const { config, place, client, sink, startWorker } = await startWorkersApart(closers, { key, connections });
  const groups = await client.targetGroups.list({ page_index: 1, page_size: 10 }).orThrow();
  const groupId = async () => groups.items.find(({ type }) => type === 'regular')!.id!;
  return { config, place, client, groupId, sink, startWorker };
}

test('without a worker nothing is sent; one that starts is told of new work at once', async () => {
  const { client, groupId, sink, startWorker } = await apart();
  const first = await createSendout({ client, groupId });
  await client.mailings.sendNow({ mailingid: first }).orThrow();
  expect(await client.mailings.getState({ mailingid: first }).orThrow()).toBe('queued');
  const worker = await startWorker();
  await reached({ client }, first, 'done', 60_000);
  expect(sink.mails.size).toBe(6);
  const second = await createSendout({ client, groupId });
  await client.mailings.sendNow({ mailingid: second }).orThrow();
  await reached({ client }, second, 'done', 60_000);
  worker.child.kill('SIGTERM');
  expect((await worker.ended).code).toBe(0);
});

test('a key that is revoked beside several processes counts no more', async () => {
  const { client, place } = await apart();
  await client.account.getPlaceholders().orThrow();
  const listed = await runMailwright(['keys', 'list', '--json', ...place]).ended;
  const id = /\d+/.exec(listed.stdout)![0];
  const revoked = await runMailwright(['keys', 'revoke', id, '--force', ...place]).ended;
  expect(revoked.code, revoked.stderr).toBe(0);
  expect(await client.account.getPlaceholders()).toMatchObject({ ok: false, status: 401 });
});

test.runIf(deep)(
  `two workers share a sendout, and kill -9 of one loses nobody${leftToDeep}`,
  {
    timeout: 3_600_000,
  },
  async () => {
    const { config, client, groupId, sink, startWorker } = await apart();
    const body = Array.from({ length: people }, (_, number) => ({ email: `person-${number}@example.org` }));
    await client.contacts.synchronize({ body, permission: 5 }).orThrow();
    const mailingid = await createSendout({ client, groupId });
    await client.mailings.setSpeedLevel({ mailingid, body: 'supersonic' }).orThrow();
    let workers = [await startWorker(), await startWorker()];
    await client.mailings.sendNow({ mailingid }).orThrow();
    for (let kill = 1; kill <= kills; kill++) {
      await sink.count(Math.floor(((kill - Math.random()) * people) / (kills + 1)));
      const [victim, other] = workers;
      victim!.child.kill('SIGKILL');
      await victim!.ended;
      workers = [other!, await startWorker()];
    }
    // What the dead one had goes on when its lease is over, 30 seconds later.
    await reached({ client }, mailingid, 'done', 600_000);
    const copies = [...sink.mails.values()];
    const doubled = copies.reduce((sum, ids) => sum + ids.length - 1, 0);
    const lost = people + 6 - copies.length;
    console.log(`two workers, ${kills} killed: ${lost} lost, ${doubled} sent twice, of ${people + 6}`);
    expect(lost).toBe(0);
    expect(doubled).toBeLessThanOrEqual(kills * connections);
    for (const ids of copies) expect(new Set(ids).size, 'a copy has the same Message-ID').toBe(1);
    const { kysely, close } = await openServiceDatabase(config);
    const counts = await outcomes({ db: kysely }, mailingid);
    const owners = await kysely.selectFrom('recipient_batch').select('id').execute();
    await close();
    const sent = Object.entries(counts).filter(([outcome]) => outcome.startsWith('sent'));
    expect(sent.reduce((sum, [, count]) => sum + count, 0)).toBe(people + 6);
    expect(owners).toEqual([]);
  },
);
