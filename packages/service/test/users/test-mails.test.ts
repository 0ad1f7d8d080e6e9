import { createClient } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRights } from '../../src/account/index.ts';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import type { Role } from '../../src/account/tables.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { mailsOf } from '../support/users.ts';

describe.each(usualDatabases())('test mails on $kind', ({ open }) => {
  let service: TestService;
  let mailingid: number;
  beforeAll(async () => {
    service = await startTestService(await open());
    mailingid = await service.client.mailings.create({ name: 'Trial', subject: 'Hi' }).orThrow();
    await service.client.mailings.setText({ mailingid, body: 'Hi [[LINK|UNSUBSCRIBE]]' }).orThrow();
    await service.client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
  });
  afterAll(() => service?.close());

  /** A client with the session of an active user. */
  async function clientOf(role: Role, email = `${role}@example.net`) {
    const user = { email, email_folded: email, name: role, role, state: 'active' as const };
    const { id } = await service.db
      .insertInto('account_user')
      .values({ account_id: service.accountId, ...user })
      .returning('id')
      .executeTakeFirstOrThrow();
    const apiKey = generateKey();
    const about = { label: '', rights: [...allRights], creator: role, expires_at: null, user_id: id };
    await insertKey(service.db, service.accountId, apiKey, about);
    return createClient({ baseUrl: `${service.origin}/1.0`, apiKey, fetch: service.fetch });
  }

  test('of people who may not send go to users, and to test groups of people who may', async () => {
    const editor = await clientOf('editor');
    const to = async (email: string) => (await editor.mailingChecks.sendTestEmail({ mailingid, email })).status;
    expect([await to('editor@example.net'), await to('stranger@example.org')]).toEqual([200, 403]);
    expect(await mailsOf(service, 'stranger@example.org')).toEqual([]);

    const rules = [{ field: 'EMAIL' as const, operator: 'EQUALS' as const, value: 'stranger@example.org' }];
    await service.client.contacts.createByEmail({ email: 'stranger@example.org', permission: 5, body: {} }).orThrow();
    const groupOf = async (by: typeof editor, name: string) => {
      const filter = await by.contactFilters.create({ body: { name, rules } as never }).orThrow();
      return by.targetGroups.create({ body: { name, type: 'test', contact_filter_id: filter } as never }).orThrow();
    };
    const own = await groupOf(editor, 'Own');
    const given = await groupOf(service.client, 'Given');
    const start = async (id: number) => [
      (await editor.mailingChecks.startTestSendout({ mailingid, test_targetgroup_id: id })).status,
      (await editor.mailingChecks.startApproval({ mailingid, test_targetgroup_id: id })).status,
    ];
    expect(await start(own)).toEqual([403, 403]);
    expect(await mailsOf(service, 'stranger@example.org')).toEqual([]);
    expect((await start(given)).every((status) => status < 300)).toBe(true);
  });

  test('of people who may not send are twenty an hour, to whomever they go', async () => {
    const editor = await clientOf('editor', 'busy@example.net');
    const send = () => editor.mailingChecks.sendTestEmail({ mailingid, email: 'busy@example.net' });
    const statuses: number[] = [];
    for (let sent = 0; sent < 21; sent++) statuses.push((await send()).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
    const other = await clientOf('editor', 'idle@example.net');
    expect((await other.mailingChecks.sendTestEmail({ mailingid, email: 'idle@example.net' })).status).toBe(200);
  });

  test.each(['sender', 'administrator'] as const)('of a %s go anywhere', async (role) => {
    const client = await clientOf(role);
    const email = `anybody-${role}@example.org`;
    expect((await client.mailingChecks.sendTestEmail({ mailingid, email })).status).toBe(200);
  });

  test('of every API key that may post go anywhere, but to no suppressed address', async () => {
    const client = await service.clientWith(['post']);
    const to = (email: string) => client.mailingChecks.sendTestEmail({ mailingid, email });
    expect((await to('anybody@example.org')).status).toBe(200);
    const { id } = await service.db
      .insertInto('blacklist')
      .values({ account_id: service.accountId, name: 'Never' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await service.client.blacklists
      .addEntries({ blacklistId: id, body: { entries: ['*@suppressed.example'] } })
      .orThrow();
    const refused = await to('ada@suppressed.example');
    expect([refused.status, JSON.stringify(refused.error)]).toEqual([
      400,
      expect.stringContaining('blocked: blacklist'),
    ]);
    expect(await mailsOf(service, 'ada@suppressed.example')).toEqual([]);
  });
});
