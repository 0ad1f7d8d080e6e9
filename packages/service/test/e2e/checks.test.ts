import { generateKeyPairSync } from 'node:crypto';
import type { Client } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findAccount } from '../../src/account/index.ts';
import { findMailing } from '../../src/mailings/index.ts';
import { mandatoryObstacles } from '../../src/quality/index.ts';
import { dkimRecord } from '../../src/sending/dkim/keys.ts';
import type { DkimKey } from '../../src/sending/index.ts';
import { databases, usualDatabases } from '../support/database.ts';
import { type ScriptedWeb, startScriptedWeb } from '../support/scripted-web.ts';
import { seal } from '../support/seal.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { dnsOfTexts } from '../support/texts-dns.ts';

const checks = {
  attention: ['startAttention', 'getAttention'],
  bounce: ['startBounce', 'getBounce'],
  display: ['startDisplay', 'getDisplay'],
  image: ['startImage', 'getImage'],
  link: ['startLink', 'getLink'],
  messagesize: ['startMessageSize', 'getMessageSize'],
  personalization: ['startPersonalization', 'getPersonalization'],
  spam: ['startSpam', 'getSpam'],
} as const;
type Kind = keyof typeof checks;
const kinds = Object.keys(checks) as Kind[];

const page = (body: string) =>
  `<!doctype html><html><head><meta charset="utf-8"></head><body><h1>News</h1><p>Hello [[CONTACT|FIRSTNAME|friend]], here is what is new.</p>${body}
<p><a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a> Imprint: Example Ltd, A street 1</p></body></html>`;

describe.each(usualDatabases())('quality checks on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let web: ScriptedWeb;
  let service: TestService;
  let client: Client;
  let count = 0;
  const own = { domain: 'shop.example', selector: 's', privateKey: generateKeyPairSync('ed25519').privateKey };
  let signing: DkimKey[] = [own];
  beforeAll(async () => {
    [smtp, web] = await Promise.all([startSmtpSink(), startScriptedWeb()]);
    const takesMail = async (domain: string) => domain !== 'example.com';
    const dkim = { keys: () => signing, dns: dnsOfTexts(async () => [dkimRecord(own).value]) };
    service = await startTestService(await open(), smtp.url, { takesMail, dkim });
    client = service.client;
  });
  afterAll(async () => {
    web.release();
    await service?.close();
    await web?.close();
    await smtp?.close();
  });

  async function makeMailing(body = '', more: { type?: 'regular' | 'trigger' } = {}): Promise<number> {
    const name = `Checked ${++count}`;
    const mailingid = await client.mailings
      .create({ name, subject: 'What is new in our garden shop this week', ...more })
      .orThrow();
    await client.mailings.setSender({ mailingid, body: 'news@shop.example' }).orThrow();
    await client.mailings.setHtml({ mailingid, body: page(body) }).orThrow();
    if (more.type !== 'trigger') {
      const body = await service.groupId('regular');
      await client.regularMailings.setTargetGroup({ mailingid, body }).orThrow();
    }
    return mailingid;
  }

  const start = (kind: Kind, mailingid: number) => client.mailingChecks[checks[kind][0]]({ mailingid });
  const read = (kind: Kind, mailingid: number) => client.mailingChecks[checks[kind][1]]({ mailingid });
  /** The result, when it is there. */
  const result = <K extends Kind>(kind: K, mailingid: number) =>
    vi.waitFor(async () => (await client.mailingChecks[checks[kind][1]]({ mailingid }).orThrow()) as never, {
      timeout: 20_000,
      interval: 50,
    }) as Promise<Awaited<ReturnType<ReturnType<Client['mailingChecks'][(typeof checks)[K][1]]>['orThrow']>>>;
  const codes = (findings: { severity: string; code: string }[] = []) =>
    findings.filter(({ severity }) => severity !== 'info').map(({ severity, code }) => `${severity} ${code}`);
  const status = async (call: PromiseLike<{ status: number }>) => (await call).status;

  test.each(kinds)('%s: started, read, stale after a change, sealed', async (kind) => {
    const mailingid = await makeMailing();
    expect(await status(read(kind, mailingid))).toBe(404);
    expect(await status(start(kind, mailingid))).toBe(200);
    expect(await result(kind, mailingid)).toMatchObject({ mailingid, state: expect.any(String) });
    await client.mailings.setSubject({ mailingid, body: 'Another subject for the same mailing' }).orThrow();
    expect(await status(read(kind, mailingid))).toBe(404);
    expect(await status(start(kind, mailingid))).toBe(200);
    await result(kind, mailingid);
    await seal(service, mailingid);
    expect(await status(read(kind, mailingid))).toBe(409);
    expect(await status(start(kind, mailingid))).toBe(409);
    expect(await status(start(kind, 404_404))).toBe(404);
    expect(await status(read(kind, 404_404))).toBe(404);
  });

  test.each(['personalization', 'bounce'] as const)('%s is for regular mailings only', async (kind) => {
    const mailingid = await makeMailing('', { type: 'trigger' });
    expect(await status(start(kind, mailingid))).toBe(400);
    expect(await status(read(kind, mailingid))).toBe(400);
  });

  test('one at a time; a change of the contents ends what runs', async () => {
    const mailingid = await makeMailing(`<a href="${web.origin}/held">wait</a>`);
    expect(await status(start('link', mailingid))).toBe(200);
    await vi.waitFor(() => expect(web.requests).toContain('HEAD /held'));
    const again = await start('link', mailingid);
    expect(again).toMatchObject({ status: 400 });
    expect(await status(read('link', mailingid))).toBe(404);
    await client.mailings.setHtml({ mailingid, body: page('') }).orThrow();
    expect(await status(start('link', mailingid))).toBe(200);
    expect(await result('link', mailingid)).toMatchObject({ state: 'success' });
    web.release();
    const [check] = await service.db
      .selectFrom('mailing_check')
      .selectAll()
      .where('mailing_id', '=', mailingid)
      .execute();
    expect(check?.state).toBe('success');
  });

  test('attention: score, and what the law asks for', async () => {
    const mailingid = await makeMailing('<a href="https://shop.example/">Shop</a>');
    await start('attention', mailingid);
    expect(await result('attention', mailingid)).toMatchObject({ state: 'success', score: 76 });
    await client.mailings.setHtml({ mailingid, body: '<p>Hi' }).orThrow();
    await start('attention', mailingid);
    const { state, findings } = await result('attention', mailingid);
    expect([state, codes(findings)]).toEqual(['failed', ['error unsubscribe_missing', 'warning imprint_missing']]);
  });

  test('display: what families of mail programs lack', async () => {
    const mailingid = await makeMailing('<div style="display:grid">x</div><form action="x"></form>');
    await start('display', mailingid);
    const { state, clients, findings } = await result('display', mailingid);
    expect(state).toBe('failed');
    expect(codes(findings)).toContain('error form');
    expect(clients?.find(({ name }) => name.startsWith('Outlook for Windows (Word'))).toMatchObject({
      state: 'warning',
      issues: expect.arrayContaining([{ feature: 'display:grid', count: 1 }]),
    });
  });

  test('image: loaded, measured and judged', async () => {
    const { origin } = web;
    const body = `<img src="${origin}/image.png" alt="One" title="T"><img src="${origin}/missing" width="2" height="3">`;
    const mailingid = await makeMailing(`${body}<img src="${origin}/to-private" alt="">`);
    await start('image', mailingid);
    const { state, images, findings } = await result('image', mailingid);
    expect(state).toBe('failed');
    expect(images).toEqual([
      { hosted: false, src: `${origin}/image.png`, alt: 'One', title: 'T', width: 1, height: 1 },
      { hosted: false, src: `${origin}/missing`, width: 2, height: 3 },
      { hosted: false, src: `${origin}/to-private`, alt: '' },
    ]);
    expect(codes(findings).toSorted()).toEqual([
      'error image_unreachable',
      'error image_unreachable',
      'warning alt_missing',
      'warning image_http',
      'warning image_http',
      'warning image_http',
    ]);
  });

  test('link: followed, with where each leads', async () => {
    const { origin } = web;
    const body = `<a href="${origin}/moved" data-link-tags="teaser">A</a><a href="${origin}/gone">B</a><a href="#no">C</a>
      <a href="${origin}/pages/[CONTACT|ID|0]">D</a>`;
    const mailingid = await makeMailing(body);
    await start('link', mailingid);
    const { state, links, findings } = await result('link', mailingid);
    expect(state).toBe('failed');
    expect(links).toMatchObject([
      { format: 'html', layout: 0, tags: ['teaser'], status: 'warning', http_status: 200, final_url: `${origin}/ok` },
      { status: 'failed', http_status: 410 },
      { url: '#no', status: 'failed' },
      { url: expect.stringMatching(/\/pages\/\d+$/), status: 'warning', http_status: 200 },
      { url: expect.stringMatching(`^${service.origin}/u/`), status: 'success' },
    ]);
    expect(codes(findings).filter((code) => code.startsWith('error'))).toEqual([
      'error link_broken',
      'error anchor_missing',
    ]);
  });

  test('message size: of the mail as it goes over the wire', async () => {
    const mailingid = await makeMailing();
    await start('messagesize', mailingid);
    // The mail has a text part too, which is made from the HTML.
    expect(await result('messagesize', mailingid)).toMatchObject({ state: 'success', size: 2, html_size: 1 });
    await client.mailings.setHtml({ mailingid, body: page(`<p>${'word '.repeat(30_000)}</p>`) }).orThrow();
    await start('messagesize', mailingid);
    const { state, size, html_size, findings } = await result('messagesize', mailingid);
    expect([state, html_size, codes(findings)]).toEqual(['warning', 147, ['warning html_cut']]);
    expect(size).toBeGreaterThan(147);
    await client.mailingAttachments
      .add({ mailingid, filename: 'a.bin', contentType: 'application/octet-stream', body: new Uint8Array(570 * 1024) })
      .orThrow();
    await start('messagesize', mailingid);
    const withFile = await result('messagesize', mailingid);
    expect(withFile.attachments_size).toBe(780);
    expect(withFile.size - size).toBeGreaterThanOrEqual(780);
    expect(withFile.size - size).toBeLessThan(790);
  });

  test('personalization: tags, gaps, and what nothing can be filled in for', async () => {
    const mailingid = await makeMailing('<p>[[CONTACT|CITY]] [[CONTACT|NICKNAME]] [[FRIEND|NAME|x]] [[contact|x]]</p>');
    await start('personalization', mailingid);
    const { state, personalizations, findings, empty_count } = await result('personalization', mailingid);
    expect(state).toBe('failed');
    expect(personalizations.slice(0, 2)).toEqual([
      { type: 'CONTACT', property_name: 'FIRSTNAME', fallback_value: 'friend', occurs_in_conditional_content: false },
      { type: 'CONTACT', property_name: 'CITY', occurs_in_conditional_content: false },
    ]);
    expect(empty_count).toBe(6);
    expect(codes(findings)).toEqual(['error tag_syntax', 'error tag_unknown', 'error tag_unknown', 'warning gaps']);
  });

  test('spam: an ordinary newsletter is none, and a loud one is', async () => {
    const mailingid = await makeMailing('<p>Seeds, tools and advice for everybody with a garden.</p>');
    const text_body = 'Hello friend, here is what is new. Seeds, tools and advice for everybody with a garden. Imprint';
    await service.db.updateTable('mailing_content').set({ text_body }).where('mailing_id', '=', mailingid).execute();
    await start('spam', mailingid);
    const good = await result('spam', mailingid);
    expect(good).toMatchObject({ state: 'success', threshold: 5 });
    expect(good.score).toBeLessThanOrEqual(1);
    await client.mailings.setSubject({ mailingid, body: 'RE: FREE CASH!!! YOU HAVE WON $1000' }).orThrow();
    await start('spam', mailingid);
    const bad = await result('spam', mailingid);
    expect(bad.state).toBe('failed');
    expect(bad.rules?.map(({ name }) => name)).toEqual(expect.arrayContaining(['SUBJ_FAKE_REPLY', 'SUBJ_WINNER']));
  });

  test('spam and sendout: mails that are to be signed are refused without a key', async () => {
    const mailingid = await makeMailing();
    const account = await findAccount(service.db, 1);
    const mailing = (await findMailing(service.db, account.id, mailingid))!;
    const faults = async (keys: DkimKey[]) =>
      (await mandatoryObstacles(service.db, account, mailing, keys)).map(({ message }) => message);
    expect(await faults([own])).toEqual([]);
    const fault = 'has no key for shop.example, so its mails are not signed';
    expect(await faults([{ ...own, domain: 'other.example' }])).toEqual([expect.stringContaining(fault)]);
    signing = [];
    await start('spam', mailingid);
    const { state, findings } = await result('spam', mailingid);
    signing = [own];
    expect([state, findings?.[0]]).toEqual(['failed', expect.objectContaining({ code: 'dkim', severity: 'error' })]);
  });

  test('bounce: domains without mail are forecast', async () => {
    const mailingid = await makeMailing();
    await start('bounce', mailingid);
    expect(await result('bounce', mailingid)).toMatchObject({
      state: 'warning',
      totalcontactcount: 6,
      samplesize: 6,
      bouncecount: 6,
      bounceforcast: 6,
      boucelimit: 0,
    });
  });

  test('bounce: so is who bounced for good, until a later mail arrives', async () => {
    const mailingid = await makeMailing();
    const { db, accountId: account_id } = service;
    const contacts = await db.selectFrom('contact').select('id').orderBy('id').limit(3).execute();
    const [dead, full, alive] = contacts.map(({ id }) => id);
    await db.updateTable('contact').set({ email: sql`replace(email, 'example.com', 'example.org')` }).execute();
    const bounces: [contact: number, status_code: string, minutesAgo: number][] = [
      [dead!, '4.2.2', 90],
      [dead!, '5.1.1', 60],
      [full!, '5.1.1', 90],
      [full!, '5.2.2', 60],
      [alive!, '5.1.1', 60],
    ];
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    for (const [contact_id, status_code, minutes] of bounces) {
      const type = status_code.startsWith('5') ? ('permanent' as const) : ('transient' as const);
      const reason = status_code === '5.1.1' ? ('mailbox-unknown' as const) : ('mailbox-full' as const);
      const source = 'mta-listener' as const;
      const at = ago(minutes);
      const event = { account_id, mailing_id: mailingid, contact_id, at, type, status_code, reason, source };
      await db
        .insertInto('bounce')
        .values({ ...event, fingerprint: `${contact_id} ${minutes}` })
        .execute();
    }
    const delivered = { account_id, contact_id: alive!, mailing_id: mailingid, sent_at: ago(30), message_id: 'later' };
    await db.insertInto('delivery').values(delivered).execute();
    await start('bounce', mailingid);
    expect(await result('bounce', mailingid)).toMatchObject({ samplesize: 6, bouncecount: 1, bounceforcast: 1 });
    await db.updateTable('contact').set({ email: sql`replace(email, 'example.org', 'example.com')` }).execute();
  });

  test('test sendout: to everybody in the group, and what servers said', async () => {
    const mailingid = await makeMailing();
    const test_targetgroup_id = await service.groupId('test');
    smtp.mails.length = 0;
    expect(await status(client.mailingChecks.getTestSendout({ mailingid }))).toBe(404);
    await client.mailingChecks.startTestSendout({ mailingid, test_targetgroup_id }).orThrow();
    expect(smtp.mails.map(({ to }) => to[0]).toSorted()).toEqual(['ada.moreau@example.com', 'ben.okafor@example.com']);
    expect(smtp.mails[0]!.email.html).toContain(`${service.origin}/u/`);
    expect(await client.mailingChecks.getTestSendout({ mailingid }).orThrow()).toMatchObject({ state: 'success' });
    const regular = await service.groupId('regular');
    expect(await status(client.mailingChecks.startTestSendout({ mailingid, test_targetgroup_id: regular }))).toBe(400);
    const deliveries = service.db.selectFrom('delivery').selectAll().where('mailing_id', '=', mailingid);
    expect(await deliveries.execute()).toEqual([]);
  });

  test('test mail: to anybody, in one format, also when sealed', async () => {
    const mailingid = await makeMailing();
    smtp.mails.length = 0;
    const send = (email: string, format: 'auto' | 'html' | 'text' = 'auto', of = mailingid) =>
      status(client.mailingChecks.sendTestEmail({ mailingid: of, email, format }));
    expect(await send('ada.moreau@example.com')).toBe(200);
    expect(await send('somebody@else.example', 'html')).toBe(200);
    expect(await send('somebody@else.example', 'text')).toBe(200);
    expect(await send('somebody@else..example')).toBe(400);
    const onlyText = await client.mailings.create({ name: 'Only text', subject: 'Only text' }).orThrow();
    await client.mailings.setSender({ mailingid: onlyText, body: 'news@shop.example' }).orThrow();
    await client.mailings.setText({ mailingid: onlyText, body: 'Only text' }).orThrow();
    expect(await send('somebody@else.example', 'html', onlyText)).toBe(400);
    await seal(service, mailingid);
    expect(await send('ada.moreau@example.com')).toBe(200);
    expect(smtp.mails.map(({ to }) => to[0])).toEqual([
      'ada.moreau@example.com',
      'somebody@else.example',
      'somebody@else.example',
      'ada.moreau@example.com',
    ]);
    expect(smtp.mails[0]!.email.html).toContain('Hello Ada');
    expect(smtp.mails[1]!.email.html).toContain('Hello friend');
    expect(smtp.mails[2]!.email.text, 'made from the HTML').toContain('Hello friend');
    expect(smtp.mails[2]!.email.html).toBeUndefined();
  });

  test('an approval, its comment in legal XML, and its end with a change of what mails show', async () => {
    const mailingid = await makeMailing();
    await client.mailingChecks
      .startApproval({ mailingid, test_targetgroup_id: await service.groupId('test') })
      .orThrow();
    expect(await status(client.mailingChecks.getApproval({ mailingid }))).toBe(200);
    const [, link] = /href="([^"]+\/approve\/[^"]+)"/.exec(smtp.mails.at(-1)!.email.html!)!;
    const body = new URLSearchParams({ decision: 'approved', comment: 'Good\u0001 \u{1f337}\u0000' });
    expect((await service.fetch(link!, { method: 'POST', body })).status).toBe(200);
    const { approvals } = await client.mailingChecks.getApproval({ mailingid }).orThrow();
    expect(approvals?.map(({ comment }) => comment).filter(Boolean)).toEqual(['Good \u{1f337}']);
    await client.mailingProperties.add({ mailingid, body: [{ key: 'owner', value: 'b' }] }).orThrow();
    expect(await status(client.mailingChecks.getApproval({ mailingid }))).toBe(404);
  });
});

test('a check that is switched off: 412', async () => {
  const [embedded] = databases();
  const service = await startTestService(await embedded!.open(), undefined, { without: new Set(kinds) });
  const mailingid = await service.client.mailings.create({ name: 'Off', subject: 'Off' }).orThrow();
  for (const kind of kinds) {
    const answer = await service.client.mailingChecks[checks[kind][0]]({ mailingid });
    expect(answer).toMatchObject({ status: 412 });
  }
  await service.close();
});
