import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount, secrets } from '../../src/account/index.ts';
import { recordKey } from '../../src/account/secrets/store.ts';
import { startTotp } from '../../src/account/users/second-factor.ts';
import { inviteUser } from '../../src/account/users/store.ts';
import { openServiceDatabase, sealedColumns } from '../../src/app/compose.ts';
import { openOperator } from '../../src/cli/operator.ts';
import { insertWebhook, secretOfWebhook } from '../../src/events/webhooks/store.ts';
import type { Database, DatabaseConfig } from '../../src/platform/database/open.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { secretsOf } from '../../src/platform/secrets/box.ts';
import { newSecretKey } from '../../src/platform/secrets/key.ts';
import { givenKeys, type KeySource } from '../../src/platform/secrets/key-source.ts';
import { parseEmail } from '../../src/platform/text/email.ts';
import { signingKey } from '../../src/tracking/index.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { databases, usedServerDatabase } from '../support/database.ts';
import { takeBack } from '../support/former-schema.ts';

databases();

/** The secrets of accounts. That of a certificate came later; the tests of orders have it. */
const columns = sealedColumns.filter(({ table }) => table !== 'ordered_certificate');

/** Fills an account with one secret of each kind, and returns them. */
async function fill(db: Db): Promise<{ accountId: number; secrets: Uint8Array[] }> {
  const accountId = await insertAccount(db, { name: 'One', domain: 'example.org' });
  const email = parseEmail('ada@example.org')!;
  const user = await inviteUser(db, accountId, { email, name: 'Ada', role: 'reader' });
  const totp = (await startTotp(db, user))!;
  const key = await signingKey(db, accountId);
  const settings = { url: 'https://hooks.example/', events: [], active: true, url_parameters: [] };
  const fields = { standard_fields: [], custom_fields: [], event_fields: [] };
  const mailEvents = { mail_event_types: [], mail_event_mailings: [], mail_event_batch: 1 };
  const secret = Buffer.from('a secret of a webhook...');
  await db
    .transaction()
    .execute((transaction) => insertWebhook(transaction, accountId, { ...settings, ...fields, ...mailEvents }, secret));
  return { accountId, secrets: [await secrets.secretOfAccount(db, accountId), totp, key.secret, secret] };
}

/** The secrets of an account, as the service reads them. */
async function read(db: Db, accountId: number): Promise<Uint8Array[]> {
  const user = await db.selectFrom('account_user').selectAll().executeTakeFirstOrThrow();
  const webhook = await db.selectFrom('webhook').selectAll().executeTakeFirstOrThrow();
  const totp = secretsOf(db).open(secrets.totpSecret, { account: accountId, row: user.id }, user.totp_secret!);
  const { secret } = await signingKey(db, accountId);
  return [await secrets.secretOfAccount(db, accountId), totp, secret, secretOfWebhook(db, webhook)];
}

/** The values as they are stored, with columns. */
async function stored(db: Db): Promise<Buffer[]> {
  const values: Buffer[] = [];
  for (const { table, column } of columns) {
    const { rows } = await sql<{ value: Uint8Array }>`
      select ${sql.id(column)} as value from ${sql.table(table)} where ${sql.id(column)} is not null`.execute(db);
    values.push(...rows.map(({ value }) => Buffer.from(value)));
  }
  return values;
}

const isReadable = (value: Buffer) => value.subarray(0, 3).toString() !== 'MWS';
const bytes = (values: Uint8Array[]) => values.map((value) => Buffer.from(value).toString('hex'));

/** A database as a version without encryption left it: with the tables and readable secrets of that version. */
async function makeFormer(db: Db, filled: { secrets: Uint8Array[] }): Promise<void> {
  for (const [at, { table, column }] of columns.entries()) {
    await sql`update ${sql.table(table)} set ${sql.id(column)} = ${filled.secrets[at]}`.execute(db);
  }
  await takeBack(db, '0250_mailing_seals');
}

describe('an embedded database', () => {
  let dataDir: string;
  let database: Database;
  let filled: Awaited<ReturnType<typeof fill>>;
  const open = async () => {
    database = await openServiceDatabase({ dataDir });
    return database.kysely;
  };
  beforeAll(async () => {
    dataDir = await usedDirectory();
    filled = await fill(await open());
  });
  afterAll(async () => {
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('encrypts each kind of secret with a key beside it', async () => {
    const values = await stored(database.kysely);
    expect(values).toHaveLength(columns.length);
    expect(values.filter(isReadable)).toEqual([]);
    expect(existsSync(join(dataDir, 'secrets.key'))).toBe(true);
    expect(bytes(await read(database.kysely, filled.accountId))).toEqual(bytes(filled.secrets));
  });

  test('of a version before works with its secrets, and has them encrypted', async () => {
    await makeFormer(database.kysely, filled);
    expect((await stored(database.kysely)).every(isReadable)).toBe(true);
    await database.close();
    rmSync(join(dataDir, 'secrets.key'));
    const db = await open();
    expect((await stored(db)).filter(isReadable)).toEqual([]);
    expect(bytes(await read(db, filled.accountId))).toEqual(bytes(filled.secrets));
  });

  test('is rotated while it is used, and keeps its secrets', async () => {
    const before = await secrets.findNewestKey(database.kysely);
    expect(await secrets.rotateSecrets(database.kysely)).toEqual({ key: expect.any(String), sealed: 4, lost: [] });
    expect(await secrets.findNewestKey(database.kysely)).not.toBe(before);
    expect(await secrets.countSecrets(database.kysely)).toEqual({ all: 4, others: 0 });
    expect(bytes(await read(database.kysely, filled.accountId))).toEqual(bytes(filled.secrets));
  });

  test('is rotated although a value cannot be decrypted, which is named and left as it is', async () => {
    const db = database.kysely;
    const { id, secret } = await db.selectFrom('webhook').select(['id', 'secret']).executeTakeFirstOrThrow();
    const whole = Buffer.from(secret as unknown as Uint8Array);
    const broken = Buffer.from(whole);
    broken[broken.length - 1]! ^= 1;
    await sql`update webhook set secret = ${broken}`.execute(db);
    const rotated = await secrets.rotateSecrets(db);
    expect(rotated.sealed).toBe(3);
    expect(rotated.lost.map(({ place, error }) => [place, error.message])).toEqual([
      [`webhook.secret of row ${id} of account ${filled.accountId}`, expect.stringContaining('was changed')],
    ]);
    await expect(secrets.sealSecretsTask.run(db, new AbortController().signal)).rejects.toThrow('was changed');
    // It hinders no start either.
    await database.close();
    await open();
    expect(await secrets.countSecrets(database.kysely)).toEqual({ all: 4, others: 1 });
    await sql`update webhook set secret = ${whole}`.execute(database.kysely);
    await secrets.sealSecretsTask.run(database.kysely, new AbortController().signal);
    expect(bytes(await read(database.kysely, filled.accountId))).toEqual(bytes(filled.secrets));
  });

  test('does not start without its key, and says what to do', async () => {
    await database.close();
    const path = join(dataDir, 'secrets.key');
    const text = readFileSync(path, 'utf8');
    rmSync(path);
    await expect(open()).rejects.toThrow(`${path} does not contain it. Put it there from your copy`);
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, `${newSecretKey()}\n`);
    await expect(open()).rejects.toThrow('Secrets in the database are encrypted with the key');
    writeFileSync(path, text);
    expect(bytes(await read(await open(), filled.accountId))).toEqual(bytes(filled.secrets));
  });

  test('whose key is lost goes on with random secrets under a new key', async () => {
    await database.close();
    rmSync(join(dataDir, 'secrets.key'));
    await expect(open()).rejects.toThrow('mailwright secrets forget');
    const operator = await openOperator({ data: dataDir, withoutKey: true });
    const { key, lost } = await operator.ask('forgetSecrets', {});
    expect(lost).toHaveLength(4);
    expect(await operator.ask('forgetSecrets', {})).toEqual({ key, sealed: 0, lost: [] });
    await operator.close();
    const db = await open();
    expect(await secrets.countSecrets(db)).toEqual({ all: 4, others: 0 });
    const fresh = bytes(await read(db, filled.accountId));
    expect(new Set(fresh).size).toBe(4);
    for (const secret of bytes(filled.secrets)) expect(fresh).not.toContain(secret);
    const acts = db.selectFrom('audit_entry').select('id').where('action', '=', 'forgetSecrets');
    expect(await acts.execute()).not.toHaveLength(0);
  });
});

describe('a database on a server', () => {
  let config: DatabaseConfig;
  let remove: () => Promise<void>;
  const opened: Database[] = [];
  const keys = [newSecretKey(), newSecretKey()];
  const environment = (...given: string[]): KeySource => givenKeys({ secretsKey: given.join(' ') })!;
  const open = async (secretKeys?: KeySource) => {
    const database = await openServiceDatabase(config, { secretKeys });
    opened.push(database);
    return database.kysely;
  };
  beforeAll(async () => {
    ({ config, remove } = await usedServerDatabase());
  });
  afterAll(async () => {
    for (const database of opened) await database.close();
    await remove?.();
  });

  test('begins when an operator says so, with all processes, and is rotated beside them', async () => {
    const former = await open();
    const filled = await fill(former);
    expect((await stored(former)).every(isReadable)).toBe(true);
    await expect(secrets.rotateSecrets(former)).rejects.toThrow('mailwright secrets new-key');
    // Processes with the key and without work side by side until then.
    const [one, other] = [await open(environment(keys[0]!)), await open(environment(...keys))];
    expect((await stored(one)).every(isReadable)).toBe(true);
    expect(await secrets.rotateSecrets(one)).toMatchObject({ sealed: 4 });
    for (const db of [one, other]) expect(bytes(await read(db, filled.accountId))).toEqual(bytes(filled.secrets));
    await expect(read(former, filled.accountId)).rejects.toThrow('this process was given no key');
    await expect(open()).rejects.toThrow('--secrets-key-file or MAILWRIGHT_SECRETS_KEY');
    await expect(secrets.rotateSecrets(one)).rejects.toThrow('is in use already');

    expect(await secrets.rotateSecrets(other)).toMatchObject({ sealed: 4 });
    await expect(read(one, filled.accountId)).rejects.toThrow('does not contain it');
    const again = await open(environment(...keys));
    expect(bytes(await read(again, filled.accountId))).toEqual(bytes(filled.secrets));
  });

  test('goes on with a rotation that was interrupted, and with values that a former process wrote', async () => {
    const db = await open(environment(...keys));
    const webhook = () => db.selectFrom('webhook').selectAll().executeTakeFirstOrThrow();
    const readable = secretOfWebhook(db, await webhook());
    await sql`update webhook set secret = ${readable}`.execute(db);
    expect(await secrets.countSecrets(db)).toEqual({ all: 4, others: 1 });
    await secrets.sealSecretsTask.run(db, new AbortController().signal);
    expect(await secrets.countSecrets(db)).toEqual({ all: 4, others: 0 });
    expect(secretOfWebhook(db, await webhook())).toEqual(readable);

    await recordKey(db, environment(keys[0]!).read()[0]!.id); // and the process ends
    expect(await secrets.countSecrets(db)).toEqual({ all: 4, others: 4 });
    expect(secretOfWebhook(db, await webhook())).toEqual(readable);
    await secrets.sealSecretsTask.run(db, new AbortController().signal);
    expect(await secrets.countSecrets(db)).toEqual({ all: 4, others: 0 });
  });

  test('that is empty is encrypted from the beginning, with the key of whoever comes first', async () => {
    const place = await usedServerDatabase();
    const attempts = keys.map((key) => openServiceDatabase(place.config, { secretKeys: environment(key) }));
    const started = await Promise.allSettled(attempts);
    const open = started.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
    expect(open).toHaveLength(1);
    await fill(open[0]!.kysely);
    expect((await stored(open[0]!.kysely)).filter(isReadable)).toEqual([]);
    await open[0]!.close();
    await place.remove();
  });
});
