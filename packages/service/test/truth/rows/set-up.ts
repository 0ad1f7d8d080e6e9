import { expect } from 'vitest';
import { createSendout } from '../../support/sendout.ts';
import { factOf, obstaclesOf, type Row, textOf } from '../row.ts';

/** What is said while an account is set up. */
export const rows: readonly Row[] = [
  {
    routes: ['POST /settings/account'],
    title: 'the name and the time zone of the account are those that were saved',
    async judge({ page, press }) {
      const given = { name: 'Boats & Co', time_zone: 'Asia/Tokyo' };
      const { address, html } = await press('/console/settings', '/console/settings/account', given);
      expect(address).toBe('/console/settings?done=saved');
      expect(html).toContain('name="name" type="text" value="Boats &amp; Co"');
      expect(html).toContain('<option value="Asia/Tokyo" selected>');
      expect(await page('/console')).toContain('<span>Boats &amp; Co</span>');
    },
  },
  {
    routes: ['POST /delivery/test'],
    title: 'a test mail was taken when the mail server has it',
    async judge({ service, sink, page, press }) {
      const given = { sender: 'news@example.com', to: 'ida@truth.example' };
      const { address } = await press('/console/delivery', '/console/delivery/test', given);
      const result = async () => {
        service.wakeWorker();
        return factOf(await page(address), 'Result');
      };
      await expect.poll(result, { timeout: 20_000 }).toBe('Taken by the mail server');
      expect(sink.mails.map(({ email }) => email.to?.[0]?.address)).toEqual(['ida@truth.example']);
    },
  },
  {
    routes: ['POST /contacts/samples/remove'],
    title: 'sample contacts are named where they matter, and are gone at one press from any of these places',
    async judge({ service, page, press }) {
      const remove = '/console/contacts/samples/remove';
      const { client } = service;
      const steps = async () => textOf(/<section id="first-steps"[\s\S]*?<\/section>/.exec(await page('/console'))![0]);
      expect(await steps()).not.toContain('sample contacts');
      expect(textOf(await page('/console/contacts'))).toContain('6 of the contacts are samples');
      for (const name of ['one', 'two'])
        await client.contacts.createByEmail({ email: `${name}@truth.example`, permission: 4, body: {} }).orThrow();
      expect(await steps()).toContain('Remove the 6 sample contacts, so that mailings go to your contacts alone. Open');

      const own = `/console/mailings/${await createSendout(service)}`;
      const mailing = await page(own);
      const { obstacles } = await client.mailings.getReadiness({ mailingid: Number(own.split('/').at(-1)) }).orThrow();
      expect(obstaclesOf(mailing).sort()).toEqual(obstacles.map(({ code }) => code).sort());
      expect(textOf(mailing)).toContain('6 of 8 are sample contacts, whose mails nobody reads.');
      for (const from of ['/console', '/console/contacts', own])
        expect(await page(from)).toContain(`action="${remove}"`);

      const { address } = await press(own, remove, { back: own });
      await expect
        .poll(async () => textOf(await page(address)), { timeout: 20_000 })
        .toContain('6 contacts were erased.');
      expect(await page(address)).toContain(`<a class="button quiet" href="${own}">Back to the mailing</a>`);
      expect((await client.contacts.find({ with_total: true }).orThrow()).total).toBe(2);
      for (const from of ['/console', '/console/contacts', own])
        expect(await page(from)).not.toContain(`action="${remove}"`);
      expect(textOf(await page(own))).toContain('2 of 2 contacts would get it.');
      expect((await press('/console/contacts', remove)).address).toBe('/console/contacts');
      const elsewhere = await page(`${address.split('?')[0]}?back=https://elsewhere.example`);
      expect(elsewhere).not.toContain('elsewhere.example"');
    },
  },
];
