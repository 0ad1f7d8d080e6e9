import type { Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ampPage } from '../support/amp.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { createSendout, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const leave = '<a href="[[LINK|UNSUBSCRIBE]]">Leave</a>';
const amp = ampPage(
  `<p>Hello [[CONTACT|FIRSTNAME|friend]]</p><a href="https://shop.example/a">A</a><a href="https://shop.example/b">B</a>${leave}`,
);
const html = `<p>Hi</p><a href="https://shop.example/a">A</a>${leave}`;

describe.each(usualDatabases())('AMP parts on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    client = service.client;
    const standard_fields = [{ name: 'FIRSTNAME' as const, value: 'Zoë <b>' }];
    await client.contacts
      .createByEmail({ email: 'zoe@example.org', permission: 5, body: { standard_fields } })
      .orThrow();
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  const post = (mailingid: number, body: string) =>
    callRaw(service, {
      method: 'POST',
      path: `/mailings/${mailingid}/contents/amp`,
      headers: { 'content-type': 'text/x-amp-html' },
      body,
    });
  const stored = (mailingid: number) => client.mailings.getAmp({ mailingid }).orThrow();

  test('is kept and copied, warns of tags without a value, and can be deleted', async () => {
    const mailingid = await client.mailings.create({ name: 'Kept', subject: 'x' }).orThrow();
    expect(await stored(mailingid)).toBe('');
    const body = ampPage('[[CONTACT|NOTHING]]');
    const set = await post(mailingid, body);
    expect(set.headers['personalization-warnings']).toMatch(/NOTHING.*;in=amp$/);
    expect(await stored(mailingid)).toBe(body);
    expect(await stored(await client.mailings.copy({ mailingid }).orThrow())).toBe(body);
    for (let times = 0; times < 2; times++) await client.mailings.deleteAmp({ mailingid }).orThrow();
    expect(await stored(mailingid)).toBe('');
  });

  test('what mail programs would not show is refused with the reason, and changes nothing', async () => {
    const mailingid = await client.mailings.create({ name: 'Refused', subject: 'x' }).orThrow();
    await client.mailings.setAmp({ mailingid, body: amp }).orThrow();
    const refused = await post(mailingid, ampPage('<img src="a.png">'));
    expect([refused.status, messageOf(refused)]).toEqual([
      400,
      'The AMP part cannot be shown by mail programs: <img> is forbidden; use <amp-img>.',
    ]);
    expect(await stored(mailingid)).toBe(amp);
  });

  test('goes out between the text and the HTML, filled, with the tracked links that the HTML has', async () => {
    const mailingid = await createSendout(service, html);
    await client.mailings.setAmp({ mailingid, body: amp }).orThrow();
    await client.mailings.setTrackingStrategy({ mailingid, body: 'single-recipient' }).orThrow();
    await client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'done');
    const { raw } = await smtp.mailTo('zoe@example.org');
    const types = [...raw.toString('latin1').matchAll(/^Content-Type: (text\/[\w-]+)/gim)].map(([, type]) => type);
    expect(types).toEqual(['text/plain', 'text/x-amp-html', 'text/html']);
    const part = partOf(raw, 'text/x-amp-html');
    expect(part).toContain('<html ⚡4email>');
    expect(part).toContain('<p>Hello Zoë &lt;b&gt;</p>');
    const links = [...part.matchAll(/href="([^"]+)"/g)].map(([, url]) => url!);
    const [tracked] = [...partOf(raw, 'text/html').matchAll(/href="([^"]+\/c\/[^"]+)"/g)].map(([, url]) => url!);
    expect(links).toEqual([tracked, 'https://shop.example/b', expect.stringMatching(/\/u\//)]);
    expect(part, 'there is no image of openings').not.toMatch(/<img/);
  });

  test('without HTML no mail has it', async () => {
    const mailingid = await client.mailings.create({ name: 'Text alone', subject: 'x' }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
    await client.regularMailings.setTargetGroup({ mailingid, body: await service.groupId('regular') }).orThrow();
    await client.mailings.setText({ mailingid, body: `Hello\n[[LINK|UNSUBSCRIBE]]` }).orThrow();
    await client.mailings.setAmp({ mailingid, body: amp }).orThrow();
    await client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'done');
    const [, mail] = smtp.mails.filter(({ to }) => to.includes('zoe@example.org'));
    const text = mail!.raw.toString();
    expect(text).toContain('Content-Type: text/plain');
    expect(text).not.toContain('amp-html');
  });
});

/** Decodes the part of a type, which is quoted-printable. */
function partOf(raw: Buffer, type: string): string {
  const part = raw.toString('latin1').split(`Content-Type: ${type}`)[1]!;
  const body = part.slice(part.indexOf('\r\n\r\n') + 4, part.indexOf('\r\n--'));
  const octets = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(octets, 'latin1').toString();
}
