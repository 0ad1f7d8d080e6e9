import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { deleteOldKeys, signingKey } from '../../src/tracking/tokens/keys.ts';
import { writeToken } from '../../src/tracking/tokens/token.ts';
import { tokenVerifier } from '../../src/tracking/tokens/verify.ts';
import { databases } from '../support/database.ts';

const day = 86_400_000;
const start = new Date('2031-01-01T00:00:00Z');
const after = (days: number) => new Date(start.getTime() + days * day);
const content = { mailingId: 1, purpose: 'pixel', bearer: { recipientId: 2, contactId: 3 } } as const;

describe.each(databases())('keys of tokens on $kind', ({ open }) => {
  let database: Database;
  let account: number;
  let other: number;
  beforeAll(async () => {
    database = await open();
    account = await insertAccount(database.kysely, { name: 'one', domain: 'example.org' });
    other = await insertAccount(database.kysely, { name: 'other', domain: 'example.net' });
  });
  afterAll(() => database.close());

  test('a key is used for 180 days; its tokens are good for two years more', async () => {
    const db = database.kysely;
    const first = await signingKey(db, account, start);
    expect(await signingKey(db, account, after(179))).toEqual(first);
    const second = await signingKey(db, account, after(180));
    expect([first.number, second.number]).toEqual([1, 2]);
    expect(second.secret).not.toEqual(first.secret);

    const token = writeToken(first, content);
    const verified = { accountId: account, ...content };
    const verifiedAt = (days: number) => tokenVerifier(db, () => after(days).getTime())(token);
    expect(await verifiedAt(179 + 730)).toEqual(verified);
    expect(await verifiedAt(180 + 730)).toBeUndefined();
    expect(await deleteOldKeys(db, after(179 + 730))).toBe(0);
    expect(await deleteOldKeys(db, after(180 + 730))).toBe(1);
  });

  test('eight that ask at once get one key', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => signingKey(database.kysely, other)));
    expect(new Set(keys.map(({ secret }) => Buffer.from(secret).toString('hex'))).size).toBe(1);
  });

  test('the key of one account makes no token of another', async () => {
    const key = await signingKey(database.kysely, account);
    await signingKey(database.kysely, other);
    const verify = tokenVerifier(database.kysely);
    expect(await verify(writeToken({ ...key, accountId: other }, content))).toBeUndefined();
    expect(await verify(writeToken({ ...key, number: 99 }, content))).toBeUndefined();
    expect(await verify(writeToken(key, content))).toEqual({ accountId: account, ...content });
    for (const beside of ['_', '*', "'", '.', ').', '…'])
      expect(await verify(`${writeToken(key, content)}${beside}`), beside).toEqual({ accountId: account, ...content });
  });
});
