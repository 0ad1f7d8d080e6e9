import type { Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { seal } from '../support/seal.ts';
import { startTestService, type TestService } from '../support/service.ts';

const xml = (root: string, text: string) => `<${root}>${text}</${root}>`;

/** Below `/mailings/ID`: a body that is refused, and what is said. */
const refused: [path: string, body: string, message: string][] = [
  ['/name', xml('name', '001&lt;h1&gt;escape me&lt;/h1&gt;'), 'name must be a single line without < and >'],
  ['/name', xml('name', 'ab'), 'name must have at least 3 characters'],
  ['/name', xml('name', 'Taken'), 'name "Taken" is used by another mailing'],
  ['/settings/trackingstrategy', xml('tracking_strategy', 'secretly'), 'tracking_strategy must be one of none'],
  ['/settings/speedlevel', xml('speed_level', 'ludicrous'), 'speed_level must be one of low'],
  ['/settings/tags', xml('tags', 'x'.repeat(4097)), 'tags must have at most 4096 characters'],
  ['/settings/locale', xml('locale', 'english'), 'locale must have at most 5 characters'],
  ['/settings/contacts_limit', xml('contacts_limit', '-1'), 'contacts_limit must be at least 0'],
  ['/settings/contacts_limit', xml('contacts_limit', '2147483648'), 'contacts_limit must not exceed 2147483647'],
  [
    '/settings/targetgroup_update',
    xml('targetgroup_update', 'maybe'),
    '/targetgroup_update: must be true or false, not "maybe"',
  ],
  ['/settings/post_sendout_cleanup', xml('cleanup', ''), '/cleanup: must be true or false'],
  ['/contents/subject', xml('subject', ''), 'subject must have at least 1 character'],
  ['/contents/subject', xml('subject', 'x'.repeat(1024)), 'subject must have at most 1023 characters'],
  ['/contents/subject', xml('subject', 'Hello&#13;&#10;Bcc: eve@example.com'), 'subject must be a single line'],
  ['/contents/previewtext', xml('previewtext', 'x'.repeat(256)), 'previewtext must have at most 255 characters'],
  ['/contents/sender', xml('sender', 'nobody'), 'sender must be an email address'],
  ['/contents/sender', xml('sender', 'a@example.com&#10;Bcc:eve@example.com'), 'sender must be an email address'],
  ['/contents/senderalias', xml('senderalias', 'Ada&#10;Bcc: eve@example.com'), 'senderalias must be a single line'],
  [
    '/contents/recipientalias',
    xml('recipientalias', 'Ada&#13;Bcc: eve@example.com'),
    'recipientalias must be a single line',
  ],
  ['/settings/replyto?auto=false', '', 'customEmail is required when auto is false'],
  ['/settings/replyto?auto=false&customEmail=a%40b', '', 'customEmail "a@b" is not an email address'],
  [
    '/settings/replyto?auto=false&customEmail=a%40b.example%0D%0ABcc%3Aeve%40b.example',
    '',
    'customEmail must be an email address',
  ],
];

describe.each(usualDatabases())('settings and contents of mailings on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  const create = (name: string, type?: 'regular' | 'trigger' | 'doi') =>
    client.mailings.create({ name, subject: 'Hello', ...(type ? { type } : {}) }).orThrow();
  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
    await create('Taken');
  });
  afterAll(() => service?.close());

  test('what a new mailing has', async () => {
    const mailingid = await create('Fresh');
    const of = { mailingid };
    const { mailings, regularMailings, triggerMailings } = client;
    expect({
      type: await mailings.getType(of).orThrow(),
      strategy: await mailings.getTrackingStrategy(of).orThrow(),
      speed: await mailings.getSpeedLevel(of).orThrow(),
      tags: await mailings.getTags(of).orThrow(),
      locale: await mailings.getLocale(of).orThrow(),
      preview: await mailings.getPreviewText(of).orThrow(),
      senderAlias: await mailings.getSenderAlias(of).orThrow(),
      recipientAlias: await mailings.getRecipientAlias(of).orThrow(),
      replyTo: await mailings.getReplyTo(of).orThrow(),
      text: await mailings.getText(of).orThrow(),
      size: await mailings.getMaxContentSize(of).orThrow(),
      domain: await mailings.getDomain(of).orThrow(),
      limit: await regularMailings.getContactsLimit(of).orThrow(),
      update: await regularMailings.getTargetGroupUpdate(of).orThrow(),
      cleanup: await regularMailings.getCleanup(of).orThrow(),
      ignore: await triggerMailings.getIgnorePermission(of).orThrow(),
    }).toEqual({
      type: 'regular',
      strategy: 'highest-permission',
      speed: 'medium',
      tags: '',
      locale: 'en',
      preview: '',
      senderAlias: '',
      recipientAlias: '',
      replyTo: { active: false, auto: true },
      text: '',
      size: 2048,
      domain: 'news.example.com',
      limit: 2147483647,
      update: true,
      cleanup: false,
      ignore: false,
    });
  });

  test('everything that is set is read again', async () => {
    const mailingid = await create('Filled');
    const { mailings, regularMailings, triggerMailings } = client;
    await mailings.setTrackingStrategy({ mailingid, body: 'single-recipient' }).orThrow();
    expect(await mailings.getTrackingStrategy({ mailingid }).orThrow()).toBe('single-recipient');
    await mailings.setSpeedLevel({ mailingid, body: 'supersonic' }).orThrow();
    expect(await mailings.getSpeedLevel({ mailingid }).orThrow()).toBe('supersonic');
    await mailings.setTags({ mailingid, body: '#summer##sale#summer# vip #' }).orThrow();
    expect(await mailings.getTags({ mailingid }).orThrow()).toBe('summer#sale#vip');
    await mailings.setTags({ mailingid, body: '' }).orThrow();
    expect(await mailings.getTags({ mailingid }).orThrow()).toBe('');
    await mailings.setPreviewText({ mailingid, body: 'More & more' }).orThrow();
    expect(await mailings.getPreviewText({ mailingid }).orThrow()).toBe('More & more');
    await mailings.setSenderAlias({ mailingid, body: 'Ada [[ACCOUNT|NAME]]' }).orThrow();
    expect(await mailings.getSenderAlias({ mailingid }).orThrow()).toBe('Ada [[ACCOUNT|NAME]]');
    await mailings.setRecipientAlias({ mailingid, body: '[[CONTACT|FULLNAME]]' }).orThrow();
    expect(await mailings.getRecipientAlias({ mailingid }).orThrow()).toBe('[[CONTACT|FULLNAME]]');
    await regularMailings.setContactsLimit({ mailingid, body: 0 }).orThrow();
    expect(await regularMailings.getContactsLimit({ mailingid }).orThrow()).toBe(0);
    await regularMailings.setTargetGroupUpdate({ mailingid, body: false }).orThrow();
    expect(await regularMailings.getTargetGroupUpdate({ mailingid }).orThrow()).toBe(false);
    await regularMailings.setCleanup({ mailingid, body: true }).orThrow();
    expect(await regularMailings.getCleanup({ mailingid }).orThrow()).toBe(true);
    await triggerMailings.setIgnorePermission({ mailingid, body: true }).orThrow();
    expect(await triggerMailings.getIgnorePermission({ mailingid }).orThrow()).toBe(true);
    await mailings.disableQosChecks({ mailingid }).orThrow();
    const row = service.db.selectFrom('mailing').select('qos_checks').where('id', '=', mailingid);
    expect(await row.executeTakeFirst()).toEqual({ qos_checks: false });
  });

  test('the reply-to address is one of the service, another one, or none', async () => {
    const mailingid = await create('Replies');
    const { mailings } = client;
    await mailings.setReplyTo({ mailingid, auto: false, customEmail: 'Reply@EXAMPLE.com' }).orThrow();
    expect(await mailings.getReplyTo({ mailingid }).orThrow()).toEqual({
      active: true,
      auto: false,
      customEmail: 'Reply@example.com',
    });
    await mailings.setReplyTo({ mailingid, customEmail: 'ignored@example.com' }).orThrow();
    expect(await mailings.getReplyTo({ mailingid }).orThrow()).toEqual({ active: true, auto: true });
    await mailings.setReplyTo({ mailingid, active: false, auto: false }).orThrow();
    expect(await mailings.getReplyTo({ mailingid }).orThrow()).toEqual({ active: false, auto: false });
  });

  test.each([
    ['html', 'text/html'],
    ['text', 'text/plain'],
  ])('%s is kept to the byte', async (part, type) => {
    const mailingid = await create(`Bytes of ${part}`);
    const path = `/mailings/${mailingid}/contents/${part}`;
    const body = 'line one\r\nline two\n\rtab\t<p a="&amp;">ünï😀\u2028</p>\r\n\n ';
    const stored = await callRaw(service, { method: 'POST', path, headers: { 'content-type': type }, body });
    expect(stored.status, stored.body).toBe(200);
    const read = await callRaw(service, { path, headers: { accept: type } });
    expect(Buffer.from(read.body).equals(Buffer.from(body))).toBe(true);
  });

  test('a content beyond the maximum is refused, and the old one stays', async () => {
    const mailingid = await create('Large');
    await client.mailings.setText({ mailingid, body: 'small' }).orThrow();
    const largest = 'x'.repeat(2048 * 1024);
    expect(await client.mailings.setText({ mailingid, body: largest })).toMatchObject({ status: 200 });
    expect(await client.mailings.setText({ mailingid, body: `é${largest.slice(1)}` })).toMatchObject({ status: 400 });
    expect(await client.mailings.setHtml({ mailingid, body: `é${largest.slice(1)}` })).toMatchObject({ status: 400 });
    expect(await client.mailings.getText({ mailingid }).orThrow()).toHaveLength(2048 * 1024);
  });

  test.each(refused)('%s: %s', async (path, body, message) => {
    const found = await client.mailings.getIdByName({ mailingName: 'Refusing' });
    const mailingid = found.ok ? found.data : await create('Refusing');
    const rows = () => service.db.selectFrom('mailing').selectAll().where('id', '=', mailingid).execute();
    const before = await rows();
    const headers = { 'content-type': 'application/vnd.service.api+xml' };
    const answer = await callRaw(service, { method: 'POST', path: `/mailings/${mailingid}${path}`, headers, body });
    expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining(message)]);
    expect(await rows()).toEqual(before);
  });

  test.each(['trigger', 'doi'] as const)('settings of regular mailings are refused on %s mailings', async (type) => {
    const mailingid = await create(`No regular one: ${type}`, type);
    const { regularMailings } = client;
    const answers = await Promise.all([
      regularMailings.getContactsLimit({ mailingid }),
      regularMailings.setContactsLimit({ mailingid, body: 1 }),
      regularMailings.getTargetGroupUpdate({ mailingid }),
      regularMailings.setTargetGroupUpdate({ mailingid, body: true }),
      regularMailings.getCleanup({ mailingid }),
      regularMailings.setCleanup({ mailingid, body: true }),
      regularMailings.getTargetGroup({ mailingid }),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 400,
        error: { message: expect.stringContaining(`is a ${type} mailing; this operation is for regular mailings.`) },
      });
    }
  });

  test('addresses of pages are secrets of their own, and the one of the report is replaced, even when sealed', async () => {
    const mailingid = await create('Addresses');
    const archive = await client.mailings.getArchiveUrl({ mailingid }).orThrow();
    const report = await client.mailings.getReportUrl({ mailingid }).orThrow();
    expect(archive).toMatch(new RegExp(`^${service.origin}/archive/[0-9a-f]{32}$`));
    expect(report).toMatch(new RegExp(`^${service.origin}/report/[0-9a-f]{32}$`));
    expect(await client.mailings.getArchiveUrl({ mailingid }).orThrow()).toBe(archive);
    await seal(service, mailingid);
    const rotated = await client.mailingActions.rotateReportUrl({ mailingid }).orThrow();
    expect(rotated).not.toBe(report);
    expect(await client.mailings.getReportUrl({ mailingid }).orThrow()).toBe(rotated);
    expect(await client.mailings.getArchiveUrl({ mailingid }).orThrow()).toBe(archive);
  });

  test('a mailing is found by its exact name', async () => {
    const mailingid = await create('Käse & Brot / 100%');
    expect(await client.mailings.getIdByName({ mailingName: 'Käse & Brot / 100%' }).orThrow()).toBe(mailingid);
    expect(await client.mailings.getIdByName({ mailingName: 'käse & brot / 100%' })).toMatchObject({ status: 404 });
  });
});
