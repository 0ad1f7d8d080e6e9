import { type RawBuilder, sql } from 'kysely';
import { secrets } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { EmailAddress } from '../../platform/text/email.ts';
import { lockContacts } from '../contacts/store.ts';
import { type Mark, marksAddress } from './marks-address.ts';

/**
 * Marks tell imports which addresses have unsubscribed where no contact says so. They hold a keyed hash of the address, so
 * that they can outlive the contact.
 */

/** Reports whether an address is marked as unsubscribed. */
export async function isMarked(db: Db, accountId: number, email: EmailAddress): Promise<boolean> {
  const mark = (await readMarks(db, accountId, [email.folded])).get(email.folded);
  const { unsubscribed_at } = await db
    .selectFrom('contact')
    .select(({ fn }) => fn.max('unsubscribed_at').as('unsubscribed_at'))
    .where('account_id', '=', accountId)
    .where('email_folded', '=', email.folded)
    .executeTakeFirstOrThrow();
  return marksAddress(mark, unsubscribed_at);
}

/** Marks an address, or removes its mark. Returns whether it was marked before. To be called in a transaction. */
export async function setMark(db: Db, accountId: number, email: EmailAddress, marked: boolean): Promise<boolean> {
  await lockContacts(db, accountId, { email });
  const before = await isMarked(db, accountId, email);
  if (before !== marked) await writeMarks(db, accountId, sql`select ${email.folded}::text as address`, marked);
  return before;
}

/** Marks the addresses of contacts, which are about to lose them. */
export async function markContacts(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  const addresses = sql`
    select distinct email_folded as address from contact
    where account_id = ${accountId} and id = any(${contactIds}::int8[]) and email_folded is not null`;
  await writeMarks(db, accountId, addresses, true);
}

/** Removes the mark of an address that has subscribed again by itself. */
export async function forgetMark(db: Db, accountId: number, emailFolded: string): Promise<void> {
  const secret = await secrets.secretOfAccount(db, accountId);
  await sql`
    delete from unsubscription_mark
    where account_id = ${accountId} and address_hash = ${hashOf(secret, sql`${emailFolded}::text`)}`.execute(db);
}

/** Returns the marks of addresses in their normal form. */
export async function readMarks(
  db: Db,
  accountId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Mark>> {
  const any = await db
    .selectFrom('unsubscription_mark')
    .select('at')
    .where('account_id', '=', accountId)
    .limit(1)
    .execute();
  if (any.length === 0) return new Map();
  const secret = await secrets.secretOfAccount(db, accountId);
  const { rows } = await sql<Mark & { address: string }>`
    select address, marked, at
    from json_array_elements_text(${JSON.stringify(addresses)}::json) as address
    join unsubscription_mark as mark
      on mark.account_id = ${accountId} and address_hash = ${hashOf(secret, sql`address`)}`.execute(db);
  return new Map(rows.map(({ address, ...mark }) => [address, mark]));
}

async function writeMarks(db: Db, accountId: number, addresses: RawBuilder<unknown>, marked: boolean): Promise<void> {
  const secret = await secrets.secretOfAccount(db, accountId);
  await sql`
    insert into unsubscription_mark (account_id, address_hash, marked)
    select ${accountId}::int8, ${hashOf(secret, sql`address`)}, ${marked}
    from (${addresses}) as wanted
    order by 2
    on conflict (account_id, address_hash) do update set marked = excluded.marked, at = excluded.at`.execute(db);
}

/** Without the secret of the account, nobody can find out whether a known address is marked. */
const hashOf = (secret: Uint8Array, address: RawBuilder<unknown>) =>
  sql`sha256(${secret}::bytea || convert_to(${address}, 'UTF8'))`;
