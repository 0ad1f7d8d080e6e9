import { expect } from 'vitest';
import { factOf, fieldsOf, type Row, textOf } from '../row.ts';

const inBonn = { 'field.0.0': 'CITY', 'operator.0.0': 'EQUALS', 'value.0.0': 'Bonn', 'mailing.0.0': '' };
const nested = {
  ...inBonn,
  name: 'Nested',
  groups: '0,0-0',
  'match.0': 'all',
  'match.0-0': 'none',
  'field.0-0.0': 'LASTNAME',
  'operator.0-0.0': 'EQUALS',
  'value.0-0.0': 'Roth',
  'mailing.0-0.0': '',
};

/** What is said of segments, fields and images. */
export const rows: readonly Row[] = [
  {
    routes: [
      'GET /segments/new',
      'POST /segments/new',
      'GET /segments/:id/edit',
      'POST /segments/:id/edit',
      'POST /segments/:id/delete',
    ],
    title: 'a segment is counted before it is stored, keeps its groups when it is changed, and says what uses it',
    async judge({ service, page, press }) {
      const { client } = service;
      for (const [email, LASTNAME] of [
        ['one@segments.example', 'Roth'],
        ['two@segments.example', 'Meier'],
      ] as const)
        await client.contacts
          .createByEmail({
            email,
            permission: 4,
            body: {
              standard_fields: Object.entries({ CITY: 'Bonn', LASTNAME }).map(([name, value]) => ({ name, value })),
            },
          })
          .orThrow();
      const form = '/console/segments/new';
      const grown = await press(form, form, { ...nested, next: 'group:0-0' });
      expect(grown.html).toContain('name="groups" value="0,0-0,0-0-0"');
      const counted = await press(form, form, { ...nested, next: 'count' });
      expect(textOf(counted.html)).toContain('1 contact matches; 1 can be mailed.');
      expect(textOf(counted.html)).toContain('City is Bonn and not (Last name is Roth)');
      const wrong = await press(form, form, {
        ...nested,
        'field.0.0': 'CREATED',
        'operator.0.0': 'BEFORE',
        next: 'count',
      });
      expect(wrong.html).toContain('role="alert">Rule 1: CREATED: enter a date such as 1980-12-31.');
      expect(wrong.html).toContain('value="Nested"');

      const made = await press(form, form, nested);
      const groupId = Number(/segments\/(\d+)/.exec(made.address)![1]);
      const own = `/console/segments/${groupId}`;
      const { contact_filter_id } = await client.targetGroups.get({ groupId }).orThrow();
      const { total } = await client.contacts.find({ contact_filter_id, with_total: true }).orThrow();
      expect(total).toBe(1);
      expect(textOf(await page(`/console/contacts?segment=${groupId}`))).toContain('1 contact found');

      const edited = await page(`${own}/edit`);
      expect(edited).toContain('name="groups" value="0,0-0"');
      await press(`${own}/edit`, `${own}/edit`, { ...nested, name: 'Renamed', 'match.0-0': 'all' });
      expect(await client.targetGroups.get({ groupId }).orThrow()).toMatchObject({ name: 'Renamed' });
      expect((await client.contacts.find({ contact_filter_id }).orThrow()).contacts.map(({ email }) => email)).toEqual([
        'one@segments.example',
      ]);
      expect(await page(`/console/segments/new?copy=${groupId}`)).toContain('value="Copy of Renamed"');

      const mailingid = await client.mailings.create({ name: 'For Bonn', subject: 'Hello' }).orThrow();
      await client.regularMailings.setTargetGroup({ mailingid, body: groupId }).orThrow();
      expect(textOf(await page(own))).toContain('Mailing “For Bonn”');
      const refused = await press(own, `${own}/delete`, { 'confirm-delete': 'something' });
      expect(textOf(refused.html)).toContain('Nothing was deleted');
      await press(own, `${own}/delete`, { 'confirm-delete': 'Renamed' });
      expect(await client.targetGroups.get({ groupId })).toMatchObject({ ok: false, status: 404 });

      const draft = `/console/mailings/${mailingid}`;
      const kept = await press(draft, `${draft}/delete`, { 'confirm-delete': 'no' });
      expect(textOf(kept.html)).toContain('Nothing was deleted');
      await press(draft, `${draft}/delete`, { 'confirm-delete': 'For Bonn' });
      expect(await client.mailings.getName({ mailingid })).toMatchObject({ ok: false, status: 404 });
    },
  },
  {
    routes: ['GET /segments/new', 'POST /segments/new', 'GET /segments/:id', 'POST /mailings/:id/approval'],
    title:
      'where nobody can be asked for approval, the page leads to a form for such a segment, which says how old its numbers are',
    async judge({ service, page, press }) {
      const { client } = service;
      const { items } = await client.targetGroups.list({ page_size: 1000 }).orThrow();
      for (const { id, type } of items)
        if (type === 'test' || type === 'approval') await client.targetGroups.delete({ groupId: id }).orThrow();
      const mailingid = await client.mailings.create({ name: 'To approve', subject: 'Hello' }).orThrow();
      const mailing = `/console/mailings/${mailingid}`;
      const form = '/console/segments/new?use=test';
      expect(await page(mailing)).toContain(`<a href="${form}">build a segment</a>`);
      const fields = fieldsOf(await page(form), '/console/segments/new');
      expect(fields.use).toBe('test');
      const { address } = await press(form, '/console/segments/new', {
        ...fields,
        name: 'Approvers',
        'field.0.0': 'ORGANIZATION',
        'value.0.0': 'Demo team',
      });
      expect(factOf(await page(address), 'Used for')).toBe('Test and approval mails');
      expect(await page(`/console/segments/new?copy=${address.split('/').at(-1)}`)).toContain(
        '<option value="test" selected>',
      );
      expect(await page(mailing)).toContain(`action="${mailing}/approval"`);

      const shown = async () => textOf(await page(address));
      await expect.poll(shown, { timeout: 20_000 }).toMatch(/Counted at \d{4}-\d\d-\d\d \d\d:\d\d\./);
      await client.contacts.createByEmail({ email: 'later@segments.example', permission: 4, body: {} }).orThrow();
      expect(await shown()).toMatch(/Counted at [\d :-]+; contacts have changed since\./);
    },
  },
  {
    routes: [
      'GET /contacts/fields',
      'POST /contacts/fields',
      'GET /contacts/fields/:name',
      'POST /contacts/fields/:name/rename',
      'POST /contacts/fields/:name/delete',
      'POST /mailings/:id/delete',
    ],
    title: 'a field is created with its kind, shows its values and uses, and is deleted when nothing needs it',
    async judge({ service, page, press }) {
      const { client } = service;
      const list = '/console/contacts/fields';
      await press(list, list, { name: 'Spent so far', type: 'double' });
      expect(await client.contacts.listCustomFields({}).orThrow()).toContainEqual({
        name: 'Spent so far',
        type: 'double',
      });
      const own = `${list}/${encodeURIComponent('Spent so far')}`;
      const email = 'spender@fields.example';
      const custom_fields = [{ name: 'Spent so far', value: '12.5' }];
      await client.contacts.createByEmail({ email, permission: 4, body: { custom_fields } }).orThrow();
      expect(textOf(await page(own))).toContain('12.5 1');
      await press(own, `${own}/rename`, { name: 'Spent' });
      const renamed = `${list}/Spent`;
      const contactFilterId = await client.contactFilters
        .create({
          body: {
            name: 'Big spenders',
            rules: [{ is_customfield: true, field: 'Spent', operator: 'GREATER', value: '10' }],
          },
        })
        .orThrow();
      const used = textOf(await page(renamed));
      expect(used).toContain('Segment “Big spenders”');
      expect(used).toContain('It cannot be deleted');
      await client.contactFilters.delete({ contactFilterId }).orThrow();
      expect(textOf(await page(renamed))).toContain('1 contact loses its value.');
      await press(renamed, `${renamed}/delete`, { 'confirm-delete': 'Spent' });
      expect((await client.contacts.listCustomFields({}).orThrow()).map(({ name }) => name)).not.toContain('Spent');
    },
  },
  {
    routes: ['GET /images', 'GET /images/:id', 'POST /images/:id/rename', 'POST /images/:id/delete'],
    title: 'an image has its name, says which mailing shows it, and is gone when it is deleted',
    async judge({ service, page, press }) {
      const { client } = service;
      const body = Buffer.from('GIF89a\u0001\u0000\u0001\u0000truth', 'latin1');
      const image = await client.media
        .addImage({ name: 'logo.gif', contentType: 'image/gif', body: new Uint8Array(body) })
        .orThrow();
      expect(textOf(await page('/console/images'))).toContain('logo.gif');
      const own = `/console/images/${image.id}`;
      await press(own, `${own}/rename`, { name: 'Our logo' });
      const mailingid = await client.mailings.create({ name: 'With logo', subject: 'Hello' }).orThrow();
      await client.mailings.setHtml({ mailingid, body: `<p><img src="${image.url}" alt="logo"></p>` }).orThrow();
      expect(textOf(await page(own))).toContain('Mailing “With logo”');
      await press(own, `${own}/delete`, { 'confirm-delete': 'Our logo' });
      const { items } = await client.media.listImages({}).orThrow();
      expect(items.map(({ id }) => id)).not.toContain(image.id);
      expect((await service.fetch(image.url)).status).toBe(404);
    },
  },
  {
    routes: ['GET /imports/:id'],
    title: 'the contacts of an import are those that are shown behind it, and have its tag',
    async judge({ service, page }) {
      const { client } = service;
      const bytes = new TextEncoder().encode('email\nfirst@import.example\nsecond@import.example\n');
      const { id } = await client.imports.create({ name: 'two.csv', contentType: 'text/csv', body: bytes }).orThrow();
      await client.imports.start({ importId: id, body: { fields: ['email'], permission: 2, tag: 'Fair' } }).orThrow();
      await expect
        .poll(async () => (await client.imports.get({ importId: id }).orThrow()).state, { timeout: 20_000 })
        .toBe('done');
      const link = /href="(\/console\/contacts\?file=\d+)"/.exec(await page(`/console/imports/${id}`))![1]!;
      const shown = textOf(await page(link));
      expect(shown).toContain('2 contacts of the import');
      expect(shown).toContain('first@import.example');
      expect((await client.contacts.find({ tag: 'fair', with_total: true }).orThrow()).total).toBe(2);
    },
  },
];
