import { type Kysely, sql } from 'kysely';

/** Revisions of templates, beside those of mailings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mailing_revision
      alter column mailing_id drop not null,
      add column template_id bigint,
      add foreign key (account_id, template_id) references mailing_template on delete cascade,
      add constraint mailing_revision_subject check (num_nonnulls(mailing_id, template_id) = 1)`.execute(db);
  await sql`
    create index mailing_revision_by_template on mailing_revision (account_id, template_id, id)
    where template_id is not null`.execute(db);
}
