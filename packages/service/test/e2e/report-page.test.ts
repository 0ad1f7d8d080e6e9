import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { sendTracked, visit } from '../support/tracked-mailing.ts';

/** A busy machine may take longer than the second that events take otherwise. */
const slow = { timeout: 10_000 };

const html =
  '<body><p>[[CONTACT|FIRSTNAME|Friend]]</p><a href="https://example.com/?a=1&amp;b=2">First</a>' +
  "<a href='https://example.com/b'>Second</a><script>alert(1)</script></body>";

describe.each(usualDatabases())('report and archive of a mailing on $kind', ({ open }) => {
  let service: TestService;
  let people: number[];
  let mails: Awaited<ReturnType<typeof sendTracked>>;
  let tokens: { report_token: string; archive_token: string };
  beforeAll(async () => {
    service = await startTestService(await open());
    people = (await service.client.contacts.list({}).orThrow()).items.map(({ id }) => id);
    mails = await sendTracked(service, html, people);
    tokens = await service.db
      .selectFrom('mailing')
      .select(['report_token', 'archive_token'])
      .where('id', '=', mails.mailingId)
      .executeTakeFirstOrThrow();
    const [ada, ben, chiara] = people.map((id) => mails.mailOf(id));
    for (const url of [ada!.pixel, ada!.links[0]!, ben!.pixel, ben!.links[0]!, ben!.links[1]!])
      await visit(service, url);
    await visit(service, chiara!.pixel, 'Mozilla/5.0');
    const bounces = [
      { contact_id: people[3]!, type: 'permanent', status_code: '5.1.1', reason: 'mailbox-unknown' },
      { contact_id: people[4]!, type: 'permanent', status_code: '5.1.3', reason: 'mailbox-unknown' },
      { contact_id: people[5]!, type: 'transient', status_code: '4.2.2' },
      { contact_id: people[5]!, type: 'transient', status_code: '4.9.9' },
    ] as const;
    const { accountId, db } = service;
    const about = { account_id: accountId, mailing_id: mails.mailingId, at: new Date(), source: 'reply' as const };
    const rows = bounces.map((bounce) => ({ ...bounce, ...about, fingerprint: bounce.status_code }));
    await db.insertInto('bounce').values(rows).execute();
    await service.fetch(mails.mailOf(people[5]!).unsubscribe, { method: 'POST' });
    await vi.waitFor(async () => expect(await totals()).toMatchObject({ clicks: 3, openings: 2 }), slow);
  });
  afterAll(() => service?.close());

  const get = (path: string) => service.fetch(service.origin + path);
  const totals = async () => (await get(`/report/${tokens.report_token}/totals.json`)).json();

  test('the totals are what happened', async () => {
    expect(await totals()).toMatchObject({
      recipients: 6,
      openings: 2,
      uniqueOpenings: 2,
      clicks: 3,
      uniqueClicks: 2,
      links: [
        { url: 'https://example.com/?a=1&b=2', label: 'First', clicks: 2, readers: 2 },
        { url: 'https://example.com/b', label: 'Second', clicks: 1, readers: 1 },
      ],
      devices: [{ name: 'COMPUTER', readers: 2 }],
      programs: [{ name: 'Firefox', readers: 2 }],
      bounces: 4,
      permanentBounces: 2,
      unsubscriptions: 1,
      bounceKinds: [
        { reason: 'mailbox-unknown', permanent: 2, transient: 0 },
        { reason: 'undefined', permanent: 0, transient: 2 },
      ],
    });
  });

  test('the page shows them, and nobody', async () => {
    const page = await (await get(`/report/${tokens.report_token}`)).text();
    expect(page).toContain('<dd>33.3%</dd>');
    expect(page).toContain('<svg class="plot"');
    expect(page).toContain('https://example.com/?a=1&amp;b=2');
    expect(page).toContain('The mailbox does not exist</td><td class="number">2</td><td class="number">0</td>');
    expect(page).not.toContain('/console/');
    expect(page.length).toBeLessThan(60_000);
    const contacts = await service.client.contacts.list({}).orThrow();
    for (const { email } of contacts.items) expect(page).not.toContain(email);
  });

  test('the mail shows clicks at its links, which lead nowhere, and runs nothing', async () => {
    const answer = await get(`/report/${tokens.report_token}/mail`);
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    const mail = await answer.text();
    expect(mail).toContain('<a href="#" data-clicks="2">First</a>');
    expect(mail).toContain("<a href='#' data-clicks='1'>Second</a>");
    expect(mail).toContain('<p>Friend</p>');
  });

  test('a new address ends the old one', async () => {
    const { report_token } = tokens;
    await service.db.updateTable('mailing').set({ report_token: 'new' }).where('id', '=', mails.mailingId).execute();
    for (const path of ['', '/mail', '/totals.json'])
      expect((await get(`/report/${report_token}${path}`)).status).toBe(404);
    await service.db.updateTable('mailing').set({ report_token }).where('id', '=', mails.mailingId).execute();
  });

  test('the archive is there when mails have gone out, for everybody alike', async () => {
    const path = `/archive/${tokens.archive_token}`;
    expect((await get(path)).status).toBe(404);
    await service.db
      .updateTable('mailing')
      .set({ state: 'done', locale: 'de_AT' })
      .where('id', '=', mails.mailingId)
      .execute();
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-language')]).toEqual([200, 'de-AT']);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox .*; default-src 'none';/);
    const mail = await answer.text();
    expect(mail).toContain('<p>Friend</p><a href="https://example.com/?a=1&amp;b=2">');
    expect(mail).not.toContain('/c/');
  });
});
