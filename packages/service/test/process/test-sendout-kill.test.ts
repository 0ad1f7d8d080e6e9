import { join } from 'node:path';
import { type Client, createClient } from '@mailwright/client';
import { afterEach, expect, test, vi } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { startService } from '../support/process.ts';
import { createSendout } from '../support/sendout.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { trusting } from '../support/trust.ts';

/** Mails of a sendout that the service has under way at the same time. */
const atOnce = 5;
const people = Array.from({ length: 40 }, (_, i) => `tester-${i}@team.example`);
const key = 'key-that-survives-4';

let sink: SmtpSink;
afterEach(() => sink?.close());

function connect(dataDir: string, baseUrl: string): Client {
  return createClient({ baseUrl, apiKey: key, retries: 0, fetch: trusting(join(dataDir, 'tls', 'certificate.pem')) });
}

async function testGroup({ contacts, contactFilters, targetGroups }: Client): Promise<number> {
  const body = people.map((email, number) => ({ email, external_id: `tester-${number}` }));
  await contacts.synchronize({ body, permission: 5 }).orThrow();
  const rules = [{ field: 'EXTERNAL_ID', operator: 'STARTS_WITH' as const, value: 'tester-' }];
  const filter = await contactFilters.create({ body: { name: 'Team', rules } }).orThrow();
  return targetGroups.create({ body: { name: 'Testers', type: 'test', contact_filter_id: filter } }).orThrow();
}

const starts = {
  'a test sendout': (client: Client, mailingid: number, test_targetgroup_id: number) =>
    client.mailingChecks.startTestSendout({ mailingid, test_targetgroup_id }),
  'a sendout for approval': (client: Client, mailingid: number, test_targetgroup_id: number) =>
    client.mailingChecks.startApproval({ mailingid, test_targetgroup_id }),
};
const reads = {
  'a test sendout': (client: Client, mailingid: number) => client.mailingChecks.getTestSendout({ mailingid }),
  'a sendout for approval': (client: Client, mailingid: number) => client.mailingChecks.getApproval({ mailingid }),
};

test.each((['a sendout for approval', 'a test sendout'] as const).slice(0, deep ? 2 : 1))(
  'kill -9 during %s: the rest is sent after the restart, and its result is there',
  async (what) => {
    sink = await startSmtpSink();
    const dataDir = await usedDirectory();
    const smtp = ['--smtp', sink.url];
    const first = await startService(dataDir, ['--key', key, ...smtp]);
    const client = connect(dataDir, first.baseUrl);
    const group = await testGroup(client);
    const html = '<p>Hello</p><a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a>';
    const groups = await client.targetGroups.list({ page_size: 10 }).orThrow();
    const regular = groups.items.find(({ type }) => type === 'regular')!.id!;
    const mailingid = await createSendout({ client, groupId: async () => regular }, html);
    const asked = starts[what](client, mailingid, group).then(({ status }) => status);
    const early = asked.then((status) => expect.unreachable(`It was answered with ${status} before the middle.`));
    await Promise.race([sink.mailTo(people[12]!), early]);
    first.child.kill('SIGKILL');
    await Promise.allSettled([first.ended, early]);
    expect(await asked, 'nobody was told that it is done').toBe(0);
    expect(sink.mails.length, 'it was in the middle').toBeLessThan(people.length);

    const second = await startService(dataDir, smtp);
    try {
      for (const email of people) await sink.mailTo(email);
      const again = connect(dataDir, second.baseUrl);
      const result = await vi.waitFor(() => reads[what](again, mailingid).orThrow());
      expect(result.findings).toEqual([]);
      expect(result.state).toBe(what === 'a test sendout' ? 'success' : 'warning');
      expect(sink.mails.length).toBeLessThanOrEqual(people.length + atOnce);
      const copies = people.map((email) => sink.mails.filter(({ to }) => to.includes(email)));
      for (const mails of copies) expect(new Set(mails.map(({ email }) => email.messageId)).size).toBe(1);
      if (what === 'a sendout for approval') {
        expect((result as { approvals?: unknown[] }).approvals).toHaveLength(people.length);
        for (const { email } of sink.mails) {
          const [link] = /https:[^"]+\/approve\/[^"]+/.exec(email.html!)!;
          const address = new URL(new URL(link).pathname, second.baseUrl).href;
          const page = await trusting(join(dataDir, 'tls', 'certificate.pem'))(address);
          expect(page.status, 'each copy has a link that is good').toBe(200);
        }
      }
    } finally {
      second.child.kill('SIGKILL');
      await second.ended;
    }
  },
);

test('kill -9 between the hand-over of a single test mail and the note of it: it comes once more, and then no more', async () => {
  sink = await startSmtpSink();
  const dataDir = await usedDirectory();
  const smtp = ['--smtp', sink.url];
  const email = 'tester@team.example';
  const first = await startService(dataDir, ['--key', key, ...smtp]);
  const client = connect(dataDir, first.baseUrl);
  const groups = await client.targetGroups.list({ page_size: 10 }).orThrow();
  const regular = groups.items.find(({ type }) => type === 'regular')!.id!;
  const mailingid = await createSendout({ client, groupId: async () => regular }, '<p>Hello</p>');
  // The server has the mail, and the service does not hear so.
  sink.silent.add(email);
  const asked = client.mailingChecks.sendTestEmail({ mailingid, email }).then(({ status }) => status);
  await sink.mailTo(email);
  first.child.kill('SIGKILL');
  await first.ended;
  expect(await asked, 'nobody was told that it is sent').toBe(0);

  sink.silent.clear();
  const second = await startService(dataDir, smtp);
  await sink.mailTo(email, 2);
  second.child.kill('SIGTERM');
  await second.ended;
  const { kysely, close } = await openServiceDatabase({ dataDir });
  const mails = await kysely.selectFrom('recipient').select(['address as email', 'state']).execute();
  await close();
  expect(mails).toEqual([{ email, state: 'sent' }]);
  expect(sink.mails).toHaveLength(2);
  expect(new Set(sink.mails.map((mail) => mail.email.messageId)).size, 'they are the same mail').toBe(1);
});
