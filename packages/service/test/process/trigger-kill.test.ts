import { join } from 'node:path';
import { type Client, createClient } from '@mailwright/client';
import { afterEach, expect, test, vi } from 'vitest';
import { deep, leftToDeep } from '../../../../tools/verify/src/deep.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { type CountingSink, countingSink } from '../support/counting-sink.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { startService } from '../support/process.ts';
import { outcomes } from '../support/sendout.ts';
import { trusting } from '../support/trust.ts';
import { startWorkersApart } from '../support/workers-apart.ts';

/** `npm run test:deep` takes more transactions, and kills more often. */
const transactions = deep ? 10_000 : 200;
const chunks = 20;
const kills = deep ? 10 : 1;
/** To the mail server, of each process that sends. */
const connections = 5;
const key = 'key-that-survives-5';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A released trigger mailing that each transaction of the type sends. */
async function releaseTrigger(client: Client): Promise<{ type: number; mailingid: number }> {
  const type = await client.transactions.createType({ body: { name: 'shop.order' } }).orThrow();
  const mailingid = await client.mailings.create({ name: 'Order', subject: 'Thanks', type: 'trigger' }).orThrow();
  await client.mailings.setSender({ mailingid, body: 'shop@example.com' }).orThrow();
  await client.mailings.setHtml({ mailingid, body: '<p>Thank you</p>' }).orThrow();
  const body = { type: 'SINGLE', event: String(type), start_trigger: true } as const;
  await client.triggerMailings.createDispatching({ mailingid, body }).orThrow();
  return { type, mailingid };
}

/** Posts a part of the transactions until it is answered with success; whatever dies, it has one effect. */
async function post(clientOf: () => Client, type: number, chunk: number): Promise<void> {
  const size = transactions / chunks;
  const body = Array.from({ length: size }, (_, number) => ({
    type,
    import: { contact: { email: `buyer-${chunk * size + number}@example.org`, permission: 2 as const } },
  }));
  // No connection while the service is down; or the killed process's request is not over yet.
  const passing = [0, 409, 503];
  await vi.waitFor(
    async () => {
      const result = await clientOf().transactions.create({ body }, { idempotencyKey: `chunk-${chunk}` });
      if (passing.includes(result.status)) throw new Error(`The answer was ${result.status}.`);
      expect(result.ok).toBe(true);
    },
    { timeout: 120_000, interval: 100 },
  );
}

/** Every transaction has its mail; one that was in flight at a kill may have come twice, as the same message. */
function judge(sink: CountingSink, what: string, senders: number): void {
  const copies = [...sink.mails.values()];
  const doubled = copies.reduce((sum, ids) => sum + ids.length - 1, 0);
  console.log(`${what}: ${transactions - copies.length} lost, ${doubled} sent twice, of ${transactions}`);
  expect(copies).toHaveLength(transactions);
  for (const ids of copies) expect(new Set(ids).size, 'a copy has the same Message-ID').toBe(1);
  expect(doubled).toBeLessThanOrEqual(kills * connections * senders);
}

test(
  'kill -9 while transactions come and their mails go: each sends one mail',
  deep ? { timeout: 3_600_000 } : {},
  async () => {
    const sink = await countingSink();
    closers.push(sink.close);
    const dataDir = await usedDirectory();
    const smtp = ['--smtp', `${sink.url}?maxConnections=${connections}`];
    let service = await startService(dataDir, ['--key', key, ...smtp]);
    closers.push(async () => {
      service.child.kill('SIGKILL');
      await service.ended;
    });
    const certificate = join(dataDir, 'tls', 'certificate.pem');
    const clientOf = () =>
      createClient({ baseUrl: service.baseUrl, apiKey: key, fetch: trusting(certificate), retries: 0 });
    const { type, mailingid } = await releaseTrigger(clientOf());
    const posting = (async () => {
      for (let chunk = 0; chunk < chunks; chunk++) await post(clientOf, type, chunk);
    })();
    for (let kill = 1; kill <= kills; kill++) {
      await sink.count(Math.floor(((kill - Math.random()) * transactions) / (kills + 1)));
      service.child.kill('SIGKILL');
      await service.ended;
      service = await startService(dataDir, smtp);
    }
    await posting;
    await expect.poll(() => sink.mails.size, { timeout: deep ? 600_000 : 240_000 }).toBe(transactions);
    service.child.kill('SIGKILL');
    await service.ended;
    judge(sink, `${kills} kills`, 1);
    const { kysely, close } = await openServiceDatabase({ dataDir });
    const counts = await outcomes({ db: kysely }, mailingid);
    const taken = await kysely.selectFrom('transaction').select('id').execute();
    await close();
    expect(taken).toHaveLength(transactions);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(transactions);
  },
);

test.runIf(deep)(
  `two workers on PostgreSQL, one of them killed: each transaction sends one mail${leftToDeep}`,
  { timeout: 3_600_000 },
  async () => {
    const { config, client, sink, startWorker } = await startWorkersApart(closers, { key, connections });
    const { type, mailingid } = await releaseTrigger(client);
    const workers = [await startWorker(), await startWorker()];
    const posting = (async () => {
      for (let chunk = 0; chunk < chunks; chunk++) await post(() => client, type, chunk);
    })();
    for (let kill = 1; kill <= kills; kill++) {
      await sink.count(Math.floor(((kill - Math.random()) * transactions) / (kills + 1)));
      const victim = workers.shift()!;
      victim.child.kill('SIGKILL');
      await victim.ended;
      workers.push(await startWorker());
    }
    await posting;
    // What the dead ones had goes on when their leases are over, 30 seconds later.
    await expect.poll(() => sink.mails.size, { timeout: deep ? 600_000 : 240_000 }).toBe(transactions);
    const { kysely, close } = await openServiceDatabase(config);
    await expect.poll(async () => (await kysely.selectFrom('recipient_batch').select('id').execute()).length).toBe(0);
    const counts = await outcomes({ db: kysely }, mailingid);
    await close();
    judge(sink, `two workers, ${kills} killed`, 1);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(transactions);
  },
);
