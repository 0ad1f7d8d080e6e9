import { type Kysely, sql } from 'kysely';

/**
 * What is sent stands apart from the row that lists read; mailings get the settings that they still lacked, the tokens of
 * their public pages, and texts in the form in which both databases compare and order them alike.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mailing_content (
      account_id bigint not null,
      mailing_id bigint not null,
      subject text not null,
      subject_folded text collate "C" not null,
      preview_text text,
      sender text,
      sender_alias text,
      recipient_alias text,
      reply_to_active boolean not null default false,
      reply_to_auto boolean not null default true,
      reply_to_email text,
      html text,
      text_body text,
      primary key (account_id, mailing_id),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);
  await sql`
    insert into mailing_content (account_id, mailing_id, subject, subject_folded, preview_text, sender, sender_alias,
      recipient_alias, html, text_body)
    select account_id, id, subject, '', preview_text, sender, sender_alias, recipient_alias, html, text_body
    from mailing`.execute(db);

  const token = sql`encode(substr(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 1, 16), 'hex')`;
  await sql`
    alter table mailing
      drop column subject, drop column preview_text, drop column sender, drop column sender_alias,
      drop column recipient_alias, drop column reply_to, drop column html, drop column text_body,
      add column name_folded text collate "C" not null default '',
      add column creator_folded text collate "C" not null default '',
      add column contacts_limit integer not null default 2147483647 check (contacts_limit >= 0),
      add column targetgroup_update boolean not null default true,
      add column cleanup boolean not null default false,
      add column ignore_permission boolean not null default false,
      add column qos_checks boolean not null default true,
      add column archive_token text collate "C" not null unique default ${token},
      add column report_token text collate "C" not null unique default ${token}`.execute(db);

  await fold(db, { table: 'mailing', id: 'id', text: 'name', folded: 'name_folded' });
  await fold(db, { table: 'mailing', id: 'id', text: 'creator_name', folded: 'creator_folded' });
  await fold(db, { table: 'mailing_content', id: 'mailing_id', text: 'subject', folded: 'subject_folded' });
  await sql`
    alter table mailing alter column name_folded drop default, alter column creator_folded drop default`.execute(db);
  await sql`drop index mailing_by_creator`.execute(db);
  await sql`create index mailing_by_name on mailing (account_id, name_folded, name collate "C", id)`.execute(db);
}

/** Rows that are folded in one statement. */
const batch = 2000;

/** Fills a column with the folded form of another one: databases fold in ways of their own. */
async function fold(
  db: Kysely<unknown>,
  { table, id, text, folded }: Record<'table' | 'id' | 'text' | 'folded', string>,
): Promise<void> {
  let last = { account_id: 0, id: 0 };
  for (;;) {
    const { rows } = await sql<{ account_id: number; id: number; text: string }>`
      select account_id, ${sql.ref(id)} as id, ${sql.ref(text)} as text from ${sql.table(table)}
      where (account_id, ${sql.ref(id)}) > (${last.account_id}, ${last.id})
      order by account_id, ${sql.ref(id)} limit ${batch}`.execute(db);
    if (rows.length === 0) return;
    await sql`
      update ${sql.table(table)} as target set ${sql.ref(folded)} = source.folded
      from unnest(${rows.map((row) => row.account_id)}::int8[], ${rows.map((row) => row.id)}::int8[],
        ${rows.map((row) => row.text.toLowerCase().normalize('NFD'))}::text[]) as source (account_id, id, folded)
      where target.account_id = source.account_id and ${sql.ref(`target.${id}`)} = source.id`.execute(db);
    last = rows.at(-1)!;
  }
}
