import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { eraseContacts } from '../../src/people/erasure/erase.ts';
import { usedServerDatabase } from '../support/database.ts';
import { noteStatements } from '../support/noted-statements.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

/** Tables of which a plan reads all rows of the account: without an index, or by one that it enters with the account alone. */
const scanned = (plan: Plan): string[] => [
  ...(readsAll(plan) ? [plan['Relation Name'] ?? plan['Index Name']!] : []),
  ...(plan.Plans ?? []).flatMap(scanned),
];

const readsAll = ({ 'Node Type': type, 'Index Cond': condition = '' }: Plan): boolean =>
  type === 'Seq Scan' || (/^(Bitmap )?Index/.test(type) && /^(\(account_id = [^)]*\))?$/.test(condition));

test('the transactional mails of somebody who is erased are found by an index', async () => {
  const { config, remove } = await usedServerDatabase();
  const database = await openServiceDatabase(config);
  const { noting, statements } = noteStatements();
  try {
    const accountId = await insertAccount(database.kysely, { name: 'one', domain: 'example.org' });
    await sql`
      insert into contact (account_id, email, email_folded)
      select ${accountId}, email, email from generate_series(1, 3000) as n, concat('p', n, '@example.org') as email
    `.execute(database.kysely);
    await sql`
      insert into transactional_mail (account_id, id, content_id, mailing_id, template, contact_id, email, email_folded, state)
      select account_id, gen_random_uuid(), id, 1, false, id, email, email, 'delivered' from contact`.execute(
      database.kysely,
    );
    await sql`analyze contact, transactional_mail`.execute(database.kysely);
    await database.kysely.transaction().execute((transaction) => {
      return eraseContacts(transaction.withPlugin(noting), accountId, [1]);
    });
    const concerned = statements.filter((statement) => statement.sql.includes('transactional_mail'));
    expect(concerned.length).toBeGreaterThan(0);
    for (const statement of concerned) {
      const { rows } = await database.kysely.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
        ...statement,
        sql: `explain (format json) ${statement.sql}`,
      });
      expect(scanned(rows[0]!['QUERY PLAN'][0].Plan), statement.sql).toEqual([]);
    }
  } finally {
    await database.close();
    await remove();
  }
});
