import type { Client } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const action = (...entries: string[]) =>
  `<add_entries_action><entries>${entries.map((entry) => `<entry>${entry}</entry>`).join('')}</entries></add_entries_action>`;

/** Placeholders: OWN is a list of the account, GLOBAL a global one, FOREIGN one of another account. */
const faults: [method: string, path: string, body: string | undefined, status: number, message: string][] = [
  ['GET', '/blacklists/404404', undefined, 404, 'Blacklist with id 404404 not found.'],
  ['GET', '/blacklists/FOREIGN', undefined, 404, 'Blacklist with id FOREIGN not found.'],
  ['GET', '/blacklists/abc', undefined, 400, 'blacklistId must be an integer but was abc'],
  ['POST', '/blacklists/404404/actions', action('a@example.org'), 404, 'Blacklist with id 404404 not found.'],
  ['POST', '/blacklists/FOREIGN/actions', action('a@example.org'), 404, 'Blacklist with id FOREIGN not found.'],
  [
    'POST',
    '/blacklists/GLOBAL/actions',
    action('a@example.org'),
    403,
    'Blacklist with id GLOBAL is global and cannot be changed.',
  ],
  [
    'POST',
    '/blacklists/OWN/actions',
    action('a@example.org', 'a..b@example.org'),
    400,
    'entries/entry[2] must be an address, *@domain or local@* that an address can match but was "a..b@example.org"',
  ],
  ['POST', '/blacklists/OWN/actions', action('*@localhost'), 400, 'entries/entry[1]'],
  ['POST', '/blacklists/OWN/actions', action('*@*'), 400, 'entries'],
  ['POST', '/blacklists/OWN/actions', action('*@*.example.org'), 400, 'entries'],
  ['POST', '/blacklists/OWN/actions', action('nobody'), 400, 'entries'],
  ['POST', '/blacklists/OWN/actions', '<add_entries_action/>', 400, 'entries'],
  ['POST', '/blacklists/OWN/actions', action(...Array(50_001).fill('a@b.example')), 400, '50000'],
  ['POST', '/blacklists?name=Own', undefined, 409, 'name "Own" is used by another blacklist.'],
  ['POST', '/blacklists', undefined, 400, 'name is required'],
  ['POST', `/blacklists?name=${'x'.repeat(256)}`, undefined, 400, 'name must have at most 255 characters'],
  [
    'DELETE',
    '/blacklists/OWN/entries?entry=none@example.org',
    undefined,
    404,
    'Blacklist with id OWN has no entry "none@example.org".',
  ],
  ['DELETE', '/blacklists/GLOBAL/entries?entry=*@spam.example', undefined, 403, 'GLOBAL'],
  ['DELETE', '/blacklists/404404/entries?entry=a@example.org', undefined, 404, '404404'],
  ['DELETE', '/blacklists/OWN/entries', undefined, 400, 'entry is required'],
];

describe.each(usualDatabases())('blacklists on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  const ids: Record<string, string> = {};
  let own: number;

  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
    own = await client.blacklists.create({ name: 'Own' }).orThrow();
    const operator = await insertAccount(service.db, { name: 'operator', domain: 'example.net' });
    const lists = await service.db
      .insertInto('blacklist')
      .values([
        { account_id: operator, name: 'Global', global: true },
        { account_id: operator, name: 'Private' },
      ])
      .returning('id')
      .execute();
    const entries = lists.map(({ id }, index) => ({
      account_id: operator,
      blacklist_id: id,
      entry: index === 0 ? '*@spam.example' : '*@private.example',
    }));
    await service.db.insertInto('blacklist_entry').values(entries).execute();
    Object.assign(ids, { OWN: `${own}`, GLOBAL: `${lists[0]!.id}`, FOREIGN: `${lists[1]!.id}` });
  });
  afterAll(() => service?.close());

  const named = (text: string) => text.replace(/OWN|GLOBAL|FOREIGN/g, (name) => ids[name]!);
  const addContact = (email: string) => client.contacts.createByEmail({ email, permission: 5, body: {} }).orThrow();
  const add = (...entries: string[]) =>
    client.blacklists.addEntries({ blacklistId: own, body: { import_name: 'test', entries } }).orThrow();
  const remove = (entry: string) => client.blacklists.deleteEntry({ blacklistId: own, entry }).orThrow();
  const status = async (email: string) => {
    const contact = await client.contacts.getByEmail({ email, standard_field: ['SENDOUT_STATUS'] }).orThrow();
    return contact.standard_fields?.[0]?.value;
  };

  test.each(faults)('%s %s: %#', async (method, path, body, wanted, message) => {
    const headers = { 'content-type': 'application/vnd.service.api+xml' };
    const answer = await callRaw(service, { method, path: named(path), headers, ...(body ? { body } : {}) });
    expect([answer.status, messageOf(answer)]).toEqual([wanted, expect.stringContaining(named(message))]);
  });

  test('those of the account and the global ones are listed, by id', async () => {
    expect(await client.blacklists.list({}).orThrow()).toEqual([
      { id: own, name: 'Own' },
      { id: Number(ids.GLOBAL), name: 'Global' },
    ]);
    const global = { id: Number(ids.GLOBAL), name: 'Global', entries: ['*@spam.example'] };
    expect(await client.blacklists.get({ blacklistId: global.id }).orThrow()).toEqual(global);
  });

  test.each([
    ['an address', 'Grace@Example.org', 'grace@example.ORG', 'grace2@example.org'],
    ['an address with an asterisk', 'g\\*ce@example.org', 'G*ce@example.org', 'graace@example.org'],
    ['an address that looks like a domain', '\\*@stars.example', '*@stars.example', 'ada@stars.example'],
    ['a domain', '*@bücher.example', 'ada@BÜCHER.example', 'ada@sub.bücher.example'],
    ['a local part', 'POSTMASTER@*', 'Postmaster@anywhere.example', 'postmaster2@anywhere.example'],
  ])('%s blocks those there, those created later, and is undone', async (what, entry, hit, miss) => {
    const later = `later.${hit}`.replace('later.Postmaster@', 'postmaster@later-');
    await addContact(hit);
    await addContact(miss);
    await add(entry);
    await add(entry);
    expect([await status(hit), await status(miss)]).toEqual(['blocked', 'allowed']);
    if (!what.startsWith('an address')) {
      await addContact(later);
      expect(await status(later)).toBe('blocked');
    }
    const { entries } = await client.blacklists.get({ blacklistId: own }).orThrow();
    expect(entries).toHaveLength(1);
    await remove(entry);
    expect([await status(hit), await status(miss)]).toEqual(['allowed', 'allowed']);
    expect((await client.blacklists.get({ blacklistId: own }).orThrow()).entries).toEqual([]);
  });

  test('only the last matching entry of any list sets a contact free', async () => {
    await addContact('twice@listed.example');
    await add('*@listed.example', 'twice@*');
    await remove('*@listed.example');
    expect(await status('twice@listed.example')).toBe('blocked');
    await remove('twice@*');
    expect(await status('twice@listed.example')).toBe('allowed');

    await addContact('anybody@spam.example');
    expect(await status('anybody@spam.example'), 'a global list counts').toBe('blocked');
    await add('*@spam.example');
    await remove('*@spam.example');
    expect(await status('anybody@spam.example')).toBe('blocked');
    await addContact('x@private.example');
    expect(await status('x@private.example'), 'the list of another account does not').toBe('allowed');
  });

  test('who is blocked for bounces stays so', async () => {
    const id = await addContact('bouncing@bounced.example');
    const contact = service.db.updateTable('contact').where('id', '=', id);
    await contact.set({ blocked_at: new Date(), block_reason: 'bounce_policy' }).execute();
    await add('*@bounced.example');
    await remove('*@bounced.example');
    expect(await status('bouncing@bounced.example')).toBe('blocked');
  });

  test('a new address is judged anew', async () => {
    await add('*@moved.example');
    const id = await addContact('mover@example.org');
    await client.contacts.update({ id, ignore_checksum: true, body: { email: 'mover@moved.example' } }).orThrow();
    expect(await status('mover@moved.example')).toBe('blocked');
    await client.contacts.update({ id, ignore_checksum: true, body: { email: 'mover@example.org' } }).orThrow();
    expect(await status('mover@example.org')).toBe('allowed');
  });

  test('synchronized contacts are judged too', async () => {
    await add('*@synced.example');
    const body = [{ email: 'one@synced.example' }, { email: 'two@example.org' }];
    await client.contacts.synchronize({ permission: 5, body }).orThrow();
    expect([await status('one@synced.example'), await status('two@example.org')]).toEqual(['blocked', 'allowed']);
  });

  test('50,000 entries in one call', async () => {
    await sql`insert into contact (account_id, email, email_folded, permission)
      select ${service.accountId}, email, email, 5
      from (select 'c' || i || '@many' || i % 100 || '.example' as email from generate_series(1, 20000) as i) as emails
    `.execute(service.db);
    const addresses = Array.from({ length: 49_990 }, (_, i) => `c${i + 10_001}@many${(i + 1) % 100}.example`);
    const domains = Array.from({ length: 10 }, (_, i) => `*@many${i}.example`);
    const before = await client.contacts.listBlocked({ page_size: 1 }).orThrow();
    await add(...addresses, ...domains);
    const after = await client.contacts.listBlocked({ page_size: 1 }).orThrow();
    // The upper half by address, and one in ten of the lower half by domain.
    expect(after.total - before.total).toBe(11_000);
    expect((await client.blacklists.get({ blacklistId: own }).orThrow()).entries.length).toBeGreaterThanOrEqual(50_000);
  });

  test('contacts that are created while entries are added do not slip through', async () => {
    const emails = Array.from({ length: 10 }, (_, i) => `racer${i}@race.example`);
    await Promise.all([
      ...emails.map(addContact),
      add('*@race.example'),
      ...emails.map((email) => addContact(`z${email}`)),
    ]);
    expect(new Set(await Promise.all(emails.map(status)))).toEqual(new Set(['blocked']));
  });

  test('nothing failed', () => {
    expect(service.log.join('\n')).not.toMatch(/Failure|failed/);
  });
});
