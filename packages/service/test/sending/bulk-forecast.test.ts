import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { createSendout } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { dnsOfTexts } from '../support/texts-dns.ts';

describe.each(usualDatabases())('who becomes a bulk sender on $kind', ({ open }) => {
  let service: TestService;
  let mailingid: number;
  const texts = new Map<string, string[]>();
  beforeAll(async () => {
    service = await startTestService(
      await open(),
      undefined,
      {},
      { dns: dnsOfTexts(async (name) => texts.get(name) ?? []) },
    );
    mailingid = await createSendout(service);
  });
  afterAll(() => service?.close());

  let added = 0;
  const add = (domain: string, contacts: number, unsubscribed = false) => {
    const first = added + 1;
    added += contacts;
    return sql`
      insert into contact (account_id, email, email_folded, permission, unsubscribed_at)
      select ${service.accountId}, address, address, 2, case when ${unsubscribed}::bool then now() end
      from (select 'p' || i || '@' || ${domain}::text as address from generate_series(${first}::int, ${added}::int) as i) as made`.execute(
      service.db,
    );
  };
  const readiness = async () => {
    const { audience, obstacles } = await service.client.mailings.getReadiness({ mailingid }).orThrow();
    return { receivers: audience?.bulk_receivers, lacking: obstacles.filter(({ code }) => code === 'bulk_sender') };
  };

  test('the forecast counts who would get the mailing, and says what is missing then', async () => {
    await add('gmail.com', 4000);
    await add('googlemail.com', 999);
    await add('gmail.com', 100, true);
    await add('shop.example', 3000);
    expect(await readiness()).toEqual({ receivers: undefined, lacking: [] });
    await add('gmail.com', 1);
    const receivers = [{ name: 'Gmail', mails: 5000, lately: 0, bulk_from: 5000 }];
    const { receivers: found, lacking } = await readiness();
    expect(found).toEqual(receivers);
    expect(lacking).toMatchObject([
      {
        severity: 'warns',
        temporary: true,
        message: expect.stringMatching(/^Gmail gets 5000 mails .*: DKIM, SPF, DMARC\.$/),
      },
    ]);
    texts.set('_dmarc.example.com', ['v=DMARC1; p=none; aspf=r']);
    texts.set('example.com', ['v=spf1 a -all']);
    expect((await readiness()).lacking[0]!.message).toMatch(/: DKIM\.$/);
  });

  test('mails of the last 24 hours count', async () => {
    await sql`delete from contact where account_id = ${service.accountId} and email_folded = ${`p${added}@gmail.com`}`.execute(
      service.db,
    );
    expect((await readiness()).receivers).toBeUndefined();
    await sql`
      insert into delivery (account_id, mailing_id, contact_id, message_id, sent_at)
      select account_id, ${mailingid}, id, '<' || id || '@x>', now() - interval '25 hours' from contact
      where account_id = ${service.accountId} and email_folded = 'p1@gmail.com'`.execute(service.db);
    expect((await readiness()).receivers).toBeUndefined();
    await sql`update delivery set sent_at = now() - interval '23 hours' where account_id = ${service.accountId}`.execute(
      service.db,
    );
    expect((await readiness()).receivers).toEqual([{ name: 'Gmail', mails: 4999, lately: 1, bulk_from: 5000 }]);
  });
});
