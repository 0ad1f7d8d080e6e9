import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type ContactFilter, memberCondition } from '../../audiences/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import { contactsMatching } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { refusalReason } from '../deliveries/refusal-reason.ts';
import { heldOut, partSizes } from './parts.ts';
import { changeExperiment, changeVariant, type StoredExperiment, variantsOf } from './store.ts';

/**
 * Draws the contacts of an experiment that is locked, unless that was done: those of the target group who may get its mailings now. Each domain
 * of addresses is spread over the parts (systematic sampling: its contacts in the order of a keyed hash, from a random start),
 * so that no variant has more of one mailbox provider. A contact has one part at most, because the key of the table says so.
 * @param mailing one of the variants: all of them refuse the same contacts
 * @returns the number of all contacts who might get the mailings when they were drawn
 */
export async function drawnContacts(
  db: Db,
  experiment: StoredExperiment,
  mailing: Mailing,
  filter: ContactFilter,
): Promise<number> {
  const { account_id, id, seed, share, holdout } = experiment;
  if (experiment.contacts !== null) return experiment.contacts;
  const variants = (await variantsOf(db, account_id, [id])).get(id)!;
  const free = contactsMatching(db, account_id, memberCondition(filter))
    .where(sql<SqlBool>`${refusalReason(mailing)} is null`)
    .select(['contact.id', sql<string>`lower(split_part(contact.email, '@', 2))`.as('domain')]);
  const { rows } = await sql<{ contacts: number }>`
    with free as (${free}) select count(*) as contacts from free`.execute(db);
  const { contacts } = rows[0]!;
  const sizes = partSizes(contacts, { share, holdout, variants: variants.length });
  // The last place of each part.
  const ends = sizes.map((_, index) => sizes.slice(0, index + 1).reduce((sum, size) => sum + size, 0));
  await sql`
    with free as (${free}), ranked as (
      select id, domain, hashint8extended(id, ${seed}::int8) as hash,
        row_number() over (partition by domain order by hashint8extended(id, ${seed}::int8), id) as rank,
        count(*) over (partition by domain) as size
      from free
    ), placed as (
      select id, row_number() over (order by (rank - 1 + ${startOf(seed)}) / size, hash, id) as place from ranked
    )
    insert into experiment_contact (account_id, experiment_id, contact_id, part)
    select ${account_id}::int8, ${id}::int8, id, ${heldOut}::int4 + (
      select count(*) from unnest(${ends}::int8[]) as part_end where part_end < place)::int4
    from placed where place <= ${ends.at(-1)}::int8
    on conflict do nothing`.execute(db);
  for (const [index, variant] of variants.entries()) await changeVariant(db, variant, { contacts: sizes[index + 1]! });
  await changeExperiment(db, experiment, { contacts, held_out: sizes[0]!, time: 'drawn_at' });
  return contacts;
}

/** Where the places of a domain begin, at random between 0 and 1. */
const startOf = (seed: number): RawBuilder<number> =>
  sql`(hashtextextended(domain, ${seed}::int8) & 9223372036854775807)::float8 / 9223372036854775807`;

/** The condition that a contact is drawn for a part; for no part at all if it is undefined. */
export function isDrawn({ account_id, id }: StoredExperiment, part: number | undefined): RawBuilder<SqlBool> {
  const drawn = sql`
    select from experiment_contact as drawn
    where drawn.account_id = ${account_id} and drawn.experiment_id = ${id} and drawn.contact_id = contact.id`;
  return part === undefined ? sql`not exists (${drawn})` : sql`exists (${drawn} and drawn.part = ${part})`;
}
