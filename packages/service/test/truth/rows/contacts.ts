import { expect } from 'vitest';
import { factOf, type Row, textOf } from '../row.ts';

/** What is said of contacts and segments. */
export const rows: readonly Row[] = [
  {
    routes: ['GET /contacts', 'GET /contacts/export.csv'],
    title: 'a search finds by parts of names, says how many there are, and its file has the same contacts',
    async judge({ service, page }) {
      const { client } = service;
      for (const [email, name] of [
        ['jana.roth@parts.example', 'Roth'],
        ['other@parts.example', 'Rothmann'],
        ['third@parts.example', 'Meier'],
      ])
        await client.contacts
          .createByEmail({
            email: email!,
            permission: 4,
            body: { standard_fields: [{ name: 'LASTNAME', value: name! }] },
          })
          .orThrow();
      const { total } = await client.contacts.find({ text: 'parts roth', with_total: true }).orThrow();
      expect(total).toBe(2);
      const html = await page('/console/contacts?search=parts+roth&sort=address');
      expect(textOf(html)).toContain('2 contacts found');
      expect(addressesIn(html)).toEqual(['jana.roth@parts.example', 'other@parts.example']);
      const file = await page('/console/contacts/export.csv?search=parts+roth');
      expect(file.trim().split('\r\n')).toHaveLength(3);
      expect(file).toContain('jana.roth@parts.example');
      // It comes back as it was: no column is read as another field.
      const body = Buffer.from(file);
      const upload = { name: 'c.csv', contentType: 'application/octet-stream', body } as const;
      const { columns } = await client.imports.create(upload).orThrow();
      const fields = columns.flatMap(({ name, field }) => (field && field !== name ? [[name, field]] : []));
      expect(fields).toEqual([]);
      expect(columns.filter(({ field }) => field === undefined).map(({ name }) => name)).toEqual(['id', 'created']);
      const { total: all } = await client.contacts.find({ with_total: true }).orThrow();
      expect(textOf(await page('/console/contacts'))).toContain(`${all} contacts`);
      expect(textOf(await page('/console/contacts?search=nobody.at.all'))).toContain('No contact matches this search.');
      expect(await page('/console/contacts?field=CITY&operator=CONTAINS')).toContain('role="alert"');
    },
  },
  {
    routes: [
      'POST /contacts/act',
      'GET /contacts/changes',
      'GET /contacts/changes/:id',
      'POST /contacts/:id/tags',
      'GET /contacts/:id',
    ],
    title: 'what is done with many contacts is asked with the true number, done, and told',
    async judge({ service, page, press }) {
      const { client } = service;
      const body = Array.from({ length: 7 }, (_, at) => ({ email: `m${at}@acts.example` }));
      await client.contacts.synchronize({ body, permission: 2 }).orThrow();
      const list = '/console/contacts?search=acts.example';
      const total = /name="total" value="(\d+)"/.exec(await page(list))![1]!;
      expect(total).toBe('7');
      const chosen = { query: 'search=acts.example', total, scope: 'all', tag: 'Acted' };
      const told = async (address: string, words: string) => {
        await expect.poll(async () => textOf(await page(address)), { timeout: 20_000 }).toContain(words);
        expect(await page('/console/contacts/changes')).toContain(`href="${address}"`);
      };
      const tagged = await press(list, '/console/contacts/act', { ...chosen, act: 'tag' });
      await told(tagged.address, '7 contacts have the tag “Acted” now.');
      expect((await client.contacts.listTags({}).orThrow()).find(({ name }) => name === 'Acted')).toEqual({
        name: 'Acted',
        count_contacts: 7,
      });
      expect(addressesIn(await page('/console/contacts?tag=acted'))).toHaveLength(7);

      const asked = await press(list, '/console/contacts/act', { ...chosen, act: 'erase' });
      expect(textOf(asked.html)).toContain('Erase 7 contacts?');
      expect((await client.contacts.find({ tag: 'Acted', with_total: true }).orThrow()).total).toBe(7);
      const wrong = await press(list, '/console/contacts/act', {
        ...chosen,
        act: 'erase',
        asked: 'yes',
        'confirm-act': 'yes',
      });
      expect(textOf(wrong.html)).toContain('Nothing was erased');
      const [one] = (await client.contacts.find({ tag: 'Acted' }).orThrow()).contacts;
      const own = `/console/contacts/${one!.id}`;
      const gone = await press(list, '/console/contacts/act', {
        ...chosen,
        scope: 'ticked',
        id: String(one!.id),
        act: 'unsubscribe',
        asked: 'yes',
      });
      await told(gone.address, '1 contact was unsubscribed.');
      expect(factOf(await page(own), 'State')).toBe('Unsubscribed');
      expect(factOf(await page(own), 'Reason')).toBe('By your team or another system');
      await press(own, `${own}/tags`, { tags: 'New, acted' });
      const { standard_fields } = await client.contacts
        .get({ id: one!.id, ignore_checksum: true, standard_field: ['CONTACT_TAGS'] })
        .orThrow();
      expect(standard_fields?.[0]?.value).toBe('New, Acted');
      expect(textOf(await page(own))).toContain('Acted');

      const stale = await press(list, '/console/contacts/act', { ...chosen, total: '6', act: 'tag' });
      expect(textOf(stale.html)).toContain('The search finds 7 contacts now, not as many as before');
      const erased = await press(list, '/console/contacts/act', {
        ...chosen,
        act: 'erase',
        asked: 'yes',
        'confirm-act': '7',
      });
      await told(erased.address, '7 contacts were erased.');
      expect((await client.contacts.find({ text: 'acts.example', with_total: true }).orThrow()).total).toBe(0);
    },
  },
  {
    routes: ['POST /contacts/:id/block'],
    title: 'an address can be blocked in an account without a blacklist',
    async judge({ service, press }) {
      const { client } = service;
      const [first] = (await client.contacts.list({ page_size: 1 }).orThrow()).items;
      expect(await client.blacklists.list({}).orThrow()).toEqual([]);
      const own = `/console/contacts/${first!.id}`;
      const { address } = await press(own, `${own}/block`);
      expect(address).toBe(`${own}?done=blocked`);
      const [list] = await client.blacklists.list({}).orThrow();
      const { entries } = await client.blacklists.get({ blacklistId: list!.id }).orThrow();
      expect(entries).toEqual([first!.email]);
    },
  },
  {
    routes: ['GET /segments', 'GET /segments/:id', 'POST /segments/:id/refresh'],
    title: 'numbers of segments are those of the API, with their time and whether something changed since',
    async judge({ service, page, press }) {
      const { client } = service;
      const groupId = await service.groupId('regular');
      await client.contacts.createByEmail({ email: 'counted@truth.example', permission: 4, body: {} }).orThrow();
      const stale = await client.targetGroups.get({ groupId }).orThrow();
      const row = (html: string) =>
        textOf(new RegExp(`<tr><td[^>]*><a href="/console/segments/${groupId}"[\\s\\S]*?</tr>`).exec(html)![0]);
      expect(stale.state).toBe('outofdate');
      expect(row(await page('/console/segments'))).toContain('changed since');
      const own = `/console/segments/${groupId}`;
      await press(own, `${own}/refresh`);
      await expect
        .poll(async () => (await client.targetGroups.get({ groupId }).orThrow()).state, { timeout: 20_000 })
        .toBe('uptodate');
      const { count_contacts } = await client.targetGroups.get({ groupId }).orThrow();
      const list = row(await page('/console/segments'));
      expect(list).not.toContain('changed since');
      expect(list).toContain(` ${count_contacts} `);
      expect(factOf(await page(own), 'Counted')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    },
  },
];

/** Addresses of the contacts that a list shows. */
const addressesIn = (html: string): string[] =>
  Array.from(html.matchAll(/<a href="\/console\/contacts\/\d+">([^<]*@[^<]*)<\/a>/g), ([, address]) => address!);
