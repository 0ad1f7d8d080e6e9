import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { afterEach, expect, test } from 'vitest';
import { findAccount } from '../../src/account/index.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { returnPathOf } from '../../src/sending/mail/identity.ts';
import { notification } from '../support/bounce-report.ts';
import { emptyServerDatabase } from '../support/database.ts';
import { freshDirectory, startService } from '../support/process.ts';

const domain = 'bounces.example.org';
/** What holds up the database until the test lets it go. */
const lock = 4711;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function deliver(port: number, to: string): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, tls: { rejectUnauthorized: false } });
  try {
    return (await transport.sendMail({ envelope: { from: '', to }, raw: notification('n-1') })).response;
  } finally {
    transport.close();
  }
}

// A deferred trigger runs in COMMIT: what the killed process had asked for is committed, though nobody hears of it.
test.each([
  ['before it is stored', 'before insert on bounce', '', 0],
  ['between storing it and the 250', 'after insert on bounce', 'constraint', 1],
] as const)('kill -9 %s: the server repeats the notification, and it counts once', async (_, when, kind, stored) => {
  const { config, remove } = await emptyServerDatabase();
  closers.push(remove);
  const port = await freePort();
  const start = async () => {
    const receiving = ['--bounce-port', String(port), '--bounce-domain', domain];
    const service = await startService(freshDirectory(), [
      '--database',
      config.databaseUrl,
      '--no-worker',
      ...receiving,
    ]);
    closers.push(async () => {
      service.child.kill('SIGKILL');
      await service.ended;
    });
    return service;
  };
  const { kysely: db, close } = await openServiceDatabase(config);
  closers.push(close);
  const other = await openServiceDatabase(config);
  closers.push(other.close);
  // The first start makes the account.
  const first = await start();
  const { id: account_id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
  const { id: contact_id } = await db.selectFrom('contact').select('id').limit(1).executeTakeFirstOrThrow();
  const names = { name: 'News', name_folded: 'news', creator_name: 'x', creator_folded: 'x' };
  const { id: mailing_id } = await db
    .insertInto('mailing')
    .values({ account_id, ...names })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('recipient')
    .values({ account_id, mailing_id, contact_id, state: 'sent' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const mail = { mailingId: mailing_id, contactId: contact_id, recipientId: id };
  const to = returnPathOf(await findAccount(db, account_id), mail, domain);
  const count = async () => (await db.selectFrom('bounce').select('id').execute()).length;

  await sql`create function wait() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(${sql.lit(lock)}); return new; end'`.execute(db);
  const late = kind === '' ? sql`` : sql`deferrable initially deferred`;
  await sql`create ${sql.raw(kind)} trigger wait ${sql.raw(when)} ${late} for each row execute function wait()`.execute(
    db,
  );

  await other.kysely.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(${sql.lit(lock)})`.execute(holder);
    const lost = expect(deliver(port, to)).rejects.toThrow();
    const waiting = () =>
      sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and not granted`.execute(db);
    await expect.poll(async () => (await waiting()).rows.length).toBe(1);
    const [{ pid }] = (await waiting()).rows as [{ pid: number }];
    first.child.kill('SIGKILL');
    await first.ended;
    await lost;
    expect(await count()).toBe(0);
    await sql`select pg_advisory_unlock(${sql.lit(lock)})`.execute(holder);
    const backend = sql`select from pg_stat_activity where pid = ${sql.lit(pid)}`;
    await expect.poll(async () => (await backend.execute(db)).rows.length).toBe(0);
  });
  expect(await count()).toBe(stored);

  await start();
  expect(await deliver(port, to)).toMatch(/^250 /);
  expect(await deliver(port, to)).toMatch(/^250 /);
  expect(await count()).toBe(1);
});
