import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
