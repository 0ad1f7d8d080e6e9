import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { changeContent, changeSettings, raiseContentVersion, renameMailing } from '../../src/mailings/change.ts';
import { moveMailing } from '../../src/mailings/move.ts';
import { findContent, findMailing, insertMailing, type Mailing } from '../../src/mailings/store.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { usualDatabases } from '../support/database.ts';

describe.each(usualDatabases())('contents and settings of mailings on $kind', ({ open }) => {
  let database: Database;
  let accountId: number;
  beforeAll(async () => {
    database = await open();
    accountId = await insertAccount(database.kysely, { name: 'one', domain: 'example.org' });
  });
  afterAll(() => database.close());

  const again = async ({ id }: Mailing) => (await findMailing(database.kysely, accountId, id))!;
  const versions = async (mailing: Mailing) => {
    const { version, content_version } = await again(mailing);
    return { version, content_version };
  };
  const newMailing = async (name: string) => {
    const id = await insertMailing(database.kysely, accountId, { name, subject: 'Hé', type: 'regular', creator: 'me' });
    return again({ id: id! } as Mailing);
  };

  test('a new mailing has its subject alone, folded beside it', async () => {
    const mailing = await newMailing('New');
    expect(mailing).not.toHaveProperty('html');
    expect(await findContent(database.kysely, mailing)).toEqual({
      account_id: accountId,
      mailing_id: mailing.id,
      subject: 'Hé',
      subject_folded: 'he\u0301',
      preview_text: null,
      sender: null,
      sender_alias: null,
      recipient_alias: null,
      reply_to_active: false,
      reply_to_auto: true,
      reply_to_email: null,
      html: null,
      mjml: null,
      amp: null,
      text_body: null,
    });
  });

  test('a name that is taken inserts nothing', async () => {
    await newMailing('Taken');
    const again = { name: 'Taken', subject: 'x', type: 'regular', creator: 'me' } as const;
    expect(await insertMailing(database.kysely, accountId, again)).toBeUndefined();
  });

  test('contents raise both versions, settings one', async () => {
    const mailing = await newMailing('Versions');
    const { kysely } = database;
    await changeSettings(kysely, mailing, { speed_level: 'low' });
    expect(await versions(mailing)).toEqual({ version: 2, content_version: 1 });
    await changeContent(kysely, mailing, { subject: 'B', text_body: 'C' });
    expect(await versions(mailing)).toEqual({ version: 3, content_version: 2 });
    expect(await findContent(kysely, mailing)).toMatchObject({ subject: 'B', subject_folded: 'b', text_body: 'C' });
    await renameMailing(kysely, mailing, 'Shown by a tag');
    expect(await versions(mailing)).toEqual({ version: 4, content_version: 3 });
    await raiseContentVersion(kysely, mailing);
    expect(await versions(mailing)).toEqual({ version: 5, content_version: 4 });
  });

  test('nothing changes in a sealed mailing, whatever the caller has read before', async () => {
    const mailing = await newMailing('Sealed');
    const { kysely } = database;
    expect(await moveMailing(kysely, mailing, 'queue', 'user')).toBe('queued');
    const refused = { status: 409 };
    await expect(changeSettings(kysely, mailing, { speed_level: 'low' })).rejects.toMatchObject(refused);
    await expect(changeContent(kysely, mailing, { subject: 'B' })).rejects.toMatchObject(refused);
    await expect(renameMailing(kysely, mailing, 'B')).rejects.toMatchObject(refused);
    await expect(raiseContentVersion(kysely, mailing)).rejects.toMatchObject(refused);
    expect(await versions(mailing)).toEqual({ version: 2, content_version: 1 });
    expect((await findContent(kysely, mailing)).subject).toBe('Hé');
  });

  test('a failed mailing that is changed is a draft again, and the log says so', async () => {
    const { kysely } = database;
    const mailing = await newMailing('Failed');
    for (const [move, actor] of [
      ['queue', 'user'],
      ['check', 'dispatcher'],
      ['fail', 'dispatcher'],
    ] as const) {
      expect(await moveMailing(kysely, await again(mailing), move, actor)).toBeDefined();
    }
    await changeContent(kysely, await again(mailing), { subject: 'Better' });
    expect((await again(mailing)).state).toBe('draft');
    const log = kysely.selectFrom('mailing_transition').select(['from_state', 'to_state', 'actor']);
    expect(await log.where('mailing_id', '=', mailing.id).orderBy('id').execute()).toEqual([
      { from_state: 'draft', to_state: 'queued', actor: 'user' },
      { from_state: 'queued', to_state: 'checks', actor: 'dispatcher' },
      { from_state: 'checks', to_state: 'failed', actor: 'dispatcher' },
      { from_state: 'failed', to_state: 'draft', actor: 'user' },
    ]);
  });

  test('of two that move a mailing at once, one does', async () => {
    const mailing = await newMailing('Race');
    const moved = await Promise.all([1, 2, 3].map(() => moveMailing(database.kysely, mailing, 'queue', 'user')));
    expect(moved.filter((state) => state === 'queued')).toHaveLength(1);
  });
});
