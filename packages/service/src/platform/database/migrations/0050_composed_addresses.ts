import { type Kysely, sql } from 'kysely';

/** Local parts are kept in Unicode's composed form (RFC 6532, section 3.1), so that one address is not two. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update contact set email = normalize(email, nfc), email_folded = normalize(email_folded, nfc)
    where email_folded is not nfc normalized or email is not nfc normalized`.execute(db);
  await sql`
    insert into blacklist_entry (account_id, blacklist_id, entry, import_name, created_at)
    select account_id, blacklist_id, normalize(entry, nfc), import_name, created_at from blacklist_entry
    where entry is not nfc normalized
    on conflict do nothing`.execute(db);
  await sql`delete from blacklist_entry where entry is not nfc normalized`.execute(db);
  await sql`
    insert into mailing_blacklist_expression (account_id, mailing_blacklist_id, expression)
    select account_id, mailing_blacklist_id, normalize(expression, nfc) from mailing_blacklist_expression
    where expression is not nfc normalized
    on conflict do nothing`.execute(db);
  await sql`delete from mailing_blacklist_expression where expression is not nfc normalized`.execute(db);
}
