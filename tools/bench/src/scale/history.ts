import { type RawBuilder, sql } from 'kysely';
import { insertAccount } from '../../../../packages/service/src/account/index.ts';
import { refreshMembers } from '../../../../packages/service/src/audiences/filters/refresh.ts';
import { allOf, type Rule } from '../../../../packages/service/src/audiences/filters/rules.ts';
import {
  type ContactFilter,
  findContactFilter,
  insertContactFilter,
} from '../../../../packages/service/src/audiences/filters/store.ts';
import { insertMailing } from '../../../../packages/service/src/mailings/index.ts';
import type { Db } from '../../../../packages/service/src/platform/database/schema.ts';

/** Each mailing goes to all contacts, a quarter of whom open it twice; two in three of these click once. */
const mailings = 6;
const eventsPerContact = 10;
/** When the first mailing was sent, and the last one; the others in equal distances. */
const firstDaysAgo = 730;
const lastDaysAgo = 20;
/** Contacts of a city, and of the filter of that city. */
const perCity = 1000;

/** An account with what two years have left there: 60 % mails, 30 % openings, 10 % clicks. */
export interface History {
  account: number;
  contacts: number;
  /** The oldest first. */
  sent: number[];
  filters: Record<'everybody' | 'city' | 'readers', ContactFilter>;
}

/** Writes a history without the checks of foreign keys, and with indexes that are made at the end. */
export async function writeHistory(db: Db, events: number): Promise<History> {
  const account = await insertAccount(db, { name: 'bench', domain: 'example.org' });
  const contacts = events / eventsPerContact;
  const sent: number[] = [];
  for (let at = 0; at < mailings; at++) {
    const about = { name: `News ${at}`, subject: 'x', type: 'regular', creator: 'bench' } as const;
    sent.push((await insertMailing(db, account, about))!);
  }
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`set local statement_timeout = 0`.execute(transaction);
    await withoutIndexes(transaction, () => writeRows(transaction, { account, contacts, sent }));
  });
  await sql`vacuum analyze`.execute(db);
  const city = { field: 'CITY', is_customfield: false, operator: 'EQUALS', type: 'string', value: 'City 0' } as const;
  return {
    account,
    contacts,
    sent,
    filters: {
      everybody: await filterOf(db, account, []),
      city: await filterOf(db, account, [city]),
      readers: await filterOf(db, account, [{ operator: 'OPENED', mailing_id: sent.at(-1)! }]),
    },
  };
}

async function filterOf(db: Db, account: number, rules: Rule[]): Promise<ContactFilter> {
  const name = JSON.stringify(rules);
  const id = await insertContactFilter(db, account, { name, author: 'bench', rules: allOf(...rules) });
  await refreshMembers(db, (await findContactFilter(db, account, id))!);
  return (await findContactFilter(db, account, id))!;
}

const tables = ['contact', 'recipient', 'delivery', 'reader', 'opening', 'click'];

async function withoutIndexes(db: Db, write: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string; made: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid = any(${tables}::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db);
  await write();
  for (const { made } of rows) await sql`${sql.raw(made)}`.execute(db);
}

async function writeRows(db: Db, { account, contacts, sent }: Omit<History, 'filters'>): Promise<void> {
  await sql`
    insert into contact (account_id, email, email_folded, permission, standard_fields)
    select ${account}::int8, email, email, 5,
      jsonb_build_object('FIRSTNAME', 'Person ' || i, 'CITY', 'City ' || i % ${Math.max(1, contacts / perCity)}::int)
    from (select i, 'person-' || i || '@example.org' as email from generate_series(1, ${contacts}::int) as i) as people
    order by i`.execute(db);
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  for (const [at, mailing] of sent.entries()) {
    const daysAgo = firstDaysAgo + ((lastDaysAgo - firstDaysAgo) * at) / (sent.length - 1);
    const sentAt = sql`now() - make_interval(days => ${daysAgo}::int)`;
    const seconds = (later: RawBuilder<unknown>) => sql`make_interval(secs => ${later})`;
    await sql`
      insert into sendout (account_id, mailing_id, queued_at, frozen_at, recipients, finished_at)
      values (${account}, ${mailing}, ${sentAt}, ${sentAt}, ${contacts}, ${sentAt})`.execute(db);
    await sql`update mailing set state = 'done' where account_id = ${account} and id = ${mailing}`.execute(db);
    await sql`
      insert into recipient (account_id, mailing_id, contact_id, state, attempt, first_tried_at)
      select account_id, ${mailing}::int8, id, 'sent', 1, ${sentAt} from contact
      where account_id = ${account} order by id`.execute(db);
    await sql`
      insert into delivery (account_id, mailing_id, contact_id, message_id, number, sent_at)
      select account_id, mailing_id, contact_id, id || '.' || mailing_id || '@news.example.com', id,
        ${sentAt} + ${seconds(sql`contact_id * 3600.0 / ${contacts}`)}
      from recipient where account_id = ${account} and mailing_id = ${mailing} order by contact_id`.execute(db);
    await sql`
      insert into reader (account_id, mailing_id, contact_id, openings, clicks, last_opened_at, last_clicked_at)
      select account_id, ${mailing}::int8, id, 2, (id % 3 > 0)::int, ${sentAt} + interval '2 days',
        case when id % 3 > 0 then ${sentAt} + interval '2 days' end
      from contact where account_id = ${account} and id % 4 = ${at % 4} order by id`.execute(db);
    await sql`
      insert into opening (account_id, reader_id, mailing_id, at, class, first, format, device_type, user_agent)
      select account_id, id, mailing_id, ${sentAt} + ${seconds(sql`contact_id * 86400.0 / ${contacts} + nth * 86400`)},
        'human', nth = 0, 'html', 'COMPUTER', ${agent}
      from generate_series(0, 1) as nth, reader
      where account_id = ${account} and mailing_id = ${mailing} order by nth, id`.execute(db);
    const { rows } = await sql<{ id: number }>`
      insert into link (account_id, mailing_id, url) values (${account}, ${mailing}, 'https://www.example.com/')
      returning id`.execute(db);
    await sql`
      insert into click (account_id, reader_id, mailing_id, at, class, first, format, device_type, user_agent, link_id)
      select account_id, id, mailing_id, last_clicked_at, 'human', true, 'html', 'COMPUTER', ${agent}, ${rows[0]!.id}::int8
      from reader where account_id = ${account} and mailing_id = ${mailing} and clicks > 0 order by id`.execute(db);
  }
}
