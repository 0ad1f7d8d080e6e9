import { join } from 'node:path';
import { type Client, createClient } from '@mailwright/client';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { createOptInMailing } from '../support/opt-in.ts';
import { startService } from '../support/process.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { trusting } from '../support/trust.ts';

/** Mails that the service has under way at the same time. */
const atOnce = 5;
const people = Array.from({ length: 12 }, (_, i) => `person-${i}@example.org`);
const key = 'key-that-survives-2';

let sink: SmtpSink;
afterEach(() => sink?.close());

function connect(dataDir: string, baseUrl: string): Client {
  return createClient({ baseUrl, apiKey: key, retries: 0, fetch: trusting(join(dataDir, 'tls', 'certificate.pem')) });
}

const moments: [name: string, moment: (asked: Promise<void>) => Promise<unknown>][] = [
  ['the sixth mail has come', () => sink.mailTo(people[5]!)],
  ['the first request was answered', (asked) => asked],
];

test.each(deep ? moments : moments.slice(0, 1))(
  'kill -9 when %s: no mail is lost, and at most those on their way come twice',
  async (_, moment) => {
    sink = await startSmtpSink();
    const dataDir = await usedDirectory();
    const smtp = ['--smtp', sink.url];
    const first = await startService(dataDir, ['--key', key, ...smtp]);
    const client = connect(dataDir, first.baseUrl);
    const mailingid = await createOptInMailing({ client }, 'default');
    await client.mailings.sendNow({ mailingid }).orThrow();
    const asked: string[] = [];
    const firstAnswer = Promise.withResolvers<void>();
    const asking = (async () => {
      for (const email of people) {
        const answer = await client.contacts.createByEmail({ email, doi: true, body: {} }).catch(() => undefined);
        if (!answer?.ok) return;
        asked.push(email);
        firstAnswer.resolve();
      }
    })();
    await moment(firstAnswer.promise);
    first.child.kill('SIGKILL');
    await Promise.all([asking, first.ended]);

    // A restart must not wait until the leases of the dead process expire.
    const { kysely, close } = await openServiceDatabase({ dataDir });
    await sql`update job set due_at = now() + interval '1 day' where state = 'running'`.execute(kysely);
    await close();
    const second = await startService(dataDir, smtp);
    try {
      for (const email of asked) await sink.mailTo(email);
      expect(asked.length).toBeGreaterThan(0);
      const copies = asked.map((email) => sink.mails.filter(({ to }) => to.includes(email)));
      expect(sink.mails.length - new Set(sink.mails.map(({ to }) => to[0])).size).toBeLessThanOrEqual(atOnce);
      for (const mails of copies) expect(new Set(mails.map(({ email }) => email.messageId)).size).toBe(1);
    } finally {
      second.child.kill('SIGKILL');
      await second.ended;
    }
  },
);
