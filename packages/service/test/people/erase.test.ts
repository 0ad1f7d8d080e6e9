import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockContacts } from '../../src/people/blocks/store.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Every table in which a row holds the text, in whatever column. */
async function tablesWith(db: Db, text: string): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ hits: number }>`
      select count(*) as hits from ${sql.table(name)} as line where position(${text} in lower(line::text)) > 0`.execute(
      db,
    );
    if (rows[0]!.hits > 0) found.push(name);
  }
  return found;
}

describe.each(usualDatabases())('erasing contacts on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());
  const contacts = () => service.client.contacts;

  /** Leaves traces of a contact wherever there are any. */
  async function live(name: string): Promise<number> {
    const email = `${name}@traces.example.org`;
    const id = await contacts()
      .createByEmail({
        email,
        permission: 5,
        src: `page of ${name}`,
        subscription_page: `${name}-page`,
        body: {
          external_id: `id-of-${name}`,
          standard_fields: [
            { name: 'ORGANIZATION', value: 'Demo team' },
            { name: 'FULLNAME', value: `${name} moreau` },
          ],
          preferences: [{ name: 'Nick', category: 'Names', value: `${name}-nick`, source: `${name}-source` }],
        },
      })
      .orThrow();
    const twice = [{ email }, { email }];
    await contacts().synchronize({ ignore_invalid_contacts: true, body: twice }).orThrow();
    const { mailings, mailingChecks } = service.client;
    const mailingid = await mailings.create({ name: `Mailing of ${id}`, subject: 'x' }).orThrow();
    await mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
    await mailings.setHtml({ mailingid, body: '<p>x</p>' }).orThrow();
    await mailingChecks.startApproval({ mailingid, test_targetgroup_id: await service.groupId('test') }).orThrow();
    await blockContacts(service.db, service.accountId, (contact) => contact('id', '=', id), 'bounce_policy');
    await contacts()
      .unsubscribe({ id, reason: [`other|i am ${name}`, 'no_demand'] })
      .orThrow();
    return id;
  }

  async function logCounts() {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from unsubscription) as unsubscriptions,
        (select count(*) from unsubscription_reason) as reasons, (select count(*) from contact_block) as blocks`.execute(
      service.db,
    );
    return rows[0];
  }

  test.each<[name: string, erase: (id: number) => PromiseLike<{ ok: boolean }>]>([
    ['zacharias', (id) => contacts().delete({ id })],
    ['yolanthe', () => contacts().deleteByEmail({ email: 'Yolanthe@traces.example.org' })],
    ['xanthippe', () => contacts().deleteByExternalId({ value: 'id-of-xanthippe' })],
    ['wenzeslaus', () => contacts().deleteAll({ authorized: 'yes' })],
  ])('%s leaves no trace, and no count changes', async (name, erase) => {
    const id = await live(name);
    expect(await tablesWith(service.db, name)).toEqual(
      expect.arrayContaining(['approval', 'contact', 'unsubscription_reason']),
    );
    const before = await logCounts();
    expect(await erase(id)).toMatchObject({ ok: true });
    expect(await tablesWith(service.db, name)).toEqual([]);
    expect(await logCounts()).toEqual(before);
    expect(service.log.join('\n')).not.toContain(name);
  });

  test('all of an account, only when told so', async () => {
    expect(await contacts().count({}).orThrow()).toBe(0);
    await contacts().createByEmail({ email: 'kept@example.org', body: {} }).orThrow();
    for (const query of ['', '?authorized=no', '?authorized=']) {
      expect((await callRaw(service, { method: 'DELETE', path: `/contacts${query}` })).status).toBe(400);
    }
    expect(await contacts().count({}).orThrow()).toBe(1);
  });

  test('thousands at once, in pieces', async () => {
    const body = Array.from({ length: 5001 }, (_, i) => ({ email: `reader-${i}@example.org` }));
    await contacts().synchronize({ body }).orThrow();
    await contacts().deleteAll({ authorized: 'yes' }).orThrow();
    expect(await contacts().count({}).orThrow()).toBe(0);
  });
});
