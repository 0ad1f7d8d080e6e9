import { describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { insertBlacklist, insertEntries } from '../../src/people/blacklists/store.ts';
import { findContacts } from '../../src/people/contacts/store.ts';
import { parseEmail } from '../../src/people/index.ts';
import { up } from '../../src/platform/database/migrations/0050_composed_addresses.ts';
import { databases } from '../support/database.ts';

const decomposed = 'Z\u030cofie@example.org';

describe.each(databases())('addresses that an older version kept decomposed, on $kind', ({ open }) => {
  test('are found and matched', async () => {
    const { kysely } = await open();
    const account_id = await insertAccount(kysely, { name: 'Old', domain: 'example.com' });
    const contact = { email: decomposed, email_folded: decomposed.toLowerCase(), permission: 1 as const };
    await kysely
      .insertInto('contact')
      .values({ account_id, ...contact })
      .execute();
    const id = (await insertBlacklist(kysely, account_id, 'Rivals'))!;
    const entries = ['z\u030cofie@example.org', 'žofie@example.org', 'a\u030asa@*', 'ada@example.org'];
    await insertEntries(kysely, { account_id, id } as never, entries, undefined);

    await up(kysely as never);
    const email = parseEmail(decomposed)!;
    expect(await findContacts(kysely, account_id, { email })).toMatchObject([{ email: 'Žofie@example.org' }]);
    const kept = await kysely.selectFrom('blacklist_entry').select('entry').orderBy('entry').execute();
    expect(kept.map(({ entry }) => entry)).toEqual(['ada@example.org', 'åsa@*', 'žofie@example.org']);
  });
});
