import { beforeAll, describe, expect, test } from 'vitest';
import { findKeyHolder } from '../../src/account/index.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { enqueue } from '../../src/platform/queue/enqueue.ts';
import { claimJob } from '../../src/platform/queue/store.ts';
import { claimBatches } from '../../src/sending/deliveries/batches.ts';
import { startedSendout } from '../sending/harness.ts';
import { administer } from '../support/administration.ts';
import { usualDatabases } from '../support/database.ts';

const shop = { name: 'Shop', domain: 'news.example.com', timeZone: 'Europe/Berlin' };

describe.each(usualDatabases())('accounts on $kind', ({ open }) => {
  let db: Db;
  beforeAll(async () => {
    db = (await open()).kysely;
  });

  test('one is made with a key, listed, and closed for good', async () => {
    const { createAccount, listAccounts, closeAccount } = administer(db);
    const { createKey, listKeys } = administer(db);
    const { id, key } = await createAccount(shop);
    const other = await createAccount({ ...shop, name: 'Other' });
    expect(await findKeyHolder(db, key)).toMatchObject({ account: { id }, rights: ['get', 'post', 'put', 'delete'] });
    expect(await listAccounts({})).toMatchObject([
      { id, ...shop, closed: null, keys: 1 },
      { id: other.id, name: 'Other', keys: 1 },
    ]);
    expect(await closeAccount({ id })).toEqual({ name: 'Shop', keys: 1 });
    expect(await findKeyHolder(db, key)).toBeUndefined();
    expect(await findKeyHolder(db, other.key)).toMatchObject({ account: { id: other.id } });
    expect(await listAccounts({})).toMatchObject([
      { id, closed: expect.any(String), keys: 0 },
      { id: other.id, keys: 1 },
    ]);
    await expect(closeAccount({ id })).rejects.toThrow(`account ${id} (Shop) is already closed`);
    const about = { label: '', rights: ['get' as const], creator: 'api', expires: null, networks: [], account: id };
    await expect(createKey(about)).rejects.toThrow(`account ${id} is closed`);
    expect(await administer(db).listActs({ account: id, limit: 1 }), 'its audit log can be read').toEqual([]);
    expect(await listKeys({}), 'the only open account needs no --account').toHaveLength(1);
  });

  test.each([
    [{ ...shop, name: ' ' }, 'an account needs a name'],
    [{ ...shop, domain: 'example' }, '"example" is not a domain'],
    [{ ...shop, domain: 'a_b.example' }, 'is not a domain'],
    [{ ...shop, timeZone: 'Mars/Olympus' }, 'there is no time zone "Mars/Olympus"'],
  ])('%j is refused and leaves nothing', async (wish, fault) => {
    const { createAccount, listAccounts } = administer(db);
    const before = await listAccounts({});
    await expect(createAccount(wish)).rejects.toThrow(fault);
    expect(await listAccounts({})).toEqual(before);
  });

  test('a closed account sends nothing more, and its work waits', async () => {
    const { kysely } = await open();
    const { accountId } = await startedSendout(kysely);
    const owner = crypto.randomUUID();
    await enqueue(kysely, { kind: 'note' }, { accountId, payload: {} });
    await administer(kysely).closeAccount({ id: accountId });
    expect(await claimBatches(kysely, owner)).toEqual([]);
    expect(await claimJob(kysely, ['note'], owner, new Date())).toBeUndefined();
    await kysely.updateTable('account').set({ closed_at: null }).execute();
    expect(await claimBatches(kysely, owner)).toMatchObject([{ account_id: accountId }]);
    expect(await claimJob(kysely, ['note'], owner, new Date())).toMatchObject({ kind: 'note' });
  });

  test('a key in the place of another one: both are good for a while', async () => {
    const { createAccount } = administer(db);
    const { createKey, rotateKey, listKeys } = administer(db);
    const { id: account } = await createAccount({ ...shop, name: 'Rotation' });
    const day = 86_400_000;
    const expires = new Date(Date.now() + 90 * day).toISOString();
    const about = { label: 'shop', rights: ['get' as const], creator: 'web', expires, networks: ['192.0.2.0/24'] };
    const old = await createKey({ ...about, account });
    const until = new Date(Date.now() + 7 * day).toISOString();
    const made = await rotateKey({ account, id: old.id, until });
    expect(await findKeyHolder(db, old.key)).toMatchObject({ keyId: old.id });
    expect(await findKeyHolder(db, made.key)).toMatchObject({ keyId: made.id, networks: ['192.0.2.0/24'] });
    const keys = await listKeys({ account });
    const { expires: _, ...same } = about;
    expect(keys.find(({ id }) => id === old.id)).toMatchObject({ ...same, expires: until });
    expect(keys.find(({ id }) => id === made.id)).toMatchObject(same);
    const left = new Date(keys.find(({ id }) => id === made.id)!.expires!).getTime() - Date.now();
    expect(left / day, 'it is good for as long as the old one was').toBeCloseTo(90, 1);

    await rotateKey({ account, id: made.id, until: new Date(Date.now() + 200 * day).toISOString() });
    const again = (await listKeys({ account })).find(({ id }) => id === made.id)!;
    expect(again.expires, 'an overlap makes no key longer').toBe(keys.find(({ id }) => id === made.id)!.expires);
    await expect(rotateKey({ account, id: 999_999, until })).rejects.toThrow('there is no valid key 999999');
  });
});
