import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, findAccount } from '../../src/account/index.ts';
import { insertAccount } from '../../src/account/store.ts';
import { changeContent, findMailing, insertMailing } from '../../src/mailings/index.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { MailTemplates } from '../../src/sending/mail/templates.ts';
import { usualDatabases } from '../support/database.ts';

describe.each(usualDatabases())('templates of mails on $kind', ({ open }) => {
  let database: Database;
  let account: Account;
  beforeAll(async () => {
    database = await open();
    const id = await insertAccount(database.kysely, { name: 'one', domain: 'example.org' });
    account = await findAccount(database.kysely, id);
  });
  afterAll(() => database?.close());

  async function newMailing(name: string, symbols: number) {
    const about = { name, subject: 'x', type: 'regular', creator: 'me' } as const;
    const id = (await insertMailing(database.kysely, account.id, about))!;
    const mailing = (await findMailing(database.kysely, account.id, id))!;
    await changeContent(database.kysely, mailing, { html: 'x'.repeat(symbols), sender: 'news@example.org' });
    return (await findMailing(database.kysely, account.id, id))!;
  }

  test.each([
    ['small ones are kept', 100, true],
    ['of large ones the newest', 100_000, false],
  ])('%s', async (name, symbols, kept) => {
    const templates = new MailTemplates(300_000);
    const of = async (mailing: Awaited<ReturnType<typeof newMailing>>) => {
      const template = templates.of(database.kysely, account, mailing, 'campaign');
      await template;
      return template;
    };
    const [first, second] = [await newMailing(`${name} 1`, symbols), await newMailing(`${name} 2`, symbols)];
    const template = of(first);
    const before = templates.of(database.kysely, account, first, 'campaign');
    await template;
    expect(templates.of(database.kysely, account, first, 'campaign')).toBe(before);
    await of(second);
    const again = templates.of(database.kysely, account, first, 'campaign');
    expect(again === before).toBe(kept);
    await again;
  });
});
