import { createClient } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSessionKey } from '../../src/account/sessions/store.ts';
import { revisionLimits } from '../../src/mailings/revisions/keep.ts';
import { readName } from '../../src/pages/console/session.ts';
import { usualDatabases } from '../support/database.ts';
import { createSendout } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signedIn } from '../support/users.ts';

const html = '<p>Hello</p><a href="[[LINK|UNSUBSCRIBE]]">Leave</a> Imprint: A street 1';
const mjml = '<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>';

describe.each(usualDatabases())('revisions of mailings on $kind', ({ open }) => {
  let service: TestService;
  let ada: TestService['client'];
  let number = 0;
  beforeAll(async () => {
    service = await startTestService(await open());
    const { browser } = await signedIn(service, 'sender');
    const apiKey = (await findSessionKey(service.db, readName(browser.cookie.split('=')[1]!)!))!;
    ada = createClient({ baseUrl: `${service.origin}/1.0`, apiKey, fetch: service.fetch });
  });
  afterAll(() => service?.close());

  const create = () => service.client.mailings.create({ name: `Kept ${number++}`, subject: 'First' }).orThrow();
  const save = (mailingid: number, body: Parameters<TestService['client']['mailings']['setContents']>[0]['body']) =>
    service.client.mailings.setContents({ mailingid, body }).orThrow();
  const kinds = async (mailingid: number) =>
    (await service.client.mailings.listRevisions({ mailingid }).orThrow()).map(({ kind, subject }) => [kind, subject]);
  const versions = (mailingid: number) => service.client.mailings.getVersion({ mailingid }).orThrow();

  test('parts are saved together or not at all, and kept with what was there before', async () => {
    const mailingid = await create();
    const { mailings } = service.client;
    await mailings.setHtml({ mailingid, body: '<p>By parts</p>' }).orThrow();
    await save(mailingid, {
      name: `Renamed ${number}`,
      subject: 'Second',
      html,
      text: 'Hello',
      sender_alias: 'Garden',
    });
    expect(await kinds(mailingid)).toEqual([
      ['saved', 'Second'],
      ['found', 'First'],
    ]);
    expect(await mailings.getName({ mailingid }).orThrow()).toBe(`Renamed ${number}`);
    expect(await mailings.getHtml({ mailingid }).orThrow()).toBe(html);
    const before = await versions(mailingid);
    const taken = await mailings.setContents({
      mailingid,
      body: { subject: 'Third', name: 'Kept 0', target_group_id: 404 },
    });
    expect(taken.status).toBe(404);
    await save(mailingid, { subject: 'Second', html });
    expect([await mailings.getSubject({ mailingid }).orThrow(), await versions(mailingid)]).toEqual(['Second', before]);
    expect(await kinds(mailingid)).toHaveLength(2);
    await save(mailingid, { mjml });
    expect(await mailings.getMjml({ mailingid }).orThrow()).toBe(mjml);
    const both = await mailings.setContents({ mailingid, body: { html, mjml } });
    expect(both).toMatchObject({ status: 400, error: { message: 'html and mjml exclude each other' } });
  });

  test('who names an older version saves and restores nothing', async () => {
    const mailingid = await create();
    const seen = { 'If-Match': `"${await versions(mailingid)}"` };
    const { mailings } = service.client;
    await mailings.setContents({ mailingid, body: { subject: 'Hers', html }, ...seen }).orThrow();
    const late = await ada.mailings.setContents({ mailingid, body: { subject: 'His' }, ...seen });
    expect(late).toMatchObject({ status: 409, error: { message: expect.stringContaining('was changed') } });
    const revisionId = (await mailings.listRevisions({ mailingid }).orThrow())[0]!.id;
    expect((await mailings.restoreRevision({ mailingid, revisionId, ...seen })).status).toBe(409);
    expect(await mailings.getSubject({ mailingid }).orThrow()).toBe('Hers');
  });

  test('a draft is of one person, changes nothing that is sent, and ends with saving', async () => {
    const mailingid = await create();
    const { mailings } = service.client;
    await save(mailingid, { html });
    const before = await versions(mailingid);
    for (const subject of ['F', 'Fo', 'Fou'])
      await ada.mailings.setDraft({ mailingid, body: { subject, html: '<p', seen_version: before } }).orThrow();
    await mailings.setDraft({ mailingid, body: { mjml: '<mjml>' } }).orThrow();
    const mine = await ada.mailings.listRevisions({ mailingid }).orThrow();
    expect(mine.map(({ kind, own, subject }) => [kind, own, subject])).toEqual([
      ['autosaved', false, ''],
      ['autosaved', true, 'Fou'],
      ['saved', false, 'First'],
    ]);
    const read = await ada.mailings.getRevision({ mailingid, revisionId: mine[1]!.id }).orThrow();
    expect(read.contents).toEqual({ subject: 'Fou', html: '<p', seen_version: before });
    expect([await versions(mailingid), await mailings.getHtml({ mailingid }).orThrow()]).toEqual([before, html]);
    await mailings.deleteDraft({ mailingid }).orThrow();
    await ada.mailings.setContents({ mailingid, body: { subject: 'Four' } }).orThrow();
    expect(await kinds(mailingid)).toEqual([
      ['saved', 'Four'],
      ['saved', 'First'],
    ]);
    await ada.mailings.setDraft({ mailingid, body: { subject: 'Four', html } }).orThrow();
    expect(await kinds(mailingid)).toHaveLength(2);
  });

  test('a revision is restored whole, and what it replaces is kept', async () => {
    const mailingid = await create();
    const { mailings } = service.client;
    await save(mailingid, { subject: 'Old', mjml, text: 'Old text', preview_text: 'Look' });
    const made = await mailings.getHtml({ mailingid }).orThrow();
    await save(mailingid, { subject: 'New', html, text: '', preview_text: '' });
    const [, old] = await mailings.listRevisions({ mailingid }).orThrow();
    await mailings.setSubject({ mailingid, body: 'By its own operation' }).orThrow();
    await ada.mailings.restoreRevision({ mailingid, revisionId: old!.id }).orThrow();
    const read = [
      mailings.getSubject,
      mailings.getMjml,
      mailings.getHtml,
      mailings.getText,
      mailings.getPreviewText,
    ] as const;
    expect(await Promise.all(read.map((part) => part({ mailingid }).orThrow()))).toEqual([
      'Old',
      mjml,
      made,
      'Old text',
      'Look',
    ]);
    expect(await kinds(mailingid)).toEqual([
      ['restored', 'Old'],
      ['found', 'By its own operation'],
      ['saved', 'New'],
      ['saved', 'Old'],
    ]);
    await ada.mailings.setDraft({ mailingid, body: { subject: '', mjml } }).orThrow();
    const [draft] = await mailings.listRevisions({ mailingid }).orThrow();
    const unfinished = await mailings.restoreRevision({ mailingid, revisionId: draft!.id });
    expect(unfinished).toMatchObject({ status: 400, error: { message: expect.stringContaining('subject') } });
    expect((await mailings.restoreRevision({ mailingid, revisionId: 404_404 })).status).toBe(404);
  });

  test('a mailing that was sent refuses all of it, and can be read', async () => {
    const mailingid = await createSendout(service, html);
    const { mailings } = service.client;
    await save(mailingid, { subject: 'Fixed', html });
    const [revision] = await mailings.listRevisions({ mailingid }).orThrow();
    await mailings.sendNow({ mailingid }).orThrow();
    const revisionId = revision!.id;
    for (const refused of [
      mailings.setContents({ mailingid, body: { subject: 'Late' } }),
      mailings.setDraft({ mailingid, body: { subject: 'Late' } }),
      mailings.restoreRevision({ mailingid, revisionId }),
    ])
      expect(await refused).toMatchObject({ status: 409, error: { message: expect.stringContaining('sealed') } });
    expect((await mailings.getRevision({ mailingid, revisionId }).orThrow()).contents.subject).toBe('Fixed');
    expect(await mailings.getSubject({ mailingid }).orThrow()).toBe('Fixed');
  });

  test('what somebody types changes nothing of a schedule', async () => {
    const mailingid = await createSendout(service, html);
    const { mailings, regularMailings } = service.client;
    await regularMailings.createSchedule({ mailingid, date: '2099-05-04', hours: '07', minutes: '30' }).orThrow();
    const before = await versions(mailingid);
    await mailings.setDraft({ mailingid, body: { subject: 'Typed', html: '' } }).orThrow();
    await save(mailingid, { html });
    expect([await versions(mailingid), await mailings.getState({ mailingid }).orThrow()]).toEqual([
      before,
      'scheduled',
    ]);
  });

  test('an account has so many bytes of revisions; the oldest go first', async () => {
    const [first, second] = [await create(), await create()];
    await save(first, { html });
    const tooMuch = revisionLimits.accountBytes - 10;
    await service.db.updateTable('mailing_revision').set({ bytes: tooMuch }).where('mailing_id', '=', first).execute();
    await save(second, { html });
    expect(await kinds(first)).toEqual([]);
    expect(await kinds(second)).toHaveLength(1);
  });
});
