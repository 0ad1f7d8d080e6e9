import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { aggregateReport, daysAgo, tlsReport } from '../../support/domain-reports.ts';
import { factOf, fieldsOf, type Row, textOf } from '../row.ts';

const path = '/console/delivery/reputation';

/** What the page about the reputation of domains says. */
export const rows: readonly Row[] = [
  {
    routes: ['GET /delivery/reputation', 'POST /delivery/reputation'],
    title: 'uploaded reports are counted once, and the page says of each source what the API says',
    async judge({ service, browser, page }) {
      const { client } = service;
      expect(textOf(await page(path))).toContain('No reports came in this time.');
      const mailingid = await client.mailings.create({ name: 'From the shop', subject: 'x' }).orThrow();
      await client.mailings.setSender({ mailingid, body: 'news@shop.example' }).orThrow();
      const upload = async (file: string | Uint8Array) => {
        const { token = '' } = fieldsOf(await page(path), path);
        const answer = await browser.upload(path, [
          ['token', token],
          ['file', new File([Buffer.from(file)], 'receiver!shop.example!1!2.xml.gz')],
        ]);
        const next = answer.headers.get('location');
        return textOf(next === null ? await answer.text() : await page(next));
      };
      const of = (domain: string, id: string, day = daysAgo(1)) => ({ domain, id, day });
      const report = aggregateReport(of('shop.example', 'a'), [
        { address: '192.0.2.1', count: 150, dkim: true },
        { address: '192.0.2.2', count: 30, provenBy: 'mailer.example' },
        { address: '192.0.2.3', count: 20, disposition: 'reject' },
      ]);
      expect(await upload(gzipSync(report))).toContain('The reports were counted.');
      expect(await upload(report)).toContain('The reports were counted before. Nothing has changed.');
      expect(await upload(aggregateReport(of('bank.example', 'b'), [{ address: '192.0.2.9', count: 1 }]))).toContain(
        'The reports are about domains that you do not send from.',
      );
      const old = aggregateReport(of('shop.example', 'c', daysAgo(200)), [{ address: '192.0.2.9', count: 1 }]);
      expect(await upload(old)).toContain('The reports are older than 180 days');
      expect(await upload('Hello')).toContain('This file has no report that can be read.');
      await upload(tlsReport(of('shop.example', 'd'), 9, 1));

      const html = await page(path);
      const shown = textOf(html);
      const [domain] = (await client.reputation.get({}).orThrow()).domains;
      expect(domain).toMatchObject({ name: 'shop.example', messages: 200, aligned: 150, plan: { step: 'collect' } });
      expect(shown).toMatch(/Reports about mails from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, days in UTC\./);
      expect(shown).toContain('Mails 200');
      expect(factOf(html, 'Policy')).toContain('p=none');
      expect(factOf(html, 'Next step')).toContain('Wait: advice needs reports of at least 14 days');
      expect(shown).toContain('Of other services 15%');
      expect(factOf(html, 'Encrypted connections')).toContain('90% of 10 connections');
      expect(factOf(html, 'Encrypted connections')).toContain('The certificate has expired: 1');
      const { items } = await client.reputation.listSources({ domain: 'shop.example' }).orThrow();
      expect(items.map(({ meaning }) => meaning)).toEqual(['own', 'other_service', 'unknown']);
      const sources = ['192.0.2.1 Yours', '192.0.2.2 Another service Proves mailer.example.', '192.0.2.3 Unknown'];
      for (const source of sources) expect(shown).toContain(source);
      expect(shown).not.toContain('bank.example');

      for (let day = 2; day <= 15; day++)
        await upload(
          aggregateReport(of('shop.example', `f${day}`, daysAgo(day)), [
            { address: '192.0.2.1', count: 10, dkim: true },
            { address: '192.0.2.2', count: 650_000, provenBy: 'mailer.example' },
            { address: '192.0.2.2', count: 1, dkim: true },
          ]),
        );
      const [forged] = (await client.reputation.get({}).orThrow()).domains;
      expect(forged).toMatchObject({ own_failing: 0, plan: { step: 'review', policy: 'quarantine' } });
      const later = await page(path);
      expect(factOf(later, 'Next step')).toContain('Look at the other services first');
      expect(textOf(later)).toContain('192.0.2.2 Another service Proves mailer.example.');
    },
  },
  {
    routes: ['GET /delivery/answers', 'POST /delivery/answers'],
    title: 'settings and numbers of answers are those of the API',
    async judge({ service, page, press }) {
      const { client, db, accountId } = service;
      const own = '/console/delivery/answers';
      expect(textOf(await page(own))).toContain('No answers came yet.');
      const fields = { forward_to: 'team@shop.example', unsubscribe: 'act', all_mailings: 'on' };
      const saved = await press(own, own, fields);
      expect(saved.html).toContain('value="team@shop.example"');
      const stored = { forward_to: 'team@shop.example', unsubscribe: 'act', all_mailings: true };
      expect((await client.account.getInfo().orThrow()).answers).toEqual(stored);
      const wrong = await press(own, own, { ...fields, forward_to: 'x@y' });
      expect(textOf(wrong.html)).toContain('Answers cannot be forwarded there, because it is no email address.');
      expect(wrong.html).toContain('value="x@y"');
      expect((await client.account.getInfo().orThrow()).answers).toEqual(stored);

      const mailingid = await client.mailings.create({ name: 'Asked', subject: 'x' }).orThrow();
      const email = 'writer@example.org';
      const contact = await client.contacts.createByEmail({ email, body: {} }).orThrow();
      const of = {
        account_id: accountId,
        mailing_id: mailingid,
        contact_id: contact,
        occasion: '' as const,
        at: new Date(),
      };
      for (const [kind, forwarded] of [
        ['human', true],
        ['out_of_office', false],
        ['human', true],
      ] as const)
        await db
          .insertInto('answer')
          .values({ ...of, kind, forwarded, fingerprint: `${Math.random()}` })
          .execute();
      const shown = textOf(await page(own));
      expect(await client.reportCounts.answers({ kind: ['human'] }).orThrow()).toBe(2);
      expect(shown).toContain('Written by people 2');
      expect(shown).toContain('Out of office 1');
      expect(shown).toMatch(/writer@example\.org .{1,40} Written by people Forwarded Asked/);
      expect(textOf(await page(`/console/contacts/${contact}`))).toContain('Answered Asked');
      await press(own, own, { forward_to: '', unsubscribe: 'ask' });
      expect(await client.account.getInfo().orThrow()).not.toHaveProperty('answers');
    },
  },
];
