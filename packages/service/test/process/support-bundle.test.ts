import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { administer } from '../support/administration.ts';
import { commandLine } from '../support/command-line.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { databases } from '../support/database.ts';
import { freshDirectory } from '../support/process.ts';
import { startTestService } from '../support/service.ts';

/** In every text that somebody enters: of people, customers and machines. */
const planted = 'zwetschge';

describe.each(databases())('a support bundle on $kind', ({ open }) => {
  test('has numbers and nothing that was entered', async () => {
    const service = await startTestService(await open());
    const { client, db } = service;
    const operator = administer(db);
    await operator.renameAccount({ account: service.accountId, name: planted });
    await db
      .insertInto('contact')
      .values({ account_id: service.accountId, email: `${planted}@example.com`, permission: 1 } as never)
      .execute();
    await client.mailings.create({ name: planted, subject: planted }).orThrow();
    await operator.addRelay({ name: planted, address: `smtp://${planted}.example:25` });
    await db
      .insertInto('job')
      .values({
        account_id: service.accountId,
        kind: 'webhook',
        key: planted,
        payload: { planted },
        error: planted,
        state: 'dead',
        due_at: new Date(),
      } as never)
      .execute();
    const facts = await operator.supportFacts({});
    const text = JSON.stringify(facts);
    await service.close();
    expect(text.toLowerCase()).not.toContain(planted);
    expect(text).not.toContain('@');
    expect(facts.database.tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['contact', 'mailing', 'job']),
    );
    expect(facts.database.bytes).toBeGreaterThan(1e6);
    expect(facts.database.migrations.length).toBeGreaterThan(20);
    expect(facts.database.settings).toMatchObject({ autovacuum: expect.stringMatching(/^(on|off)$/) });
    expect(facts.jobs).toContainEqual({ account: service.accountId, state: 'dead', jobs: 1 });
    expect(facts.relays).toHaveLength(2);
  });
});

test('the command writes a file, once, without the values of variables', async () => {
  const file = join(freshDirectory(), 'support.json');
  const args = ['support-bundle', file, '--data', await usedDirectory()];
  const env = { MAILWRIGHT_SMTP: `smtp://${planted}:25` };
  expect(await commandLine(args, env)).toMatchObject({ code: 0, stderr: '' });
  const text = readFileSync(file, 'utf8');
  expect(JSON.parse(text).machine).toMatchObject({ node: process.versions.node, variables: ['MAILWRIGHT_SMTP'] });
  expect(text).not.toContain(planted);
  const again = await commandLine(args, env);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('EEXIST')]);
});
