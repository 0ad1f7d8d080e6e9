import type { Client } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { seal } from '../support/seal.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(usualDatabases())('copies of mailings on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
  });
  afterAll(() => service?.close());

  const row = (id: number) =>
    service.db.selectFrom('mailing').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const content = (id: number) =>
    service.db.selectFrom('mailing_content').selectAll().where('mailing_id', '=', id).executeTakeFirstOrThrow();

  test('a copy of a sealed mailing is a draft with all but history, name and key', async () => {
    const mailingid = await client.mailings.create({ name: 'Spring', subject: 'Früh', editorVersion: 'v1' }).orThrow();
    const { mailings, regularMailings } = client;
    await mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
    await mailings.setSenderAlias({ mailingid, body: 'News' }).orThrow();
    await mailings.setRecipientAlias({ mailingid, body: 'You' }).orThrow();
    await mailings.setReplyTo({ mailingid, auto: false, customEmail: 'reply@example.com' }).orThrow();
    await mailings.setPreviewText({ mailingid, body: 'Look' }).orThrow();
    await mailings.setHtml({ mailingid, body: '<p>Hi</p>' }).orThrow();
    await mailings.setText({ mailingid, body: 'Hi' }).orThrow();
    await mailings.setTags({ mailingid, body: 'a#b' }).orThrow();
    await mailings.setLocale({ mailingid, body: 'de' }).orThrow();
    await mailings.setSpeedLevel({ mailingid, body: 'low' }).orThrow();
    await mailings.setTrackingStrategy({ mailingid, body: 'none' }).orThrow();
    await mailings.disableQosChecks({ mailingid }).orThrow();
    await regularMailings.setTargetGroup({ mailingid, body: await service.groupId('regular') }).orThrow();
    await regularMailings.setContactsLimit({ mailingid, body: 5 }).orThrow();
    await regularMailings.setTargetGroupUpdate({ mailingid, body: false }).orThrow();
    await regularMailings.setCleanup({ mailingid, body: true }).orThrow();
    await client.triggerMailings.setIgnorePermission({ mailingid, body: true }).orThrow();
    await client.mailingProperties.add({ mailingid, body: [{ key: 'campaign', value: 'x' }] }).orThrow();
    const blacklistid = await client.mailingBlacklists.create({ name: 'Rivals' }).orThrow();
    await client.mailings.addBlacklist({ mailingid, blacklistid }).orThrow();
    await client.mailingAttachments.add({ mailingid, filename: 'terms.txt', body: new Blob(['Terms']) }).orThrow();
    await seal(service, mailingid);

    const copy = await client.mailings.copy({ mailingid }).orThrow();
    const { archive_token, report_token, ...rest } = await row(mailingid);
    const copied = await row(copy);
    expect(copied).toEqual({
      ...rest,
      id: copy,
      name: 'Spring (2)',
      name_folded: 'spring (2)',
      state: 'draft',
      version: 1,
      content_version: 1,
      qos_checks: true,
      archive_token: expect.not.stringContaining(archive_token),
      report_token: expect.not.stringContaining(report_token),
      created_at: expect.any(Date),
      updated_at: expect.any(Date),
    });
    expect(await content(copy)).toEqual({ ...(await content(mailingid)), mailing_id: copy });
    expect(await client.mailingProperties.getAll({ mailingid: copy }).orThrow()).toEqual([
      { key: 'campaign', value: 'x' },
    ]);
    const lists = await client.mailings.getBlacklists({ mailingid: copy }).orThrow();
    expect(lists.map(({ name }) => name)).toEqual(['Rivals']);
    const files = await client.mailingAttachments.getAll({ mailingid: copy }).orThrow();
    expect(files.map(({ filename }) => filename)).toEqual(['terms.txt']);
    const history = service.db.selectFrom('mailing_transition').selectAll().where('mailing_id', '=', copy);
    expect(await history.execute()).toEqual([]);
  });

  test('the key of a double-opt-in mailing stays its own', async () => {
    const mailingid = await client.mailings.create({ name: 'Opt in', subject: 'x', type: 'doi' }).orThrow();
    await client.doubleOptInMailings.setDoiKey({ mailingid, body: 'welcome' }).orThrow();
    const copy = await client.mailings.copy({ mailingid }).orThrow();
    expect(await row(copy)).toMatchObject({ type: 'doi', doi_key: null });
  });

  test('many copies at once get names of their own', async () => {
    const mailingid = await client.mailings.create({ name: 'Often', subject: 'x' }).orThrow();
    const copies = await Promise.all(Array.from({ length: 6 }, () => client.mailings.copy({ mailingid }).orThrow()));
    const names = await Promise.all(copies.map(async (id) => (await row(id)).name));
    expect(names.sort()).toEqual([2, 3, 4, 5, 6, 7].map((number) => `Often (${number})`));
  });

  test('of a copy that fails halfway nothing is left', async () => {
    const mailingid = await client.mailings.create({ name: 'Half', subject: 'x' }).orThrow();
    await client.mailingProperties.add({ mailingid, body: [{ key: 'campaign', value: 'x' }] }).orThrow();
    const before = await client.mailings.listByStates({ states: ['draft'] }).orThrow();
    await sql`alter table mailing_property add constraint no_more check (false) not valid`.execute(service.db);
    try {
      expect((await client.mailings.copy({ mailingid })).status).toBe(500);
    } finally {
      await sql`alter table mailing_property drop constraint no_more`.execute(service.db);
    }
    expect((await client.mailings.listByStates({ states: ['draft'] }).orThrow()).total).toBe(before.total);
    expect(await client.mailings.copy({ mailingid }).orThrow()).toBeGreaterThan(mailingid);
  });

  test('404 for a mailing that there is not', async () => {
    expect(await client.mailings.copy({ mailingid: 404404 })).toMatchObject({ status: 404 });
  });
});
