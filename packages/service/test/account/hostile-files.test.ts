import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { senders } from '../../src/account/index.ts';
import { exportAccount } from '../../src/administration/moving/export-account.ts';
import { fileLimits } from '../../src/administration/moving/file.ts';
import { importAccount, settleMovedKeys } from '../../src/administration/moving/import-account.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { readDkimKeys } from '../../src/sending/dkim/keys.ts';
import { databases } from '../support/database.ts';
import { moveKey, type OpenFile, openFile, plant, rowsOf, snapshot, writeFileOf } from './hostile-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'mailwright-hostile-'));
let files = 0;
const newPath = () => join(folder, `${++files}.account.gz`);
const show = () => {};
const max = '9223372036854775807';

const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const apiKey = (account: number, id: number) => ({
  ...{ account_id: account, id, prefix: 'planted1', hash: `\\x${'ab'.repeat(32)}`, label: '', rights: ['get'] },
  ...{ creator: 'api', created_at: '2026-01-01T00:00:00+00:00', networks: [] },
});
const user = (account: number, id: number, more: object = {}) => ({
  ...{ account_id: account, id, email: 'eve@example.com', email_folded: 'eve@example.com', name: 'Eve' },
  ...{
    role: 'administrator',
    state: 'active',
    created_at: '2026-01-01T00:00:00+00:00',
    language: 'en',
    outcome_mails: {},
    ...more,
  },
});
const list = (account: number, global: boolean) => ({
  ...{ account_id: account, id: 1, name: 'Planted', global, created_at: '2026-01-01T00:00:00+00:00' },
});
const template = (account: number, shared: boolean) => ({
  ...{ account_id: account, id: 1, path: 'base', name: 'Base', tags: [], html: '<p>evil</p>', shared },
  created_at: '2026-01-01T00:00:00+00:00',
});
const job = (account: number) => ({
  ...{ account_id: account, id: 1, kind: 'import', payload: {}, state: 'waiting', attempts: 0 },
  ...{ due_at: '2026-01-01T00:00:00+00:00', created_at: '2026-01-01T00:00:00+00:00' },
});
const contact = (account: number, id: unknown) => ({
  ...{ account_id: account, id, email: 'a@example.com', email_folded: 'a@example.com', permission: 1 },
  ...{ standard_fields: {}, custom_fields: {}, preferences: {}, tags: [], anonymous: false },
  ...{ created_at: '2026-01-01T00:00:00+00:00', updated_at: '2026-01-01T00:00:00+00:00' },
});

const withKey = (name: string, text: string) => (file: OpenFile) => {
  file.head.dkimKeys[name] = text;
};
const withDomain = (domain: string) => (file: OpenFile) => {
  file.head.account.domain = domain;
};

const [, server] = databases();

async function createAccount(db: Db, id: number, name: string, domain: string): Promise<void> {
  await sql`insert into account (id, name, domain, secret) overriding system value
    values (${id}, ${name}, ${domain}, '\\x00')`.execute(db);
}

/** An installation with another account, to which files are brought. */
async function installation(kind = server!): Promise<Db> {
  const db = (await kind.open()).kysely;
  await createAccount(db, 1, 'Victim Ltd', 'bank.example');
  for (const email of ['one@example.com', 'two@example.com'])
    await sql`insert into contact (account_id, email, email_folded, permission) values (1, ${email}, ${email}, 1)`.execute(
      db,
    );
  await sql`insert into blacklist (account_id, name) values (1, 'Own')`.execute(db);
  return db;
}

const addContact = (db: Db, account: number) =>
  sql`insert into contact (account_id, email, email_folded, permission)
    values (${account}, 'late@example.com', 'late@example.com', 1)`.execute(db);

let there: Db;
let valid: string;
beforeAll(async () => {
  there = (await server!.open()).kysely;
  await createAccount(there, 2, 'Mover', 'mover.example');
  for (let number = 1; number <= 3; number++)
    await sql`insert into contact (account_id, id, email, email_folded, permission) overriding system value
      values (2, ${number * 10}, ${`${number}@example.com`}, ${`${number}@example.com`}, 1)`.execute(there);
  await sql`insert into account_placeholder (account_id, key, value) values (2, 'SHOP', 'https://shop.example')`.execute(
    there,
  );
  valid = newPath();
  await exportAccount(there, 2, { path: valid, key: moveKey, dkimDirectory: undefined }, show);
});

/** Writes the file with changes by its author. */
async function hostile(change: (file: OpenFile) => void, key = moveKey): Promise<string> {
  const file = await openFile(valid);
  change(file);
  const path = newPath();
  await writeFileOf(there, path, file, key);
  return path;
}

describe.each(databases())('a hostile file changes nothing on $kind', (kind) => {
  let db: Db;
  beforeAll(async () => {
    db = await installation(kind);
  });

  test.each<[string, (file: OpenFile) => void, RegExp]>([
    ['a key of another account', (file) => plant(file, 'api_key', apiKey(1, 7)), /api_key.*belong to another account/],
    ['a user of another account', (file) => plant(file, 'account_user', user(1, 7)), /belong to another account/],
    ['a job of another account', (file) => plant(file, 'job', job(1)), /belong to another account/],
    [
      'a row of no account',
      (file) => plant(file, 'contact', { ...contact(2, 5), account_id: null }),
      /differs|null|belong/,
    ],
    [
      'another account',
      (file) => plant(file, 'account', { ...rowsOf(file, 'account')[0], id: 3 }),
      /belong to another/,
    ],
    ['a global blacklist', (file) => plant(file, 'blacklist', list(2, true)), /blacklist has the global true/],
    ['a global blacklist of another account', (file) => plant(file, 'blacklist', list(1, true)), /belong to another/],
    ['a shared template', (file) => plant(file, 'mailing_template', template(2, true)), /the shared true/],
    [
      'an id at the end of all numbers',
      (file) => plant(file, 'contact', contact(2, max)),
      /the id 9223372036854775807/,
    ],
    [
      'an id beyond what JavaScript knows',
      (file) => plant(file, 'contact', contact(2, '9007199254740993')),
      /the id 9007/,
    ],
    ['an id far ahead', (file) => plant(file, 'contact', contact(2, 2_000_000_000_000)), /ahead of the ids here/],
    ['an id before the first', (file) => plant(file, 'contact', contact(2, 0)), /the id 0/],
    [
      'a time that is none',
      (file) => plant(file, 'contact', { ...contact(2, 5), paused_until: 'infinity' }),
      /the paused_until infinity, which is out of range/,
    ],
    [
      'a job that is due before all others',
      (file) => plant(file, 'job', { ...job(2), due_at: '-infinity' }),
      /the due_at -infinity/,
    ],
    [
      'a password that takes hours',
      (file) =>
        plant(file, 'account_user', user(2, 7, { password_hash: `scrypt$32768$8$999999$${'A'.repeat(22)}$AA` })),
      /the password_hash scrypt/,
    ],
    ['a head that names another account', withDomain('bank.example'), /tells of another account/],
    ['a table that is none', (file) => plant(file, 'relay', { id: 1, name: 'evil' }), /unknown table: relay/],
    ['a DKIM key that is none', withKey('x._domainkey.mover.example.pem', 'no key'), /no private key/],
    [
      'a DKIM key of another domain',
      withKey('x._domainkey.bank.example.pem', pem),
      /another domain than that of the account/,
    ],
    ['a DKIM key with a path', withKey('../x._domainkey.mover.example.pem', pem), /no name of one/],
  ])('%s', async (_, change, wanted) => {
    const before = await snapshot(db);
    const dkimDirectory = mkdtempSync(join(folder, 'keys-'));
    const path = await hostile(change);
    await expect(importAccount(db, { path, key: moveKey, dkimDirectory }, show)).rejects.toThrow(wanted);
    expect(await snapshot(db)).toEqual(before);
    expect(readdirSync(dkimDirectory)).toEqual([]);
  });

  test('and other accounts create contacts afterwards', async () => {
    await addContact(db, 1);
  });

  test.each<[string, () => Promise<string>, RegExp]>([
    ['signed with another key', () => hostile(() => {}, 'x'.repeat(40)), /its signature is not that of the key/],
    [
      'changed behind its author',
      async () => {
        const path = await hostile(() => {});
        appendFileSync(path, 'x');
        return path;
      },
      /its signature is not that of the key/,
    ],
    [
      'as they were before they were signed',
      async () => {
        const path = await hostile(() => {});
        writeFileSync(path, readFileSync(path).subarray(0, -32));
        return path;
      },
      /its signature is not that of the key/,
    ],
  ])('files %s', async (_, make, wanted) => {
    const before = await snapshot(db);
    const path = await make();
    await expect(importAccount(db, { path, key: moveKey, dkimDirectory: undefined }, show)).rejects.toThrow(wanted);
    expect(await snapshot(db)).toEqual(before);
  });

  test.each([
    ['a line', { ...fileLimits, lineBytes: 200_000 }, /a line has more than 200000 bytes/],
    ['all lines', { ...fileLimits, ratio: 5 }, /it unpacks to more than \d+ bytes/],
  ])('%s of more bytes than a file may unpack to', async (_, limits, wanted) => {
    const path = await hostile((file) =>
      plant(file, 'contact', { ...contact(2, 5), standard_fields: { LASTNAME: 'x'.repeat(2_000_000) } }),
    );
    const source = { path, key: moveKey, dkimDirectory: undefined };
    await expect(importAccount(db, { ...source, limits }, show)).rejects.toThrow(wanted);
  });
});

/** Refuses a statement, as a database does that goes away. */
function failingAt(db: Db, statement: number): { db: Db; seen: () => number } {
  let seen = 0;
  const count = () => {
    if (++seen === statement) throw new Error('planted failure');
  };
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      count();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db: counted, seen: () => seen };
}

test('an import that fails at any statement has changed nothing, and then succeeds', async () => {
  const db = await installation();
  const dkimDirectory = mkdtempSync(join(folder, 'keys-'));
  const name = 'one._domainkey.mover.example.pem';
  const path = await hostile(withKey(name, pem));
  const before = await snapshot(db);
  const source = { path, key: moveKey, dkimDirectory };
  const other = await installation();
  const counting = failingAt(other, 0);
  await importAccount(counting.db, { ...source, dkimDirectory: mkdtempSync(join(folder, 'keys-')) }, show);
  const all = counting.seen();
  const steps = Array.from({ length: 8 }, (_, at) => 1 + Math.floor((at * all) / 8));
  const last = Array.from({ length: 8 }, (_, at) => all - at);
  for (const step of new Set([...steps, ...last])) {
    await expect(importAccount(failingAt(db, step).db, source, show)).rejects.toThrow('planted failure');
    expect(await snapshot(db), `statement ${step}`).toEqual(before);
    expect(readdirSync(dkimDirectory)).toEqual([]);
  }
  expect((await importAccount(db, source, show)).dkimKeys).toEqual([name]);
  expect(readdirSync(dkimDirectory)).toEqual([name]);
  await addContact(db, 2);
  const { rows } = await sql<{ id: number }>`select max(id) as id from contact where account_id = 2`.execute(db);
  expect(rows).toEqual([{ id: 31 }]);
});

test('keys of an import that was killed are used if its account is here, and removed if not', async () => {
  const db = await installation();
  const directory = mkdtempSync(join(folder, 'keys-'));
  const [here, gone] = ['one._domainkey.bank.example.pem', 'one._domainkey.mover.example.pem'];
  writeFileSync(join(directory, `${here}.account-1`), pem);
  writeFileSync(join(directory, `${gone}.account-2`), pem);
  expect(readDkimKeys(directory), 'nobody signs with them').toEqual([]);
  await settleMovedKeys(db, directory);
  expect(readdirSync(directory)).toEqual([here]);
});

test('a key that would sign mails of another account must be there before', async () => {
  const db = await installation();
  await senders.addSenderDomains(db, 1, ['news.mover.example'], 'given');
  const dkimDirectory = mkdtempSync(join(folder, 'keys-'));
  const name = 'one._domainkey.mover.example.pem';
  const path = await hostile(withKey(name, pem));
  const source = { path, key: moveKey, dkimDirectory };
  await expect(importAccount(db, source, show)).rejects.toThrow('would sign mails of news.mover.example');
  writeFileSync(join(dkimDirectory, name), pem);
  expect((await importAccount(db, source, show)).dkimKeys).toEqual([]);
});

test('an account with rows that concern others is not sealed', async () => {
  const db = await installation();
  await sql`update blacklist set global = true`.execute(db);
  const target = { path: newPath(), key: moveKey, dkimDirectory: undefined };
  await expect(exportAccount(db, 1, target, show)).rejects.toThrow('blacklist has the global true');
  await addContact(db, 1);
});

/** Values that authors of files try, beside those that stand elsewhere in the file. */
const strange = [1, 2, 3, 0, -1, max, null, true, false, 'infinity', '', 'x', [], {}, [1], '\\x00', 2 ** 53];

test('random changes of a valid file never change rows of another account, or what it can do', async () => {
  const db = await installation();
  const original = await openFile(valid);
  const ofOthers = async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name::text as name from information_schema.columns
      where table_schema = current_schema() and column_name = 'account_id' order by 1`.execute(db);
    const texts: string[] = [];
    for (const { name } of rows) {
      const found = await sql<{ text: string }>`
        select r::text as text from ${sql.table(name)} as r where account_id <> 2 order by 1`.execute(db);
      texts.push(...found.rows.map(({ text }) => `${name} ${text}`));
    }
    const accounts = await sql<{ text: string }>`select a::text as text from account as a where id <> 2`.execute(db);
    return [...texts, ...accounts.rows.map(({ text }) => text)];
  };
  const before = await ofOthers();
  const change = fc.record({
    table: fc.constantFrom(...original.head.tables.map(({ name }) => name)),
    column: fc.nat(),
    value: fc.constantFrom(...strange),
    owner: fc.constantFrom(1, 2, 2, 2, 3),
    copy: fc.boolean(),
  });
  let imported = 0;
  const property = fc.asyncProperty(fc.array(change, { maxLength: 4 }), async (changes) => {
    const path = await hostile((file) => {
      for (const { table, column, value, owner, copy } of changes) {
        const { columns } = file.head.tables.find(({ name }) => name === table)!;
        const rows = rowsOf(file, table);
        const name = columns[column % columns.length]!;
        if (rows.length > 0 && !copy) rows[0]![name] = value;
        else plant(file, table, { ...rows[0], account_id: owner, [name]: value });
      }
    }).catch(() => undefined); // the database cannot even read such a row
    if (path === undefined) return;
    const done = await importAccount(db, { path, key: moveKey, dkimDirectory: undefined }, show).then(
      () => true,
      () => false,
    );
    if (done) imported++;
    expect(await ofOthers()).toEqual(before);
    const { rows } = await sql<{ highest: string }>`
      select max(last_value)::text as highest from pg_sequences where schemaname = current_schema()`.execute(db);
    expect(Number(rows[0]!.highest)).toBeLessThan(2e12);
    await sql`delete from account where id <> 1`.execute(db);
  });
  // The file as it is, which is valid, comes first.
  await fc.assert(property, { numRuns: 60, examples: [[[]]] });
  expect(imported, 'some of the files are valid').toBeGreaterThan(0);
});
