import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openOutbox } from './outbox.ts';

test('an erasure in the middle of a send ends the mail, not the send', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-outbox-'));
  const outbox = openOutbox(directory);
  const envelope = { from: '', to: 'erased@example.com' };
  for (let round = 0; round < 50; round++) {
    let sent = false;
    const sending = outbox
      .send({ accountId: 1, contactId: 7, messageId: '', envelope, head: '', body: 'x'.repeat(100_000) })
      .finally(() => {
        sent = true;
      });
    while (!sent) await outbox.remove(1, () => true);
    await sending;
  }
  await outbox.remove(1, () => true);
  expect(readdirSync(join(directory, '1'))).toEqual([]);
  rmSync(directory, { recursive: true });
});

test.each(['../2/mail', 'mail', '', '../../1/mail'])('%j is no name of a mail, whatever is there', async (name) => {
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-outbox-'));
  for (const account of ['1', '2']) {
    mkdirSync(join(directory, account));
    for (const file of ['mail.eml', '.eml']) writeFileSync(join(directory, account, file), 'of somebody else');
  }
  const outbox = openOutbox(directory);
  expect([await outbox.read(1, name), await outbox.head(1, name)]).toEqual([undefined, undefined]);
  rmSync(directory, { recursive: true });
});
