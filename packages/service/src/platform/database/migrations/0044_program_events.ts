import { type Kysely, sql } from 'kysely';

/** Automation programs that contacts begin when something happens to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table automation_program
      add column transaction_type_id bigint,
      add column system_event text,
      add foreign key (account_id, transaction_type_id) references transaction_type,
      add check (num_nonnulls(transaction_type_id, system_event) <= 1)`.execute(db);
  await sql`
    create index automation_program_by_type on automation_program (account_id, transaction_type_id)
    where transaction_type_id is not null`.execute(db);
}
