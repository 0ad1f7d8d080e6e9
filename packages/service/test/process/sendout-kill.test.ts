import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { type CountingSink, countingSink } from '../support/counting-sink.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { startService } from '../support/process.ts';
import { createSendout, outcomes, reached } from '../support/sendout.ts';
import { trusting } from '../support/trust.ts';

/** `npm run test:deep` kills more often in bigger sendouts. */
const people = deep ? 10_000 : 300;
const kills = deep ? 20 : 1;
/** Connections to the mail server. */
const connections = 5;
const key = 'key-that-survives-3';

let sink: CountingSink;
afterEach(() => sink?.close());

const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);

test.each((['resend', 'give_up'] as const).slice(0, deep ? 2 : 1))(
  'kill -9 at random moments of a sendout, uncertain mails: %s',
  { timeout: deep ? 3_600_000 : 300_000 },
  async (policy) => {
    sink = await countingSink();
    const dataDir = await usedDirectory();
    const smtp = ['--smtp', `${sink.url}?maxConnections=${connections}`];
    let service = await startService(dataDir, ['--key', key, ...smtp]);
    const clientOf = ({ baseUrl }: { baseUrl: string }) =>
      createClient({ baseUrl, apiKey: key, fetch: trusting(join(dataDir, 'tls', 'certificate.pem')) });
    const client = clientOf(service);
    const body = Array.from({ length: people }, (_, number) => ({ email: `person-${number}@example.org` }));
    await client.contacts.synchronize({ body, permission: 5 }).orThrow();
    const groups = await client.targetGroups.list({ page_index: 1, page_size: 10 }).orThrow();
    const group = groups.items.find(({ type }) => type === 'regular')!.id!;
    const mailingid = await createSendout({ client, groupId: async () => group });
    await client.mailingProperties.add({ mailingid, body: [{ key: 'uncertain_mails', value: policy }] }).orThrow();
    await client.mailings.sendNow({ mailingid }).orThrow();

    for (let kill = 1; kill <= kills; kill++) {
      // A random moment in each part of the sendout, the first perhaps before anybody has got a mail.
      const moment = Math.floor(((kill - Math.random()) * people) / (kills + 1));
      await sink.count(moment);
      service.child.kill('SIGKILL');
      await service.ended;
      const { kysely, close } = await openServiceDatabase({ dataDir });
      const counts = await outcomes({ db: kysely }, mailingid);
      // Whoever waited for the leases of the dead process to run out would wait longer than this test may take.
      await sql`update recipient_batch set lease_until = now() + interval '1 day' where owner is not null`.execute(
        kysely,
      );
      await sql`update job set due_at = now() + interval '1 day' where state = 'running'`.execute(kysely);
      await close();
      expect([0, people + 6], 'all recipients are there, or none yet').toContain(total(counts));
      const before = [...sink.mails.values()].flat().length;
      service = await startService(dataDir, smtp);
      await sink.count(before + 1);
    }
    await reached({ client: clientOf(service) }, mailingid, 'done', deep ? 1_800_000 : 240_000);
    service.child.kill('SIGKILL');
    await service.ended;

    const copies = [...sink.mails.values()];
    const doubled = copies.reduce((sum, ids) => sum + ids.length - 1, 0);
    const lost = people + 6 - copies.length;
    console.log(`${kills} kills, ${policy}: ${lost} lost, ${doubled} sent twice, of ${people + 6}`);
    if (policy === 'resend') {
      expect(lost).toBe(0);
      expect(doubled).toBeLessThanOrEqual(kills * connections);
      for (const ids of copies) expect(new Set(ids).size, 'a copy has the same Message-ID').toBe(1);
    } else {
      expect(doubled).toBe(0);
      expect(lost).toBeLessThanOrEqual(kills * connections);
    }
  },
);
