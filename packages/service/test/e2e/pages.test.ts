import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(usualDatabases())('pages on $kind', ({ open }) => {
  let service: TestService;
  let mailingid: number;
  let link: string;
  /** Whom the link was sent to. */
  let recipient: string;
  const authorization = () => ({ authorization: `Basic ${Buffer.from(`${service.key}:`).toString('base64')}` });

  beforeAll(async () => {
    service = await startTestService(await open());
    const { client } = service;
    mailingid = await client.mailings.create({ name: 'Pages & more', subject: 'Hi <&> [[CONTACT|EMAIL]]' }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
    await client.mailings
      .setHtml({
        mailingid,
        body: '<p>Hello [[CONTACT|EMAIL]]</p><script>alert(1)</script><a href="[[LINK|UNSUBSCRIBE]]">x</a>',
      })
      .orThrow();
    await client.mailingChecks
      .startApproval({ mailingid, test_targetgroup_id: await service.groupId('test') })
      .orThrow();
  });
  afterAll(() => service?.close());

  const result = () => service.client.mailingChecks.getApproval({ mailingid }).orThrow();

  test('the outbox is for those who have signed in; a browser is not asked for credentials that it would keep', async () => {
    const answer = await service.fetch(`${service.origin}/outbox`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console']);
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });

  test('the outbox shows the mails that were kept, and runs nothing of them', async () => {
    const list = await (await service.fetch(`${service.origin}/outbox`, { headers: authorization() })).text();
    const names = [...list.matchAll(/\/outbox\/([0-9TZa-f-]+)"/g)].map((match) => match[1]!);
    expect(names).toHaveLength(2);
    const source = await service.fetch(`${service.origin}/outbox/${names[0]}/source`, { headers: authorization() });
    const email = await PostalMime.parse(await source.text());
    recipient = email.to![0]!.address!;
    link = /href="([^"]+\/approve\/[^"]+)"/.exec(email.html!)![1]!;
    const html = await service.fetch(`${service.origin}/outbox/${names[0]}/html`, { headers: authorization() });
    expect(html.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
    );
    const other = await service.fetch(`${service.origin}/outbox/..%2f..%2ftls%2fkey/source`, {
      headers: authorization(),
    });
    expect(other.status).toBe(404);
  });

  test('GET of the approval link shows a form and changes nothing', async () => {
    const before = await result();
    for (let i = 0; i < 3; i++) {
      const answer = await service.fetch(link);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; .*frame-ancestors 'self'; base-uri 'none'$/,
      );
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('set-cookie')).toBeNull();
      const page = await answer.text();
      expect(page).toContain('Pages &amp; more');
      expect(page).toContain(`Hi &lt;&amp;&gt; ${recipient}`);
      expect(page).toContain(`<iframe title="The mail" sandbox="" src="${new URL(link).pathname}/mail">`);
      const mail = await service.fetch(`${link}/mail`);
      expect(mail.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
      expect(await mail.text()).toContain(`<p>Hello ${recipient}</p>`);
    }
    expect(await result()).toEqual(before);
  });

  const decide = (decision: string, comment = '') =>
    service.fetch(link, { method: 'POST', body: new URLSearchParams({ decision, comment }) });

  test('POST decides, and the result shows it', async () => {
    expect((await decide('maybe')).status).toBe(400);
    expect((await decide('rejected', 'Typo in line 1')).status).toBe(200);
    expect(await result()).toMatchObject({ state: 'failed' });
    expect((await result()).approvals).toContainEqual(
      expect.objectContaining({ decision: 'rejected', comment: 'Typo in line 1' }),
    );
    await decide('approved');
    expect(await result()).toMatchObject({ state: 'warning' });
  });

  test('a change of the mailing ends the link and the result', async () => {
    await service.client.mailings.setHtml({ mailingid, body: '<p>Changed</p>' }).orThrow();
    expect((await service.fetch(link)).status).toBe(404);
    expect((await service.fetch(`${link}/mail`)).status).toBe(404);
    expect((await decide('approved')).status).toBe(404);
    expect(await service.client.mailingChecks.getApproval({ mailingid })).toMatchObject({ ok: false, status: 404 });
  });

  test('an unknown link and an unknown page', async () => {
    expect((await service.fetch(`${service.origin}/approve/AAAAAAAAAAAAAAAAAAAAAA`)).status).toBe(404);
    expect((await service.fetch(`${service.origin}/nothing`)).status).toBe(404);
    const root = await service.fetch(service.origin, { redirect: 'manual' });
    expect([root.status, root.headers.get('location')]).toEqual([302, '/console']);
  });
});
