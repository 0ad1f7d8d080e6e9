import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mediaBytes, quotas } from '../../src/account/index.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const otherPng = Buffer.concat([png, Buffer.from('end')]);
const feed = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title>${items}</channel></rss>`;
const newer =
  '<item><title>New &amp;lt;3 [[CONTACT|EMAIL]]</title><link>https://e.example/2</link><pubDate>Tue, 02 Jan 2031 10:00:00 GMT</pubDate></item>';
const older =
  '<item><title>Old</title><link>https://e.example/1</link><pubDate>Mon, 01 Jan 2031 10:00:00 GMT</pubDate></item>';

/** What the web server says, by path. */
const pages: Record<string, [status: number, type: string, body: Buffer | string]> = {
  '/a.png': [200, 'text/html', png],
  '/b.png': [200, 'image/png', otherPng],
  '/same.png': [200, 'image/png', png],
  '/gone.png': [404, 'image/png', png],
  '/evil.png': [200, 'image/png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  '/feed': [200, 'application/rss+xml', feed(older + newer)],
  '/no-feed': [200, 'text/html', '<html>hello</html>'],
  '/broken': [500, 'text/plain', 'no'],
};

describe.each(usualDatabases())('what a mailing fetches on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  let web: Server;
  let origin: string;
  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
    web = createServer((request, response) => {
      const [status, type, body] = pages[request.url!] ?? [404, 'text/plain', ''];
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await service?.close();
    await new Promise((resolve) => web.close(resolve));
  });
  const create = (name: string) => client.mailings.create({ name, subject: 'x' }).orThrow();
  const html = (mailingid: number) => client.mailings.getHtml({ mailingid }).orThrow();

  test('images are kept once and shown to everybody; those that are none keep their addresses', async () => {
    const mailingid = await create('Images');
    const body = `<p>\r\n<img src="${origin}/a.png"><img src='${origin}/same.png'><td background=${origin}/a.png>
      <img src="${origin}/gone.png"><img src="${origin}/evil.png"><img src="${origin}/[CONTACT|ID].png">&nbsp;`;
    await client.mailings.setHtml({ mailingid, body, doImageGrabbing: true }).orThrow();
    const stored = await html(mailingid);
    const address = /https:[^"]+\/media\/[0-9a-f]{32}/.exec(stored)![0];
    expect(stored).toBe(body.replaceAll(/http:[^"'> ]+\/(a|same)\.png/g, address));
    expect(await mediaBytes(service.db, service.accountId)).toBe(png.length);
    const image = await service.fetch(address);
    expect([image.status, image.headers.get('content-type'), image.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'public, max-age=31536000, immutable',
    ]);
    expect(Buffer.from(await image.arrayBuffer()).equals(png)).toBe(true);
    await client.mailings.setHtml({ mailingid, body: stored, doImageGrabbing: true }).orThrow();
    expect(await html(mailingid)).toBe(stored);
    expect((await service.fetch(`${service.origin}/media/${'0'.repeat(32)}`)).status).toBe(404);
    expect((await service.fetch(`${service.origin}/media/x`)).status).toBe(404);
  });

  test('an account that keeps as many images as it may: further ones keep their addresses, until there is room', async () => {
    const { db, accountId } = service;
    const kept = await create('Kept');
    await client.mailings
      .setHtml({ mailingid: kept, body: `<img src="${origin}/a.png">`, doImageGrabbing: true })
      .orThrow();
    const address = /https:[^"]+/.exec(await html(kept))![0];
    const [piece, pieces] = [64 * 1024 * 1024, 16];
    expect(piece * pieces).toBe(quotas['media-bytes'].default);
    await sql`
      insert into media_image (account_id, hash, token, mime_type, bytes)
      select ${accountId}, sha256(n::text::bytea), 'filler' || n, 'image/png', repeat('x', ${piece}::int)::bytea
      from generate_series(1, ${pieces}::int) as n`.execute(db);

    const mailingid = await create('No room');
    const body = `<p>[[CONTACT|FIRSTNAME]]</p><img src="${origin}/b.png"><img src="${origin}/gone.png">`;
    const grab = () => client.mailings.setHtml({ mailingid, body, doImageGrabbing: true });
    expect(await grab()).toMatchObject({ status: 200 });
    expect(await html(mailingid), 'nothing of the contents is lost').toBe(body);
    expect((await service.fetch(address)).status, 'what is kept is shown').toBe(200);

    await db.deleteFrom('media_image').where('token', 'like', 'filler%').execute();
    expect(await grab()).toMatchObject({ status: 200 });
    expect(await html(mailingid)).toMatch(/<img src="https:[^"]+\/media\/[0-9a-f]{32}"><img src="http:[^"]+gone.png">/);
    await db.deleteFrom('media_image').where('bytes', '=', otherPng).execute();
  });

  test('without doImageGrabbing nothing is fetched', async () => {
    const mailingid = await create('No images');
    const body = `<img src="${origin}/a.png">`;
    await client.mailings.setHtml({ mailingid, body }).orThrow();
    expect(await html(mailingid)).toBe(body);
  });

  test('links get their ids at once when asked for, and keep them', async () => {
    const mailingid = await create('Links');
    const body = '<a href="https://e.example/1">one</a> <a href="https://e.example/2">two</a>';
    const links = async () =>
      service.db.selectFrom('link').select(['id', 'url']).where('mailing_id', '=', mailingid).orderBy('id').execute();
    await client.mailings.setHtml({ mailingid, body }).orThrow();
    expect(await links()).toEqual([]);
    await client.mailings.setHtml({ mailingid, body, doLinkTracking: true }).orThrow();
    const registered = await links();
    expect(registered.map(({ url }) => url)).toEqual(['https://e.example/1', 'https://e.example/2']);
    await client.mailings.setHtml({ mailingid, body, doLinkTracking: true }).orThrow();
    expect(await links()).toEqual(registered);
  });

  test('links are registered with the campaign parameters of the mailing, and the contents stay as they are', async () => {
    const mailingid = await create('Campaign');
    await client.mailingProperties.add({ mailingid, body: [{ key: 'utm_source', value: 'news' }] }).orThrow();
    const body = '<a href="https://e.example/1">one</a>';
    await client.mailings.setHtml({ mailingid, body, doLinkTracking: true }).orThrow();
    const links = await service.db.selectFrom('link').select('url').where('mailing_id', '=', mailingid).execute();
    expect(links).toEqual([{ url: 'https://e.example/1?utm_source=news' }]);
    expect(await html(mailingid)).toBe(body);
  });

  test('CSS is written into the elements when asked for', async () => {
    const mailingid = await create('Styles');
    const style = '<style>p{color:red}</style>';
    await client.mailings.setHtml({ mailingid, body: `${style}<p>Hi</p>`, doCssInlining: true }).orThrow();
    expect(await html(mailingid)).toBe(`${style}<p style="color:red">Hi</p>`);
    const nested = `${style}${'<div>'.repeat(100_000)}`;
    const { status } = await client.mailings.setHtml({ mailingid, body: nested, doCssInlining: true });
    expect([200, 400]).toContain(status);
  });

  test('rss blocks of the text are filled as plain text', async () => {
    const mailingid = await create('Text with a feed');
    const body = `News\n<!--rss url="${origin}/feed" count="1"-->\n* [[RSS|TITLE]]\n  [[RSS|LINK]]\n<!--/rss-->\nBye, [[CONTACT|FIRSTNAME]]`;
    await client.mailings.setText({ mailingid, body }).orThrow();
    expect((await client.mailings.fillRss({ mailingid })).status).toBe(200);
    const filled = await client.mailings.getText({ mailingid }).orThrow();
    expect(filled.replaceAll('\u2060', '|')).toBe(
      'News\n* New <3 [|[|CONTACT|EMAIL]]\n  https://e.example/2\n\nBye, [[CONTACT|FIRSTNAME]]',
    );
    await client.mailings.setText({ mailingid, body: '<!--rss count="5"-->x<!--/rss-->' }).orThrow();
    expect((await client.mailings.fillRss({ mailingid })).status).toBe(400);
  });

  test('rss blocks are filled with the newest items, which are never tags', async () => {
    const mailingid = await create('Feed');
    const block = (count: number) =>
      `<!--rss url="${origin}/feed" count="${count}"--><a href="[[RSS|LINK]]">[[RSS|TITLE]]</a> [[RSS|PUBDATE]], [[CONTACT|FIRSTNAME]];<!--/rss-->`;
    await client.mailings.setHtml({ mailingid, body: `<h1>x</h1>${block(5)}<hr>${block(1)}` }).orThrow();
    await client.mailings.setLocale({ mailingid, body: 'de' }).orThrow();
    await client.mailings.fillRss({ mailingid }).orThrow();
    const first =
      '<a href="https://e.example/2">New &lt;3 &#91;&#91;CONTACT|EMAIL]]</a> 2. Januar 2031, [[CONTACT|FIRSTNAME]];';
    const second = '<a href="https://e.example/1">Old</a> 1. Januar 2031, [[CONTACT|FIRSTNAME]];';
    const filled = `<h1>x</h1>${first}${second}<hr>${first}`;
    expect(await html(mailingid)).toBe(filled);
    await client.mailings.fillRss({ mailingid }).orThrow();
    expect(await html(mailingid)).toBe(filled);
  });

  test.each([
    ['/no-feed', 'is neither RSS, Atom nor a JSON feed'],
    ['/broken', 'its status is 500'],
    ['/gone', 'its status is 404'],
  ])('a feed %s that cannot be read is named, and nothing changes', async (path, message) => {
    const mailingid = await create(`Feed ${path}`);
    const body = `<!--rss url="${origin}/feed"-->x<!--/rss--><!--rss url="${origin}${path}"-->x<!--/rss-->`;
    await client.mailings.setHtml({ mailingid, body }).orThrow();
    const answer = await client.mailings.fillRss({ mailingid });
    expect(answer).toMatchObject({ status: 400, error: { message: expect.stringContaining(`${origin}${path}`) } });
    expect(answer).toMatchObject({ error: { message: expect.stringContaining(message) } });
    expect(await html(mailingid)).toBe(body);
  });

  test('a block without an address is a 400', async () => {
    const mailingid = await create('No address');
    await client.mailings.setHtml({ mailingid, body: '<!--rss count="5"-->x<!--/rss-->' }).orThrow();
    expect(await client.mailings.fillRss({ mailingid })).toMatchObject({ status: 400 });
  });
});
