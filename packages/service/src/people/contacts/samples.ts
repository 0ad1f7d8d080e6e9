import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

/** Source of the contacts that a sample account comes with. */
export const source = 'demo';

type Person = readonly [firstName: string, lastName: string, city: string, role: 'team' | 'reader'];

/** Contacts that a sample account comes with. */
export const people: readonly Person[] = [
  ['Ada', 'Moreau', 'Paris', 'team'],
  ['Ben', 'Okafor', 'Lagos', 'team'],
  ['Chiara', 'Rossi', 'Milan', 'reader'],
  ['Dmitri', 'Petrov', 'Sofia', 'reader'],
  ['Elif', 'Kaya', 'Izmir', 'reader'],
  ['Farah', 'Haddad', 'Amman', 'reader'],
];

/** The address of a sample contact, of a domain that nobody can have (RFC 2606, section 3). */
export const addressOf = ([firstName, lastName]: Person): string =>
  `${firstName}.${lastName}@example.com`.toLowerCase();

const addresses = people.map(addressOf);

/** The condition to be a sample contact. One that got another address is of its account, and so is one that a program names so. */
const isSample = sql<SqlBool>`(contact.email_folded = any(${addresses}::text[]) and contact.source = ${source})`;

/** Returns the ids of the sample contacts that an account still has. */
export async function findSamples(db: Db, accountId: number): Promise<number[]> {
  const found = await db
    .selectFrom('contact')
    .select('id')
    .where('account_id', '=', accountId)
    .where(isSample)
    .orderBy('id')
    .execute();
  return found.map(({ id }) => id);
}

/** Reports whether an account has contacts beside those. */
export async function areJoined(db: Db, accountId: number): Promise<boolean> {
  const other = await db
    .selectFrom('contact')
    .select('id')
    .where('account_id', '=', accountId)
    .where('anonymous', '=', false)
    .where(sql<SqlBool>`${isSample} is not true`)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
