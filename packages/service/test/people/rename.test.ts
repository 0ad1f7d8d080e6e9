import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const many = 100_000;

describe.each(usualDatabases())('a field that many contacts have, renamed on $kind', ({ kind, open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
    await service.client.contacts.createCustomField({ field: 'SHOE_SIZE', type: 'integer' }).orThrow();
    await sql`
      insert into contact (account_id, external_id, custom_fields)
      select account_id, 'reader ' || i, jsonb_build_object(id::text, 30 + i % 20)
      from custom_field, generate_series(1, ${many}::int) as i`.execute(service.db);
  });
  afterAll(() => service?.close());

  /** Where each row lies and who wrote it: a change of any contact changes it. */
  async function rows(): Promise<unknown> {
    const found = await sql<{ count: number; mark: string }>`
      select count(*), sum(hashtextextended(format('%s %s', ctid, xmin), 0))::text as mark from contact`.execute(
      service.db,
    );
    return found.rows[0];
  }

  const rename = (oldname: string, newname: string) =>
    service.client.contacts.renameCustomField({ oldname, newname }).orThrow();
  const sizeOf = async (reader: number, field: string) => {
    const [contact] = await service.client.contacts
      .listByExternalId({ value: `reader ${reader}`, custom_field: [field] })
      .orThrow();
    return contact!.custom_fields;
  };

  test('no contact changes', async () => {
    const before = await rows();
    expect(before).toMatchObject({ count: many + 6 });
    await rename('SHOE_SIZE', 'SIZE');
    expect(await rows()).toEqual(before);
    expect(await sizeOf(7, 'SIZE')).toEqual([{ name: 'SIZE', value: '37' }]);
    expect(await sizeOf(7, 'SHOE_SIZE')).toEqual([]);
  });

  // The embedded database has one connection: nothing happens there while a transaction is open.
  if (kind === 'embedded') return;

  test('nobody waits for it, and it waits for nobody who changes contacts', async () => {
    const done: string[] = [];
    await service.db.transaction().execute(async (transaction) => {
      await sql`update contact set updated_at = now()`.execute(transaction);
      await rename('SIZE', 'FEET');
      done.push('renamed');
      expect(await sizeOf(8, 'FEET')).toEqual([{ name: 'FEET', value: '38' }]);
      done.push('read');
    });
    done.push('contacts changed');
    expect(done).toEqual(['renamed', 'read', 'contacts changed']);
  });
});
