import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { emptyServerDatabase } from '../support/database.ts';
import { confirmLink, releaseOptInMailing } from '../support/opt-in.ts';
import { freshDirectory, runMailwright, startService } from '../support/process.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { trusting } from '../support/trust.ts';

const nowhere = async () => ({ place: [] as string[], remove: async () => {} });
const onServer = async () => {
  const { config, remove } = await emptyServerDatabase();
  return { place: ['--database', config.databaseUrl], remove };
};

const places: [name: string, open: typeof nowhere | typeof onServer][] = [
  ['a PostgreSQL server', onServer],
  ['the embedded database', nowhere],
];

describe.each(deep ? places : places.slice(0, 1))('import --doi on %s', (_, open) => {
  const directory = freshDirectory();
  const data = join(directory, 'data');
  let place: string[];
  let remove: () => Promise<void>;
  let smtp: SmtpSink;
  let service: Awaited<ReturnType<typeof startService>>;
  let fetch: ReturnType<typeof trusting>;
  let client: Client;
  beforeAll(async () => {
    ({ place, remove } = await open());
    smtp = await startSmtpSink();
    service = await startService(data, [...place, '--smtp', smtp.url]);
    fetch = trusting(join(data, 'tls/certificate.pem'));
    client = createClient({ baseUrl: service.baseUrl, apiKey: service.key, fetch });
    await releaseOptInMailing({ client }, 'welcome');
  });
  afterAll(async () => {
    service?.child.kill('SIGTERM');
    await service?.ended;
    await smtp?.close();
    await remove?.();
  });

  const imported = (lines: string[], ...options: string[]) => {
    const file = join(directory, 'readers.csv');
    writeFileSync(file, `email,First name,permission\n${lines.join('\n')}\n`);
    return runMailwright(['import', file, ...options, '--data', data, ...place]).ended;
  };
  const permissionOf = async (email: string) => (await client.contacts.getByEmail({ email }).orThrow()).permission;
  const confirm = async (email: string) => {
    const link = confirmLink((await smtp.mailTo(email)).email);
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
  };

  test('everybody is asked who has not agreed, and agrees by the link', async () => {
    const sure = client.contacts.createByEmail({ email: 'sure@example.org', permission: 5, body: {} });
    await Promise.all([
      sure.orThrow(),
      client.contacts.createByEmail({ email: 'once@example.org', permission: 3, body: {} }).orThrow(),
      client.contacts.createByEmail({ email: 'gone@example.org', permission: 3, body: {} }).orThrow(),
    ]);
    await client.contacts.unsubscribeByEmail({ email: 'gone@example.org' }).orThrow();
    const lines = [
      'new@example.org,Ada,',
      'other@example.org,Ben,4',
      'sure@example.org,,',
      'once@example.org,,',
      'gone@example.org,,',
      'bad,,',
    ];

    const rehearsal = await imported(lines, '--doi', '--doi-mailing', 'welcome', '--dry-run');
    expect(rehearsal.stdout, rehearsal.stderr).toContain('3 confirmation mails would be queued');
    const { code, stdout, stderr } = await imported(lines, '--doi', '--doi-mailing', 'welcome');
    expect([code, stdout], stderr).toEqual([
      2,
      expect.stringMatching(
        /6 rows, 2 new, 2 existing, 1 unsubscribed .* 1 with errors\.\n3 confirmation mails are queued/,
      ),
    ]);
    expect(stderr).not.toContain('Without --permission');
    const all = ['new@example.org', 'other@example.org', 'once@example.org', 'sure@example.org'];
    expect(await Promise.all(all.map(permissionOf))).toEqual([1, 1, 3, 5]);

    await confirm('new@example.org');
    expect(await permissionOf('new@example.org')).toBe(4);
    expect(smtp.mails.filter(({ to }) => to.includes('sure@example.org'))).toEqual([]);
  });

  test('who can still answer is not asked again, who has confirmed only for more', async () => {
    const lines = ['new@example.org,Ada,', 'other@example.org,Ben,'];
    const again = await imported(lines, '--doi', '--doi-mailing', 'welcome', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ rows: 2, existing: 2, asked: 0, complete: true });
    const more = await imported(lines, '--doi', '--doi-plus', '--doi-mailing', 'welcome', '--json');
    expect(JSON.parse(more.stdout)).toMatchObject({ existing: 2, asked: 2 });
  });

  test.each([
    [['--doi'], 'no double-opt-in mailing has the key "default"'],
    [['--doi-plus'], '--doi-plus is only possible together with --doi'],
    [['--doi-mailing', 'welcome'], '--doi-mailing is only possible together with --doi'],
  ])('%s: refused, and nothing is stored', async (options, message) => {
    const { code, stderr } = await imported(['stranger@example.org,,'], ...options);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect((await client.contacts.getByEmail({ email: 'stranger@example.org' })).status).toBe(404);
  });
});
