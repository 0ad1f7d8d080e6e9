import type { Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const templateId = (path: string) => `<templateId><![CDATA[${path}]]></templateId>`;

/** Placeholders: DRAFT and SEALED are mailings, DRAFT has no template. */
const faults: [method: string, path: string, body: string | undefined, status: number, message: string][] = [
  ['GET', '/mailings/404404/template', undefined, 404, 'Mailing with id 404404 not found.'],
  ['PUT', '/mailings/404404/template', templateId('spring'), 404, 'Mailing with id 404404 not found.'],
  ['PUT', '/mailings/DRAFT/template', templateId('none'), 404, 'Mailing template "none" not found.'],
  [
    'PUT',
    '/mailings/DRAFT/template',
    templateId('/newsletter/spring'),
    404,
    'Mailing template "/newsletter/spring" not found.',
  ],
  ['PUT', '/mailings/DRAFT/template', templateId('shared/base'), 404, 'Mailing template "shared/base" not found.'],
  ['PUT', '/mailings/DRAFT/template', templateId('private'), 404, 'Mailing template "private" not found.'],
  ['PUT', '/mailings/DRAFT/template', templateId('x'.repeat(1025)), 400, '1024'],
  [
    'PUT',
    '/mailings/SEALED/template',
    templateId('newsletter/spring'),
    409,
    'Mailing with id SEALED cannot be changed as it is sealed.',
  ],
  ['PUT', '/mailings/404404/contents/reset', undefined, 404, 'Mailing with id 404404 not found.'],
  ['PUT', '/mailings/DRAFT/contents/reset', undefined, 400, 'Mailing with id DRAFT has no template.'],
  ['PUT', '/mailings/SEALED/contents/reset', undefined, 409, 'SEALED'],
];

describe.each(usualDatabases())('mailing templates on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  const ids: Record<string, string> = {};
  const create = (name: string) => client.mailings.create({ name, subject: 'x' }).orThrow();
  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
    await client.media
      .addTemplate({ path: 'newsletter/spring', tags: ['spring', 'green'], body: '<p>Früh</p>' })
      .orThrow();
    const operator = await insertAccount(service.db, { name: 'operator', domain: 'example.net' });
    await service.db
      .insertInto('mailing_template')
      .values([
        { account_id: operator, path: 'shared/base', name: 'Base', html: '<p>base</p>', shared: true },
        { account_id: operator, path: 'private', name: 'Private', html: '<p>private</p>' },
      ])
      .execute();
    const [draft, sealed] = [await create('Draft'), await create('Sealed')];
    await service.db.updateTable('mailing').set({ state: 'done' }).where('id', '=', sealed).execute();
    Object.assign(ids, { DRAFT: `${draft}`, SEALED: `${sealed}` });
  });
  afterAll(() => service?.close());

  const named = (text: string) => text.replace(/DRAFT|SEALED/g, (name) => ids[name]!);

  test.each(faults)('%s %s: %#', async (method, path, body, status, message) => {
    const headers = { 'content-type': 'application/vnd.service.api+xml' };
    const answer = await callRaw(service, { method, path: named(path), headers, ...(body ? { body } : {}) });
    expect([answer.status, messageOf(answer)]).toEqual([status, expect.stringContaining(named(message))]);
  });

  test.each([
    ['a path that goes up', 'path=../x'],
    ['an absolute path', 'path=/x'],
    ['no path', ''],
    ['a part that is too long for the name that it gives', `path=x/${'x'.repeat(256)}`],
    ['an empty name', 'path=x&name='],
  ])('%s: 400', async (what, query) => {
    const headers = { 'content-type': 'text/html' };
    const answer = await callRaw(service, {
      method: 'POST',
      path: `/media/templates/mailings?${query}`,
      headers,
      body: 'x',
    });
    // An empty optional parameter is an absent one.
    expect(answer.status, answer.body).toBe(what === 'an empty name' ? 201 : 400);
  });

  test('listed by path: those of the account, and the shared ones', async () => {
    const spring = await client.media
      .addTemplate({ path: 'newsletter/spring', name: 'Spring', tags: ['spring'], body: '<p>Frühling</p>' })
      .orThrow();
    expect(spring).toEqual({
      id: expect.any(Number),
      name: 'Spring',
      path: 'newsletter/spring',
      created: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      size: 16,
      mimetype: 'text/html',
      tags: ['spring'],
    });
    const templates = await client.media.listTemplates({}).orThrow();
    const own = templates.filter(({ path }) => path !== 'x');
    expect(own).toEqual([expect.objectContaining({ path: '/shared/base', name: 'Base', tags: [] }), spring]);
  });

  test('a template is read and deleted by its id; a shared one is only read', async () => {
    const path = 'newsletter/short-lived';
    const { id: templateId } = await client.media.addTemplate({ path, body: '<p>Grüße\r\n' }).orThrow();
    expect(await client.media.getTemplateHtml({ templateId }).orThrow()).toBe('<p>Grüße\r\n');
    await client.media.deleteTemplate({ templateId }).orThrow();
    const missing = { status: 404, error: { message: `Mailing template with id ${templateId} not found.` } };
    expect(await client.media.getTemplateHtml({ templateId })).toMatchObject(missing);
    expect(await client.media.deleteTemplate({ templateId })).toMatchObject(missing);
    const shared = (await client.media.listTemplates({}).orThrow()).find(({ path }) => path === '/shared/base')!;
    expect(await client.media.getTemplateHtml({ templateId: shared.id }).orThrow()).toContain('<');
    expect(await client.media.deleteTemplate({ templateId: shared.id })).toMatchObject({ status: 404 });
  });

  test('images get a public address, and are stored once', async () => {
    const gif = (name: string) => new TextEncoder().encode(`GIF89a${name}`);
    const first = await client.media.addImage({ contentType: 'image/png', body: gif('one') }).orThrow();
    expect(first).toMatchObject({ mimetype: 'image/gif', size: 9 });
    const shown = await service.fetch(first.url);
    expect([shown.headers.get('content-type'), new Uint8Array(await shown.arrayBuffer())]).toEqual([
      'image/gif',
      gif('one'),
    ]);
    const second = await client.media.addImage({ contentType: 'image/gif', body: gif('two') }).orThrow();
    expect(await client.media.addImage({ contentType: 'image/gif', body: gif('one') }).orThrow()).toEqual(first);
    const { items, total } = await client.media.listImages({ page_size: 1 }).orThrow();
    expect([items, total]).toEqual([[second], 2]);

    for (const [body, message] of [
      [new TextEncoder().encode('<svg/>'), 'PNG, JPEG, GIF or WebP'],
      [new Uint8Array([...gif(''), ...new Uint8Array(5 * 1024 * 1024)]), 'at most 5242880 bytes'],
    ] as const) {
      const answer = await client.media.addImage({ contentType: 'image/png', body });
      expect(answer).toMatchObject({ status: 400, error: { message: expect.stringContaining(message) } });
    }
    await service.db
      .updateTable('account')
      .set({ quotas: JSON.stringify({ 'media-bytes': 20 }) as never })
      .execute();
    const full = await client.media.addImage({ contentType: 'image/gif', body: gif('three') });
    expect(full).toMatchObject({ status: 409, error: { message: expect.stringContaining('media-bytes') } });
  });

  test('a mailing keeps its contents until they are reset', async () => {
    const mailingId = await create('From a template');
    const template = () => client.mailings.getTemplate({ mailingId }).orThrow();
    const html = () => client.mailings.getHtml({ mailingid: mailingId }).orThrow();
    expect(await template()).toBeNull();
    await client.mailings.setHtml({ mailingid: mailingId, body: '<p>mine</p>' }).orThrow();
    for (const [path, contents] of [
      ['newsletter/spring', '<p>Frühling</p>'],
      ['/shared/base', '<p>base</p>'],
    ] as const) {
      const before = await html();
      await client.mailings.setTemplate({ mailingId, body: path }).orThrow();
      expect([await template(), await html()]).toEqual([path, before]);
      await client.mailings.resetContents({ mailingId }).orThrow();
      expect(await html()).toBe(contents);
    }
    await client.mailings.setTemplate({ mailingId, body: null }).orThrow();
    expect([await template(), await html()]).toEqual([null, '<p>base</p>']);
  });
});
