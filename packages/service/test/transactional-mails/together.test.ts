import { type KyselyPlugin, sql } from 'kysely';
import { expect, test } from 'vitest';
import { noteAct, senders } from '../../src/account/index.ts';
import { insertAccount } from '../../src/account/store.ts';
import { transactionalCarrier } from '../../src/mailings/index.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { SharedTransactions } from '../../src/platform/database/shared-transactions.ts';
import { parseEmail } from '../../src/platform/text/email.ts';
import { acceptMails } from '../../src/transactional/index.ts';
import { engineOf, runToEnd } from '../sending/harness.ts';
import { databases } from '../support/database.ts';
import { noteStatements } from '../support/noted-statements.ts';

/** Counts statements; BEGIN and COMMIT are not seen. */
function counting(): { plugin: KyselyPlugin; count(): number } {
  let statements = 0;
  return {
    plugin: {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        statements++;
        return result;
      },
    },
    count: () => statements,
  };
}

const sender = 'service@example.com';

/** What a request does in its transaction. */
async function accept(db: Db, accountId: number, subject: string): Promise<string> {
  await senders.senderStanding(db, accountId, sender);
  const [id] = await acceptMails(db, accountId, {
    mailingId: await transactionalCarrier(db, accountId),
    template: false,
    recipients: [{ email: parseEmail(`${subject}@example.org`)!, name: undefined }],
    tags: [subject],
    content: {
      sender,
      senderName: null,
      subject,
      html: null,
      // Longer than what is planned anew, with what array literals of PostgreSQL escape.
      text: `${subject} "\\{},NULL ${'x'.repeat(9000)}`,
      data: subject === 'm3' ? { name: '"\\{}' } : null,
      replyTo: null,
      attachments: [],
    },
  });
  await noteAct(db, { accountId, action: 'sendTransactionalMail', key: { id: null, remoteAddress: '192.0.2.7' } });
  return id!;
}

test.each(databases())(
  'mails that come together are accepted and sent by few statements, on $kind',
  async ({ open }) => {
    const { kysely } = await open();
    const { plugin, count } = counting();
    const db = kysely.withPlugin(plugin);
    const accountId = await insertAccount(db, { name: 'Shop', domain: 'example.com' });
    await transactionalCarrier(db, accountId);
    const shared = new SharedTransactions(db);
    const subjects = Array.from({ length: 13 }, (_, at) => `m${at}`);

    const before = count();
    const ids = await Promise.all(
      subjects.map((subject) => shared.run(accountId, (tx) => accept(tx, accountId, subject))),
    );
    // One request begins, and the others share the next transaction. Each reads the sender and the mailing, stores the contents and the
    // mails, tells webhooks, and writes the audit log.
    expect(count() - before).toBe(2 * 6);

    const { rows } = await sql<{
      id: string;
      subject: string;
      text_body: string;
      data: unknown;
      tags: string[];
      email: string;
    }>`
    select mail.id, subject, text_body, data, tags, email from transactional_mail as mail
    join transactional_content as content on content.account_id = mail.account_id and content.id = content_id
    where mail.account_id = ${accountId} order by number`.execute(kysely);
    const wanted = subjects.map((subject, at) => ({
      id: ids[at],
      subject,
      text_body: `${subject} "\\{},NULL ${'x'.repeat(9000)}`,
      data: subject === 'm3' ? { name: '"\\{}' } : null,
      tags: [subject],
      email: `${subject}@example.org`,
    }));
    expect(rows.toSorted((a, b) => a.subject.localeCompare(b.subject))).toEqual(
      wanted.toSorted((a, b) => a.subject.localeCompare(b.subject)),
    );
    const acts = await kysely
      .selectFrom('audit_entry')
      .select(['action', 'network'])
      .where('account_id', '=', accountId)
      .execute();
    expect(acts).toEqual(subjects.map(() => ({ action: 'sendTransactionalMail', network: '192.0.2.0' })));

    const handed: string[] = [];
    const engine = engineOf(async ({ envelope }) => void handed.push(envelope.to), 20);
    const { noting, statements } = noteStatements();
    await runToEnd(db.withPlugin(noting), engine);
    const naming = (table: string) =>
      statements.filter(({ sql }) => sql.includes(`from ${table}\n`) || sql.includes(`from "${table}"`));
    expect(naming('blacklist'), 'all addresses are looked up at once').toHaveLength(1);
    expect(naming('mailing_dispatching'), 'no limit for mails of a trigger applies').toEqual([]);
    expect(handed.toSorted()).toEqual(subjects.map((subject) => `${subject}@example.org`).toSorted());
    const steps = await kysely
      .selectFrom('transactional_step')
      .select('step')
      .where('account_id', '=', accountId)
      .execute();
    expect(Object.groupBy(steps, ({ step }) => step)).toMatchObject({
      accepted: { length: 13 },
      delivered: { length: 13 },
    });
    const left = await kysely
      .selectFrom('transactional_content')
      .select('id')
      .where('account_id', '=', accountId)
      .execute();
    expect(left).toEqual([]);
  },
);
