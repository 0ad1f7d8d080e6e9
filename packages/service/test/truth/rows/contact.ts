import { expect } from 'vitest';
import { factOf, fieldsOf, type Row, textOf } from '../row.ts';

const list = '/console/contacts';
const add = `${list}/new`;

/** What is said and done on the pages of one contact, and how an image is added. */
export const rows: readonly Row[] = [
  {
    routes: ['GET /contacts/new', 'POST /contacts/new'],
    title: 'a contact that is added has what was typed; a fault keeps it, and an address is added once',
    async judge({ service, page, press }) {
      const { client } = service;
      const typed = { ...fieldsOf(await page(add), add), email: 'not an address', 'standard-FIRSTNAME': 'Zoë' };
      const refused = await press(add, add, typed);
      expect(refused.html).toContain('role="alert"');
      expect(fieldsOf(refused.html, add)).toMatchObject({ email: 'not an address', 'standard-FIRSTNAME': 'Zoë' });
      const { address, html } = await press(add, add, { ...typed, email: 'zoe@added.example', permission: '4' });
      expect(textOf(html)).toContain('The contact was added.');
      const id = Number(/contacts\/(\d+)/.exec(address)![1]);
      const stored = await client.contacts.get({ id, ignore_checksum: true, standard_field: ['FIRSTNAME'] }).orThrow();
      expect(stored).toMatchObject({ email: 'zoe@added.example', permission: 4 });
      expect(stored.standard_fields?.[0]?.value).toBe('Zoë');
      const again = await press(add, add, { ...typed, email: 'zoe@added.example', 'standard-FIRSTNAME': 'Other' });
      expect(textOf(again.html)).toContain('zoe@added.example is the address of a contact that exists.');
      const kept = await client.contacts.get({ id, ignore_checksum: true, standard_field: ['FIRSTNAME'] }).orThrow();
      expect(kept.standard_fields?.[0]?.value).toBe('Zoë');
    },
  },
  {
    routes: ['GET /contacts/new', 'POST /contacts/new', 'GET /contacts/:id', 'GET /contacts/:id/edit'],
    title: 'fields of the account are asked for and shown in words, not in those of programs',
    async judge({ service, page, press }) {
      const { client } = service;
      for (const [field, type] of [
        ['Member', 'boolean'],
        ['Joined', 'date'],
        ['Visits', 'integer'],
      ] as const)
        await client.contacts.createCustomField({ field, type }).orThrow();
      const form = textOf(await page(add));
      for (const text of ['Member (Yes or no)', 'Joined (Date)', 'Such as 1980-12-31.', 'Visits (Whole number)'])
        expect(form).toContain(text);
      const { address } = await press(add, add, {
        ...fieldsOf(await page(add), add),
        email: 'member@one.example',
        permission: '4',
        'custom-Member': 'true',
        'custom-Joined': '2031-02-01',
      });
      const own = address.split('?')[0]!;
      expect(factOf(await page(own), 'Member')).toBe('Yes');
      expect(factOf(await page(own), 'Joined')).toBe('2031-02-01');
      const edit = await page(`${own}/edit`);
      expect(fieldsOf(edit, `${own}/edit`)).toMatchObject({ 'custom-Member': 'true', 'custom-Joined': '2031-02-01' });
      expect(textOf(await page('/console/contacts/fields/Member'))).toContain('Yes 1');
    },
  },
  {
    routes: ['POST /contacts/:id/unsubscribe', 'GET /contacts/blocked'],
    title: 'who is unsubscribed gets no more mail, and those are listed as blocked whom the API blocks',
    async judge({ service, page, press }) {
      const { client } = service;
      const id = await client.contacts
        .createByEmail({ email: 'leaves@one.example', permission: 4, body: {} })
        .orThrow();
      const own = `${list}/${id}`;
      const { html } = await press(own, `${own}/unsubscribe`);
      expect(textOf(html)).toContain('The contact was unsubscribed. No more mail is sent to this address.');
      expect(factOf(html, 'State')).toBe('Unsubscribed');
      const { items } = await client.suppressions.list({ email: 'leaves@one.example' }).orThrow();
      expect(items.map(({ reason }) => reason)).toEqual(['unsubscribed']);

      expect(textOf(await page(`${list}/blocked`))).toContain('No contact is blocked.');
      const blocked = await client.contacts
        .createByEmail({ email: 'stop@one.example', permission: 4, body: {} })
        .orThrow();
      await client.suppressions.add({ body: { import_name: 'by hand', entries: ['stop@one.example'] } }).orThrow();
      const shown = await page(`${list}/blocked`);
      expect(textOf(shown)).toContain('1 blocked');
      expect(shown).toContain(`<a href="${list}/${blocked}">stop@one.example</a>`);
      expect(shown).not.toContain('leaves@one.example');
    },
  },
  {
    routes: ['POST /contacts/:id/erase'],
    title: 'a contact is erased when its address is typed, and not before',
    async judge({ service, page, press }) {
      const { client } = service;
      const id = await client.contacts.createByEmail({ email: 'gone@one.example', permission: 4, body: {} }).orThrow();
      const own = `${list}/${id}`;
      const wrong = await press(own, `${own}/erase`, { 'confirm-erase': 'other@one.example' });
      expect(textOf(wrong.html)).toContain('Nothing was erased: the address that you typed is not gone@one.example.');
      expect((await client.contacts.get({ id, ignore_checksum: true })).ok).toBe(true);
      const { html } = await press(own, `${own}/erase`, { 'confirm-erase': 'gone@one.example' });
      expect(textOf(html)).toContain('The contact was erased.');
      expect((await client.contacts.get({ id, ignore_checksum: true })).status).toBe(404);
      expect(textOf(await page(`${list}?search=gone@one.example`))).toContain('No contact matches this search.');
    },
  },
  {
    routes: ['POST /images'],
    title: 'an image is at the address that its page gives, and a file that is none is refused',
    async judge({ service, browser, page }) {
      const path = '/console/images';
      const send = async (...file: [content: string, name: string]) => {
        const { token = '' } = fieldsOf(await page(path), path);
        return browser.upload(path, [
          ['token', token],
          ['file', new File([Buffer.from(file[0], 'latin1')], file[1])],
        ]);
      };
      const refused = await send('<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg');
      expect(textOf(await refused.text())).toContain('The image must be a PNG, JPEG, GIF or WebP file.');
      expect((await send('GIF89a\u0001\u0000\u0001\u0000row', 'spring.gif')).status).toBe(303);
      const { items } = await service.client.media.listImages({}).orThrow();
      expect(items.map(({ name }) => name)).toEqual(['spring.gif']);
      const shown = await page(path);
      expect(shown).toContain(items[0]!.url);
      expect((await service.fetch(items[0]!.url)).status).toBe(200);
      expect(shown).toContain(`src="${items[0]!.thumbnail_url}"`);
      const thumbnail = await service.fetch(items[0]!.thumbnail_url);
      expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      expect(textOf(await page(`${path}/${items[0]!.id}`))).toContain('the file is damaged or incomplete');
    },
  },
];
