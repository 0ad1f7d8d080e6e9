import { expect } from 'vitest';
import { createSendout } from '../../support/sendout.ts';
import { joinAt } from '../people.ts';
import { factOf, type Row, textOf } from '../row.ts';
import { soon } from '../soon.ts';

const versionOf = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? '';
const partOf = (html: string, id: string) =>
  textOf(new RegExp(`<section id="${id}"[\\s\\S]*?</section>`).exec(html)?.[0] ?? '');

/** What is said before a mailing is sent, and about forms that are deleted. */
export const rows: readonly Row[] = [
  {
    routes: ['POST /mailings/:id/test'],
    title: 'a test mail that was sent is there, and one that cannot be sent is no success',
    async judge({ service, sink, press }) {
      const mailingid = await createSendout(service);
      await service.client.mailings.setSubject({ mailingid, body: 'Tried' }).orThrow();
      const own = `/console/mailings/${mailingid}`;
      const sent = await press(own, `${own}/test`, { email: 'tester@truth.example' });
      expect(textOf(sent.html)).toContain('The test mail was sent.');
      const { email } = await sink.mailTo('tester@truth.example');
      expect(email.subject).toContain('Tried');
      const [wrong, empty] = [
        await press(own, `${own}/test`, { email: 'no address' }),
        await press(own, `${own}/test`, { email: '' }),
      ];
      for (const { html } of [wrong, empty]) expect(html).toContain('role="alert"');
      sink.refused.set('full@truth.example', '552 5.2.2 Mailbox full');
      const refused = await press(own, `${own}/test`, { email: 'full@truth.example' });
      expect(textOf(refused.html)).not.toContain('The test mail was sent.');
      sink.refused.clear();
    },
  },
  {
    routes: ['POST /mailings/:id/checks'],
    title: 'checks that were started have the results of the API when they are done',
    async judge(world) {
      const { service, page, press } = world;
      const { mailingChecks } = service.client;
      const mailingid = await createSendout(service, '<p>Hello</p><a href="[[LINK|UNSUBSCRIBE]]">Leave</a>');
      const own = `/console/mailings/${mailingid}`;
      const list = (html: string) => textOf(/<ul class="steps" id="checks"[\s\S]*?<\/ul><form/.exec(html)?.[0] ?? '');
      expect(list(await page(own))).toContain('Links Not checked');
      await press(own, `${own}/checks`);
      await soon(world, async () => expect(list(await page(own))).not.toContain('Not checked'));
      const states = { success: 'Good', failed: 'Failed', warning: /(?:To look at|Review)/ };
      const shown = list(await page(own));
      for (const [label, read] of [
        ['Links', await mailingChecks.getLink({ mailingid }).orThrow()],
        ['Images', await mailingChecks.getImage({ mailingid }).orThrow()],
        ['Size', await mailingChecks.getMessageSize({ mailingid }).orThrow()],
        ['Personalization', await mailingChecks.getPersonalization({ mailingid }).orThrow()],
      ] as const) {
        const state = states[read.state as keyof typeof states];
        expect(shown).toMatch(new RegExp(`${label} ${state instanceof RegExp ? state.source : state}`));
      }
      await service.client.mailings.setHtml({ mailingid, body: '<p>Other</p>' }).orThrow();
      expect(list(await page(own))).toContain('Links Not checked');
    },
  },
  {
    routes: ['POST /mailings/:id/approval'],
    title: 'those who were asked for approval have the mail, and the page shows what they answered',
    async judge(world) {
      const { service, sink, page, press } = world;
      const mailingid = await createSendout(service);
      await service.client.mailings.setSubject({ mailingid, body: 'To approve' }).orThrow();
      const own = `/console/mailings/${mailingid}`;
      await press(own, `${own}/approval`, { group: String(await service.groupId('test')) });
      const approvals = async () =>
        (await service.client.mailingChecks.getApproval({ mailingid }).orThrow()).approvals!;
      await soon(world, async () => {
        const mails = sink.mails.filter(({ email }) => email.subject?.includes('To approve'));
        expect(mails.length).toBe((await approvals()).length);
        expect(mails.length).toBeGreaterThan(0);
      });
      for (const { email } of await approvals())
        expect(partOf(await page(own), 'approval')).toContain(`${email} Not answered`);
      const { html, to } = sink.mails.find(({ email }) => email.subject?.includes('To approve'))!.email;
      const link = /https:\/\/[^"<\s]+\/approve\/[\w-]+/.exec(html ?? '')![0];
      const answer = new URLSearchParams({ decision: 'rejected', comment: 'Wrong <price>' });
      expect((await service.fetch(link, { method: 'POST', body: answer })).status).toBeLessThan(400);
      const [asked] = await approvals();
      expect((await approvals()).map(({ decision }) => decision)).toContain('rejected');
      expect(asked).toBeDefined();
      const shown = partOf(await page(own), 'approval');
      expect(shown).toContain(`${to![0]!.address} Rejected`);
      expect(shown).toContain('Wrong &lt;price&gt;');
    },
  },
  {
    routes: [
      'POST /mailings/:id/sign-off',
      'POST /mailings/:id/sign-off/request',
      'POST /mailings/:id/sign-off/withdraw',
    ],
    title: 'a sign-off stands and is withdrawn as the page says, and colleagues are asked by a mail',
    async judge(world) {
      const { service, sink, page, press } = world;
      const { account, mailingActions } = service.client;
      const sender = await joinAt(world, 'Signe', 'sender');
      const colleague = await joinAt(world, 'Konrad', 'sender');
      const mailingid = await createSendout(service);
      await account.setSignOffLimit({ body: { above: 1 } }).orThrow();
      const own = `/console/mailings/${mailingid}`;
      const signed = async () => (await mailingActions.getSignOff({ mailingid }).orThrow()).users.map(({ id }) => id);
      const read = async ({ browser }: typeof sender) => (await browser.get(own)).text();
      expect(await page(own)).not.toContain(`action="${own}/sign-off"`);

      const version = versionOf(await read(sender));
      await sender.browser.submit(`${own}/sign-off`, { version }, own);
      expect(await signed()).toEqual([sender.id]);
      expect(partOf(await read(sender), 'sign-off')).toContain('Signe (you) Signed off');
      expect(partOf(await read(colleague), 'sign-off')).toContain('Signe Signed off');

      const before = sink.mails.length;
      await sender.browser.submit(`${own}/sign-off/request`, {}, own);
      const asked = () => sink.mails.slice(before).map(({ to }) => to[0]);
      await soon(world, () => expect(asked()).toContain(colleague.email));
      expect(asked()).not.toContain(sender.email);

      await sender.browser.submit(`${own}/sign-off/withdraw`, {}, own);
      expect(await signed()).toEqual([]);
      expect(partOf(await read(sender), 'sign-off')).not.toContain('Signed off');
      await sender.browser.submit(`${own}/sign-off`, { version: versionOf(await read(sender)) }, own);
      await service.client.mailings.setHtml({ mailingid, body: '<a href="[[LINK|UNSUBSCRIBE]]">x</a>' }).orThrow();
      expect(await signed()).toEqual([]);
      const old = await sender.browser.submit(`${own}/sign-off`, { version }, own);
      expect([old.status, await signed()]).toEqual([400, []]);
      await account.setSignOffLimit({ body: {} }).orThrow();
      expect((await press(own, `${own}/sign-off`, { version: versionOf(await page(own)) })).html).toContain(
        'role="alert"',
      );
    },
  },
  {
    routes: ['POST /forms/:id/delete'],
    title: 'a form is gone with its page when it was deleted, and only then',
    async judge({ service, page, press }) {
      const { signUpForms } = service.client;
      const body = { name: 'Short-lived', consent: 'Yes', double_opt_in: false, active: true };
      const { id, url } = await signUpForms.create({ body }).orThrow();
      const own = `/console/forms/${id}`;
      const status = async () => (await service.fetch(url)).status;
      expect(factOf(await page(own), 'Page')).toBe(url);
      const kept = await press(own, `${own}/delete`, { 'confirm-delete': 'no' });
      expect([textOf(kept.html).includes('Nothing was deleted'), await status()]).toEqual([true, 200]);
      const deleted = await press(own, `${own}/delete`, { 'confirm-delete': 'delete' });
      expect(textOf(deleted.html)).toContain('The form was deleted.');
      expect([await status(), (await signUpForms.get({ formId: id })).status]).toEqual([404, 404]);
    },
  },
];
