import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pagesOf } from '../../src/sending/index.ts';
import { signingKey } from '../../src/tracking/index.ts';
import { administer } from '../support/administration.ts';
import { usualDatabases } from '../support/database.ts';
import { dump } from '../support/dump.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { sendTracked } from '../support/tracked-mailing.ts';

describe.each(usualDatabases())('the profile page on $kind', ({ open }) => {
  let service: TestService;
  let people: number[];
  let mails: Awaited<ReturnType<typeof sendTracked>>;
  const allowed = ['LASTNAME', 'Shoe size', 'FIRSTNAME', 'BIRTHDAY', 'GENDER', 'Member', 'Called', 'Secret "<b>'];
  const allow = (...names: string[]) => administer(service.db).setProfileFields({ account: service.accountId, names });

  beforeAll(async () => {
    service = await startTestService(await open());
    const { client } = service;
    const types = { 'Shoe size': 'integer', Member: 'boolean', Called: 'timestamp', 'Secret "<b>': 'string' } as const;
    for (const [name, type] of Object.entries(types))
      await client.contacts.createCustomField({ field: name, type }).orThrow();
    people = (await client.contacts.list({}).orThrow()).items.map(({ id }) => id);
    mails = await sendTracked(service, '<p>x</p>', people);
    await allow(...allowed);
  });
  afterAll(() => service?.close());

  const profile = (contact: number) => mails.mailOf(contact).profile;
  const get = async (url: string) => {
    const answer = await service.fetch(url);
    return { status: answer.status, text: await answer.text() };
  };
  const post = async (url: string, fields: Record<string, string>) => {
    const answer = await service.fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
    return { status: answer.status, text: await answer.text() };
  };
  const row = (id: number) =>
    service.db.selectFrom('contact').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const customId = async (name: string) => {
    const query = service.db.selectFrom('custom_field').select('id').where('name', '=', name);
    return (await query.executeTakeFirstOrThrow()).id;
  };

  test('shows the allowed fields in their order and no others; GET changes nothing', async () => {
    const before = await dump(service.db);
    const { status, text } = await get(profile(people[0]!));
    expect(status).toBe(200);
    expect(Array.from(text.matchAll(/<label for="[^"]*">([^<]*)</g), ([, label]) => label)).toEqual([
      'How often',
      'Pause',
      'Last name',
      'Shoe size',
      'First name',
      'Birthday',
      'Gender',
      'Member',
      'Called',
      'Secret &quot;&lt;b&gt;',
    ]);
    const { standard_fields } = await row(people[0]!);
    expect(text).toContain(`value="${standard_fields.FIRSTNAME}"`);
    expect(text).not.toContain('CITY');
    await service.fetch(profile(people[0]!), { method: 'HEAD' });
    expect(await dump(service.db)).toBe(before);
  });

  test('saves what a person writes, typed, and nothing that is not allowed', async () => {
    const [before, size, member, called] = [
      await row(people[0]!),
      await customId('Shoe size'),
      await customId('Member'),
      await customId('Called'),
    ];
    const { status, text } = await post(profile(people[0]!), {
      FIRSTNAME: ' Zoë <b> ',
      LASTNAME: '',
      CITY: 'Elsewhere',
      email: 'other@example.com',
      permission: '5',
      BIRTHDAY: '2000-02-29',
      [`custom-${size}`]: '41',
      [`custom-${member}`]: 'true',
      [`custom-${called}`]: '2026-11-22T07:30',
    });
    expect([status, text.includes('Your changes are saved.')]).toEqual([200, true]);
    expect(text).toContain('value="Zoë &lt;b&gt;"');
    const now = await row(people[0]!);
    expect(now.standard_fields).toMatchObject({ FIRSTNAME: 'Zoë <b>', BIRTHDAY: '2000-02-29' });
    expect(now.standard_fields.LASTNAME).toBeUndefined();
    expect(now.standard_fields.CITY).toBe(before.standard_fields.CITY);
    expect(now.custom_fields).toEqual({ [size]: 41, [member]: true, [called]: '2026-11-22 07:30:00' });
    const same = ['email', 'permission', 'unsubscribed_at', 'blocked_at', 'source', 'preferences'] as const;
    for (const name of same) expect(now[name], name).toEqual(before[name]);
    const xml = await service.client.contacts
      .get({ id: people[0]!, custom_field: ['Shoe size'], ignore_checksum: true })
      .orThrow();
    expect(xml.custom_fields).toEqual([{ name: 'Shoe size', value: '41' }]);
  });

  test('saves nothing when something does not fit, and shows what', async () => {
    const before = await row(people[1]!);
    const size = await customId('Shoe size');
    const { status, text } = await post(profile(people[1]!), { FIRSTNAME: 'Else', [`custom-${size}`]: 'big' });
    expect(status).toBe(400);
    expect(text).toMatch(new RegExp(`<input name="custom-${size}" id="custom-${size}"[^>]* aria-invalid="true"`));
    expect(text).toContain('value="Else"');
    expect(await row(people[1]!)).toEqual(before);
  });

  test('keeps out what no XML document can hold', async () => {
    const { status } = await post(profile(people[1]!), { FIRSTNAME: 'a\u0000\u0001b\ufffe' });
    expect([status, (await row(people[1]!)).standard_fields.FIRSTNAME]).toEqual([200, 'ab']);
  });

  test('without allowed fields there is nothing to change, even by a form', async () => {
    await allow();
    const { text } = await get(profile(people[2]!));
    expect(text).toContain('no information about you that you can change');
    const before = await row(people[2]!);
    expect((await post(profile(people[2]!), { FIRSTNAME: 'Else' })).status).toBe(200);
    expect((await row(people[2]!)).standard_fields).toEqual(before.standard_fields);
    await allow(...allowed);
  });

  test('a field that is deleted is on no page any more, and a name that is none is refused', async () => {
    await service.client.contacts.createCustomField({ field: 'Passing', type: 'string' }).orThrow();
    await allow('FIRSTNAME', 'Passing');
    await service.client.contacts.deleteCustomField({ field: 'Passing' }).orThrow();
    expect((await get(profile(people[2]!))).text).not.toContain('Passing');
    await expect(allow('FIRSTNAME', 'Passing')).rejects.toThrow('"Passing" is neither a standard field nor a custom');
    await allow(...allowed);
  });

  test('mails that were sent for trial, other tokens, and people who are gone', async () => {
    const { db, accountId, origin } = service;
    const key = await signingKey(db, accountId);
    const mailing = { id: mails.mailingId, archive_token: '', tracking_strategy: 'none' as const };
    const trial = pagesOf({ publicUrl: origin, key, mailing }, { recipientId: 0, contactId: people[2]! }).PROFILE!();
    const before = await dump(db);
    expect((await get(trial)).text).toContain('This is a test mail');
    expect((await post(trial, { FIRSTNAME: 'Else' })).text).toContain('This is a test mail');
    expect(await dump(db)).toBe(before);
    const other = mails.mailOf(people[2]!).unsubscribe.replace('/u/', '/p/');
    for (const url of [other, `${origin}/p/x`]) {
      expect([(await get(url)).status, (await post(url, {})).status]).toEqual([404, 404]);
    }
    await service.client.contacts.delete({ id: people[3]! }).orThrow();
    expect([(await get(profile(people[3]!))).status, (await post(profile(people[3]!), {})).status]).toEqual([404, 404]);
  });

  test('it speaks the language of the mailing', async () => {
    await service.client.mailings.setLocale({ mailingid: mails.mailingId, body: 'de_DE' }).orThrow();
    expect((await get(profile(people[2]!))).text).toContain('<h1>Ihre Einstellungen</h1>');
  });
});
