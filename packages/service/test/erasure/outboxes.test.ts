import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { eraseContacts } from '../../src/people/erasure/erase.ts';
import { settleScrub } from '../../src/people/erasure/store.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { eraseMailsTask } from '../../src/sending/outbox/erase-mails-task.ts';
import { openOutbox } from '../../src/sending/outbox/outbox.ts';
import { usualDatabases } from '../support/database.ts';

const never = new AbortController().signal;

describe.each(usualDatabases())('outboxes of processes that share one database on $kind', ({ open }) => {
  let db: Db;
  let accountId: number;
  beforeAll(async () => {
    db = (await open()).kysely;
    accountId = await insertAccount(db, { name: 'Shared', domain: 'example.com' });
  });

  /** A process as far as it matters here; `start` again is a restart on the same disk. */
  function machine() {
    const directory = mkdtempSync(join(inject('runDirectory'), 'outbox-'));
    const outbox = openOutbox(directory);
    const start = () => {
      const task = eraseMailsTask(outbox);
      return () => task.run(db, never);
    };
    return {
      start,
      mailTo: (contactId: number) => {
        const envelope = { from: 'a@example.org', to: 'b@example.org' };
        return outbox.send({ accountId, contactId, messageId: '', envelope, head: '', body: 'Hello' });
      },
      recipients: async () => (await outbox.recipients(accountId)).sort((a, b) => a - b),
      files: () => readdirSync(directory, { recursive: true }),
    };
  }

  const contact = async (email: string) => {
    const values = { account_id: accountId, email, email_folded: email, permission: 1 as const };
    return (await db.insertInto('contact').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };

  test('each process looks through its own, whoever was first', async () => {
    const [ada, ben] = [await contact('ada@example.org'), await contact('ben@example.org')];
    const machines = [machine(), machine(), machine()];
    for (const { mailTo } of machines) for (const id of [ada, ben]) await mailTo(id);
    const runs = machines.map(({ start }) => start());
    await eraseContacts(db, accountId, [ada]);
    for (const [index, run] of runs.entries()) {
      await run();
      expect(await machines[index]!.recipients()).toEqual([ben]);
    }
  });

  test('one that was down follows when it comes back, even after the scrub of the database', async () => {
    const [cara, dan] = [await contact('cara@example.org'), await contact('dan@example.org')];
    const [up, down] = [machine(), machine()];
    for (const { mailTo } of [up, down]) for (const id of [cara, dan]) await mailTo(id);
    const run = up.start();
    await down.start()();
    await eraseContacts(db, accountId, [cara]);
    await run();
    await db
      .updateTable('erasure')
      .set({ at: new Date(Date.now() - 2 * 86_400_000) })
      .execute();
    await settleScrub(db, new Date());
    expect(await down.recipients()).toEqual([cara, dan]);
    await down.start()();
    expect(await down.recipients()).toEqual([dan]);
  });

  test('an erasure that is committed after a later one is not passed over', async () => {
    const [eve, finn] = [await contact('eve@example.org'), await contact('finn@example.org')];
    const only = machine();
    for (const id of [eve, finn]) await only.mailTo(id);
    const run = only.start();
    // The row with the lower number appears last, as when its transaction takes longer.
    await eraseContacts(db, accountId, [eve]);
    const { id, at } = await db
      .selectFrom('erasure')
      .select(['id', 'at'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await db.deleteFrom('erasure').where('id', '=', id).execute();
    await eraseContacts(db, accountId, []);
    await run();
    await only.mailTo(eve);
    await sql`insert into erasure (account_id, id, at) overriding system value values (${accountId}, ${id}, ${at})`.execute(
      db,
    );
    await run();
    expect(await only.recipients()).toEqual([finn]);
  });

  test('nothing is asked of the disk while there are no erasures', async () => {
    const only = machine();
    await only.mailTo(await contact('gil@example.org'));
    const run = only.start();
    await run();
    const files = only.files();
    await only.mailTo(999_999);
    await run();
    expect(only.files()).toHaveLength(files.length + 1);
    expect(await only.recipients()).toContain(999_999);
  });
});
