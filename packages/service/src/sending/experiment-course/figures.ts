import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { totalsOf } from '../../tracking/index.ts';
import { heldOut } from '../experiments/parts.ts';
import type { StoredExperiment, StoredVariant } from '../experiments/store.ts';
import type { TestFigures } from '../tables.ts';
import type { Count } from './statistics/fisher.ts';

/** What the contacts of a part have done on the sites of the account. */
export interface PartConversions {
  /** Contacts who have converted. */
  converted: number;
  /** Exact decimal. */
  revenue: string;
  /** Contacts whose conversions have a value other than 0 together. */
  buyers: number;
  /** Sum of the squares of what each contact has spent. */
  squares: number;
}

/** From when on conversions count: when contacts were drawn, or when the variant of each was to be sent. */
type Since = 'drawn' | 'started';

/** Days in which conversions of drawn contacts count. */
const observedDays = 90;

/**
 * Figures of the variants, as long as only contacts of the test have their mailings. Of a variant whose time is over, those that were
 * taken then.
 */
export async function readFigures(
  db: Db,
  experiment: StoredExperiment,
  variants: readonly StoredVariant[],
): Promise<TestFigures[]> {
  const { account_id } = experiment;
  const mailingIds = variants.map(({ mailing_id }) => mailing_id);
  const totals = await totalsOf(db, account_id, mailingIds);
  const conversions = await conversionsByPart(db, experiment, 'started');
  return variants.map(({ mailing_id, position, contacts, figures }) => {
    if (figures !== null) return figures;
    const { recipients, uniqueOpenings, uniqueClicks } = totals.get(mailing_id)!;
    const { converted = 0, revenue = '0', buyers = 0, squares = 0 } = conversions.get(position) ?? {};
    return {
      mailing_id,
      position,
      contacts: contacts ?? 0,
      recipients,
      opened: uniqueOpenings,
      clicked: uniqueClicks,
      converted,
      revenue,
      buyers,
      revenue_squares: squares,
    };
  });
}

/**
 * Conversions since contacts were drawn, by the part of the contact, whichever mailing led to them and also if none did:
 * contacts who get nothing can be compared with others only so. What was done anonymously counts for the variant that led to it.
 */
async function conversionsByPart(
  db: Db,
  experiment: StoredExperiment,
  since: Since,
): Promise<Map<number, PartConversions>> {
  const { account_id, id, drawn_at } = experiment;
  if (drawn_at === null) return new Map();
  const observed = sql`account_id = ${account_id} and at >= ${drawn_at}
    and at < ${drawn_at}::timestamptz + make_interval(days => ${observedDays})`;
  const counts =
    since === 'drawn'
      ? sql`true`
      : sql`not exists (
          select from experiment_variant as variant where variant.account_id = ${account_id}
            and variant.experiment_id = ${id} and variant.position = part and variant.starts_at > at)`;
  const { rows } = await sql<PartConversions & { part: number }>`
    with done as (
      select site_id, order_id, contact_id, mailing_id, -coalesce(erased_as, id) as nobody, value, at
      from conversion where ${observed}
    ), other as (
      select contact_id, value, at from unattributed_conversion as other where ${observed} and not exists (
        select from done where done.site_id = other.site_id and done.order_id = other.order_id)
    ), of_part as (
      select part, drawn.contact_id as who, value, at from experiment_contact as drawn
      join (select contact_id, value, at from done union all select contact_id, value, at from other) as event
        on event.contact_id = drawn.contact_id
      where drawn.account_id = ${account_id} and drawn.experiment_id = ${id}
      union all
      select position, nobody, value, at from done join experiment_variant as variant
        on variant.account_id = ${account_id} and variant.experiment_id = ${id} and variant.mailing_id = done.mailing_id
      where contact_id is null
    ), of_contact as (
      select part, who, sum(value) as spent from of_part where ${counts} group by part, who
    )
    select part, count(*) as converted, sum(spent)::text as revenue, count(*) filter (where spent <> 0) as buyers,
      sum(spent * spent)::float8 as squares
    from of_contact group by part`.execute(db);
  return new Map(rows.map(({ part, ...conversions }) => [part, conversions]));
}

/** Contacts who were drawn for variants and those who get nothing, and how many of each have converted. */
export async function readHoldout(
  db: Db,
  experiment: StoredExperiment,
  variants: readonly StoredVariant[],
): Promise<{ mailed: Count; held: Count }> {
  const parts = await conversionsByPart(db, experiment, 'drawn');
  const mailed = { contacts: 0, successes: 0 };
  for (const { position, contacts } of variants) {
    mailed.contacts += contacts ?? 0;
    mailed.successes += parts.get(position)?.converted ?? 0;
  }
  return { mailed, held: { contacts: experiment.held_out ?? 0, successes: parts.get(heldOut)?.converted ?? 0 } };
}

/** The contact among some whose conversions are counted for an experiment; undefined if none is. */
export async function findObserved(
  db: Db,
  accountId: number,
  contactIds: readonly number[],
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select contact_id as id from experiment_contact as drawn
    join experiment on experiment.account_id = drawn.account_id and experiment.id = drawn.experiment_id
    where drawn.account_id = ${accountId} and contact_id = any(${contactIds}::int8[])
      and drawn_at > now() - make_interval(days => ${observedDays})
    order by contact_id limit 1`.execute(db);
  return rows[0]?.id;
}
