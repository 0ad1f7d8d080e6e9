import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { deep, leftToDeep } from '../../../../tools/verify/src/deep.ts';
import { findAccount } from '../../src/account/index.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { messageIdOf } from '../../src/sending/mail/identity.ts';
import { notification, quoting } from '../support/bounce-report.ts';
import { emptyServerDatabase } from '../support/database.ts';
import { dovecotPath, startCuttable, startDovecot } from '../support/dovecot.ts';
import { freshDirectory, startService } from '../support/process.ts';

if (dovecotPath === undefined)
  console.log('No process is killed while it reads a mailbox: the Debian package dovecot-imapd is not installed.');

const patient = { timeout: 200_000, interval: 50 };

interface Case {
  mails: number;
  cuts: number;
  kills: number;
}

test.runIf(dovecotPath)('a mailbox of 200 mails, two cuts, one kill', () =>
  readMailbox({ mails: 200, cuts: 2, kills: 1 }),
);

test.runIf(dovecotPath && deep)(
  `a mailbox of 5,000 mails, ten cuts, five kills${leftToDeep}`,
  { timeout: 1_800_000 },
  () => readMailbox({ mails: 5000, cuts: 10, kills: 5 }),
);

/** Half of the mails are bounces: each counts once and is deleted, and the others stay. */
async function readMailbox({ mails, cuts, kills }: Case): Promise<void> {
  const bounces = mails / 2;
  const { config, remove } = await emptyServerDatabase();
  onTestFinished(remove);
  const { kysely: db, close } = await openServiceDatabase(config);
  onTestFinished(close);
  // Dovecot's sockets need a short path.
  const imap = await startDovecot(mkdtempSync(join(tmpdir(), 'imap-')));
  onTestFinished(() => imap.close());
  const line = await startCuttable(imap.port);
  onTestFinished(() => line.close());
  const directory = freshDirectory();
  const password = join(directory, 'imap-password');
  writeFileSync(password, 'secret');
  const mailbox = `imap://bounces@127.0.0.1:${line.port}/INBOX`;
  const options = ['--database', config.databaseUrl, '--no-worker', '--bounce-mailbox', mailbox];
  const start = () => startService(freshDirectory(), [...options, '--bounce-mailbox-password-file', password]);
  // The first start makes the account.
  let service = await start();
  const kill = async () => {
    service.child.kill('SIGKILL');
    await service.ended;
  };
  onTestFinished(kill);

  const { id: account_id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
  const { id: contact_id } = await db.selectFrom('contact').select('id').limit(1).executeTakeFirstOrThrow();
  const names = { name: 'News', name_folded: 'news', creator_name: 'x', creator_folded: 'x' };
  const { id: mailing_id } = await db
    .insertInto('mailing')
    .values({ account_id, ...names })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { rows: recipients } = await sql<{ id: number }>`
    insert into recipient (account_id, mailing_id, contact_id, occasion, state)
    select ${account_id}, ${mailing_id}, ${contact_id}, 'day:' || n, 'sent' from generate_series(1, ${bounces}::int) as n
    returning id`.execute(db);
  const account = await findAccount(db, account_id);
  for (const { id } of recipients) {
    const messageId = messageIdOf(account, { mailingId: mailing_id, contactId: contact_id, recipientId: id });
    imap.put(quoting(notification(`n-${id}`), `Message-ID: ${messageId}`));
    imap.put(`From: ada@example.org\r\nSubject: Hello ${id}\r\n\r\nHello`);
  }

  const counted = async () => {
    const { count } = await db
      .selectFrom('bounce')
      .select((build) => build.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const steps = Array.from({ length: cuts + kills }, (_, n) => (n % 3 === 2 && n < 3 * kills ? 'kill' : 'cut'));
  expect(steps.filter((step) => step === 'kill')).toHaveLength(kills);
  for (const [n, step] of steps.entries()) {
    await expect.poll(counted, patient).toBeGreaterThan((bounces * n) / (steps.length + 1));
    if (step === 'cut') line.cut();
    else {
      await kill();
      service = await start();
    }
  }
  await expect.poll(() => imap.count(), patient).toBe(mails - bounces);
  const { rows } = await sql<{ occasion: string; bounces: number }>`
    select occasion, count(*)::int as bounces from bounce group by occasion`.execute(db);
  expect(rows).toHaveLength(bounces);
  expect(rows.filter((row) => row.bounces !== 1)).toEqual([]);
}
