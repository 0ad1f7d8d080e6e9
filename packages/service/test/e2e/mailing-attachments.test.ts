import { randomBytes } from 'node:crypto';
import type { Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachmentsOf } from '../../src/mailings/attachments/store.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { seal } from '../support/seal.ts';
import { startTestService, type TestService } from '../support/service.ts';

const largest = 2048 * 1024;

describe.each(usualDatabases())('attachments on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  let names = 0;
  const create = () => client.mailings.create({ name: `Attached ${names++}`, subject: 'x' }).orThrow();
  const add = (mailingid: number, filename = 'a.txt', body = Buffer.from('a few words')) =>
    client.mailingAttachments.add({ mailingid, filename, contentType: 'text/plain', body }).orThrow();
  const version = async (id: number) => {
    const query = service.db.selectFrom('mailing').select('content_version').where('id', '=', id);
    return (await query.executeTakeFirstOrThrow()).content_version;
  };
  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
  });
  afterAll(() => service?.close());

  test('come back byte by byte with their names and types, and are what the mails of the mailing carry', async () => {
    const mailingid = await create();
    const content = randomBytes(largest);
    const path = `/mailings/${mailingid}/attachments?filename=${encodeURIComponent("Größen & Maße's.ods")}`;
    const type = 'application/x-mine; version=2';
    // A client of the family names the type of the file as what it accepts, too.
    const headers = { 'content-type': type, accept: type };
    const answer = await callRaw(service, { method: 'POST', path, headers, body: content });
    expect(answer.status, answer.body).toBe(201);
    const attachmentid = Number(/<id>(\d+)<\/id>/.exec(answer.body)![1]);
    const second = await add(mailingid);

    const file = await service.fetch(`${service.origin}/1.0/mailings/${mailingid}/attachments/${attachmentid}`, {
      headers: { authorization: `Bearer ${service.key}`, accept: '*' },
    });
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/x-mine;version=2',
      'content-disposition': "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fen%20%26%20Ma%C3%9Fe%27s.ods",
      'x-content-type-options': 'nosniff',
    });
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);

    const all = await client.mailingAttachments.getAll({ mailingid }).orThrow();
    expect(all).toEqual([
      {
        id: attachmentid,
        filename: "Größen & Maße's.ods",
        sizekb: 2048,
        mime_type: 'application/x-mine;version=2',
        diagnosis: 'OK',
        created: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        updated: all[0]!.created,
      },
      expect.objectContaining({ id: second, filename: 'a.txt', sizekb: 1, mime_type: 'text/plain' }),
    ]);
    expect(await client.mailingAttachments.count({ mailingid }).orThrow()).toBe(2);
    const carried = await attachmentsOf(service.db, { account_id: service.accountId, id: mailingid });
    expect(carried.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ["Größen & Maße's.ods", 'application/x-mine;version=2'],
      ['a.txt', 'text/plain'],
    ]);
    expect(carried[0]!.content.equals(content)).toBe(true);
  });

  test('have the type that their bytes or names tell when the client says nothing', async () => {
    const mailingid = await create();
    const path = `/mailings/${mailingid}/attachments?filename=terms.txt`;
    await callRaw(service, { method: 'POST', path, body: '%PDF-1.7 and so on' });
    const [attachment] = await client.mailingAttachments.getAll({ mailingid }).orThrow();
    expect(attachment).toMatchObject({ mime_type: 'application/pdf', diagnosis: 'OK' });
  });

  test('are content: each change raises the content version, a change of nothing does not', async () => {
    const mailingid = await create();
    const other = await create();
    const versions = [await version(mailingid)];
    const note = async () => versions.push(await version(mailingid));
    const attachmentid = await add(mailingid);
    await note();
    await client.mailingAttachments.copy({ mailingid, src_mailing_id: other }).orThrow();
    await note();
    await add(other);
    await client.mailingAttachments.copy({ mailingid, src_mailing_id: other }).orThrow();
    await note();
    await client.mailingAttachments.delete({ mailingid, attachmentid }).orThrow();
    await note();
    await client.mailingAttachments.deleteAll({ mailingid }).orThrow();
    await note();
    await client.mailingAttachments.deleteAll({ mailingid }).orThrow();
    await note();
    expect(versions).toEqual([1, 2, 2, 3, 4, 5, 5]);
    expect(await client.mailingAttachments.count({ mailingid }).orThrow()).toBe(0);
    expect(await client.mailingAttachments.count({ mailingid: other }).orThrow()).toBe(1);
  });

  test('are at most ten, also when two clients add or copy at once', async () => {
    const [mailingid, source] = [await create(), await create()];
    for (let i = 0; i < 6; i++) await add(source, `${i}.txt`);
    const copies = await Promise.all(
      [1, 2, 3].map(() => client.mailingAttachments.copy({ mailingid, src_mailing_id: source })),
    );
    expect(copies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const added = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((i) =>
        client.mailingAttachments.add({ mailingid, filename: `${i}`, contentType: 'a/b', body: Buffer.from('x') }),
      ),
    );
    expect(added.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 400, 400]);
    expect((await client.mailingAttachments.getAll({ mailingid }).orThrow()).slice(0, 6)).toMatchObject(
      [0, 1, 2, 3, 4, 5].map((i) => ({ filename: `${i}.txt` })),
    );
    await client.mailings.delete({ mailingId: mailingid }).orThrow();
    expect(await attachmentsOf(service.db, { account_id: service.accountId, id: mailingid })).toEqual([]);
  });

  test('what is refused, and why', async () => {
    const [draft, sealed] = [await create(), await create()];
    const attachmentid = await add(sealed);
    await add(draft);
    await client.mailings.setSender({ mailingid: sealed, body: 'news@example.com' }).orThrow();
    await seal(service, sealed);
    const rows: [method: string, path: string, status: number, message: string, body?: Buffer][] = [
      ['POST', `${draft}/attachments`, 400, 'filename is required'],
      ['POST', `${draft}/attachments?filename=`, 400, 'filename'],
      ['POST', `${draft}/attachments?filename=..%2Fx`, 400, 'filename'],
      ['POST', `${draft}/attachments?filename=a%0d%0aBcc:b`, 400, 'filename'],
      ['POST', `${draft}/attachments?filename=${'x'.repeat(256)}`, 400, '255'],
      ['POST', `${draft}/attachments?filename=a`, 400, 'must not be empty', Buffer.alloc(0)],
      ['POST', `${draft}/attachments?filename=a.pdf`, 400, 'at most 2048 KB but has 2049', Buffer.alloc(largest + 1)],
      ['POST', '404404/attachments?filename=a', 404, 'Mailing with id 404404 not found.'],
      ['POST', `${sealed}/attachments?filename=a`, 409, `Mailing with id ${sealed} cannot be changed as it is sealed.`],
      ['GET', `${draft}/attachments/404404`, 404, `Mailing with id ${draft} has no attachment with id 404404.`],
      ['GET', `${draft}/attachments/${attachmentid}`, 404, 'has no attachment'],
      ['GET', '404404/attachments', 404, 'Mailing with id 404404 not found.'],
      ['GET', '404404/attachments/count', 404, 'Mailing with id 404404 not found.'],
      ['GET', '404404/settings/maxattachmentsize', 404, 'Mailing with id 404404 not found.'],
      ['DELETE', `${draft}/attachments/404404`, 404, 'has no attachment'],
      ['DELETE', `${draft}/attachments/${attachmentid}`, 404, 'has no attachment'],
      ['DELETE', `${sealed}/attachments/${attachmentid}`, 409, 'sealed'],
      ['DELETE', `${sealed}/attachments`, 409, 'sealed'],
      ['PUT', `${sealed}/attachments?src_mailing_id=${draft}`, 409, 'sealed'],
      ['PUT', `${draft}/attachments?src_mailing_id=404404`, 404, 'Mailing with id 404404 not found.'],
      ['PUT', `404404/attachments?src_mailing_id=${draft}`, 404, 'Mailing with id 404404 not found.'],
      ['PUT', `${draft}/attachments`, 400, 'src_mailing_id is required'],
    ];
    for (const [method, path, status, message, body = Buffer.from('x')] of rows) {
      const sent = method === 'POST' ? { body, headers: { 'content-type': 'text/plain' } } : {};
      const answer = await callRaw(service, { method, path: `/mailings/${path}`, ...sent });
      expect([method, path, answer.status, messageOf(answer)]).toEqual([
        method,
        path,
        status,
        expect.stringContaining(message),
      ]);
    }
    expect(await client.mailingAttachments.getMaxSize({ mailingid: draft }).orThrow()).toBe(2048);
    await client.mailingAttachments.copy({ mailingid: draft, src_mailing_id: sealed }).orThrow();
    expect(await client.mailingAttachments.count({ mailingid: draft }).orThrow()).toBe(2);
  });
});
