import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

describe.each(usualDatabases())('a mailing from creation to approval, on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  test('create, fill, send for approval, receive, read the result', async () => {
    const { client } = service;
    const mailingid = await client.mailings.create({ name: 'Spring', subject: 'Draft subject' }).orThrow();
    await client.mailings.setSubject({ mailingid, body: 'Hello [[CONTACT|FIRSTNAME|friend]] & co' }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
    const html = '<html><body class="x"><p>Dear [[CONTACT|FIRSTNAME]], grüße aus [[CONTACT|CITY]]</p></body></html>';
    await client.mailings.setHtml({ mailingid, body: html }).orThrow();
    expect(await client.mailings.getHtml({ mailingid }).orThrow()).toBe(html);
    expect(await client.mailings.getSubject({ mailingid }).orThrow()).toBe('Hello [[CONTACT|FIRSTNAME|friend]] & co');
    expect(await client.mailings.getSender({ mailingid }).orThrow()).toBe('news@example.com');

    const test_targetgroup_id = await service.groupId('test');
    await client.mailingChecks.startApproval({ mailingid, test_targetgroup_id }).orThrow();

    expect(smtp.mails.map(({ to, email }) => [to, email.subject]).sort()).toEqual([
      [['ada.moreau@example.com'], 'Hello Ada & co'],
      [['ben.okafor@example.com'], 'Hello Ben & co'],
    ]);
    const mail = smtp.mails.find(({ to }) => to[0] === 'ada.moreau@example.com')!;
    expect(mail.from).toBe('news@example.com');
    expect(mail.email.html).toMatch(/^<html><body class="x"><div .*approve\/.*<p>Dear Ada, grüße aus Paris<\/p>/s);
    expect(mail.email.messageId).toMatch(/^<[^>]+@example\.com>$/);

    const result = await client.mailingChecks.getApproval({ mailingid }).orThrow();
    expect(result).toMatchObject({ mailingid, state: 'warning' });
    expect(result.approvals?.map(({ email, decision }) => [email, decision])).toEqual([
      ['ada.moreau@example.com', 'open'],
      ['ben.okafor@example.com', 'open'],
    ]);
  });

  test('placeholders of the account stand in the mail', async () => {
    const { client } = service;
    const placeholders = [
      { key: 'IMPRINT', value: 'Example Ltd & Co' },
      { key: 'SHOP', value: 'shop/spring sale' },
    ];
    await client.account.setPlaceholders({ body: placeholders }).orThrow();
    const mailingid = await client.mailings.create({ name: 'Imprint', subject: 'By [[ACCOUNT|IMPRINT]]' }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
    const html =
      '<a href="https://[[ACCOUNT|DOMAIN]]/[+|ACCOUNT|SHOP]">[[ACCOUNT|IMPRINT]] [[ACCOUNT|imprint|none]] [[ACCOUNT|NAME]]</a>';
    await client.mailings.setHtml({ mailingid, body: html }).orThrow();
    smtp.mails.length = 0;
    await client.mailingChecks
      .startApproval({ mailingid, test_targetgroup_id: await service.groupId('test') })
      .orThrow();

    expect(smtp.mails.map(({ email }) => email.subject)).toEqual(['By Example Ltd & Co', 'By Example Ltd & Co']);
    expect(smtp.mails[0]!.email.html).toContain(
      '<a href="https://news.example.com/shop/spring%20sale">Example Ltd &amp; Co none Demo</a>',
    );
  });

  test('properties are added, updated, read and deleted', async () => {
    const { client } = service;
    const mailingid = await client.mailings.create({ name: 'With properties', subject: 'x' }).orThrow();
    const all = () => client.mailingProperties.getAll({ mailingid }).orThrow();
    expect(await all()).toEqual([]);
    await client.mailingProperties
      .add({
        mailingid,
        body: [
          { key: 'owner', value: 'team & co' },
          { key: 'campaign', value: '' },
        ],
      })
      .orThrow();
    expect(await all()).toEqual([
      { key: 'campaign', value: '' },
      { key: 'owner', value: 'team & co' },
    ]);
    await client.mailingProperties.update({ mailingid, name: 'campaign', value: 'spring <2031>' }).orThrow();
    await client.mailingProperties.delete({ mailingid, name: 'owner' }).orThrow();
    expect(await all()).toEqual([{ key: 'campaign', value: 'spring <2031>' }]);
  });

  test('lists by states and by creator, with fields and pages', async () => {
    const { client } = service;
    const ids: number[] = [];
    for (let i = 0; i < 25; i++)
      ids.push(await client.mailings.create({ name: `Listed ${i}`, subject: 'x' }).orThrow());

    const first = await client.mailings.listByCreatorName({
      creatorName: 'DEM',
      page_size: 10,
      fields: ['type', 'name'],
    });
    if (!first.ok) throw first.error;
    expect(first.data.total).toBeGreaterThanOrEqual(25);
    expect(first.headers.get('X-Items')).toBe(String(first.data.total));
    expect(first.headers.get('X-Pages')).toBe(String(Math.ceil(first.data.total / 10)));
    expect(first.headers.get('Link')).toMatch(/rel="start".*rel="next"/s);
    expect(first.headers.get('Link')).not.toContain('rel="prev"');
    expect(first.data.items[0]!.fields.map(({ name }) => name)).toEqual(['name', 'type']);

    const listed = client.mailings.listByStates.all({ states: ['draft'], page_size: 7, orderBy: 'id', order: 'DESC' });
    const all = await listed.toArray();
    expect(all.slice(0, 25).map(({ id }) => id)).toEqual([...ids].reverse());
    expect(all.every(({ fields }) => fields.length === 0)).toBe(true);

    const nothing = await client.mailings.listByStates({ states: ['archived'] }).orThrow();
    expect(nothing).toEqual({ items: [], total: 0, pages: 0 });
  });

  test.each([
    ['contains', 'em', true],
    ['equals', 'demo', true],
    ['equals', 'dem', false],
    ['starts_with', 'DE', true],
    ['ends_with', 'mo', true],
    ['contains', '%', false],
  ] as const)('creator name %s %s', async (creatorNameOp, creatorName, found) => {
    const { total } = await service.client.mailings.listByCreatorName({ creatorName, creatorNameOp }).orThrow();
    expect(total > 0).toBe(found);
  });

  test('a contact is created by email in XML and in JSON, and read with its fields', async () => {
    const { client } = service;
    const id = await client.contacts
      .createByEmail({
        email: 'Žofie.Nová+x@example.org',
        permission: 2,
        body: {
          external_id: '007',
          standard_fields: [
            { name: 'FIRSTNAME', value: 'Žofie' },
            { name: 'CITY', value: '<Brno> & co' },
          ],
        },
      })
      .orThrow();
    const again = await client.contacts
      .createByEmail({
        email: 'žofie.nová+X@EXAMPLE.org',
        sync_mode: 1,
        contentType: 'application/vnd.service.api+json',
        body: { standard_fields: { CITY: 'Prague', FIRSTNAME: null } },
      })
      .orThrow();
    expect(again).toBe(id);
    const contact = await client.contacts
      .getByEmail({
        email: 'Žofie.Nová+x@example.org',
        standard_field: ['CITY', 'FIRSTNAME'],
        custom_field: ['SHOE_SIZE'],
      })
      .orThrow();
    expect(contact).toMatchObject({
      id,
      email: 'Žofie.Nová+x@example.org',
      permission: 2,
      external_id: '007',
      standard_fields: [
        { name: 'CITY', value: 'Prague' },
        { name: 'FIRSTNAME', value: null },
      ],
      custom_fields: [],
    });
  });

  test('a regular mailing that lacks something cannot be sent, and is told what', async () => {
    const { client } = service;
    const mailingid = await client.mailings.create({ name: 'To be sent', subject: 'x' }).orThrow();
    const early = await client.mailings.sendNow({ mailingid });
    expect(early.ok ? '' : early.error.message).toContain('missing: content (html or text), sender, target group');
    expect(await client.mailings.getState({ mailingid }).orThrow()).toBe('draft');
  });
});
