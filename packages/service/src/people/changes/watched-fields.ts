import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { noteWatched, type Watch, type WatchRule, watchesFor } from '../../platform/events/watch.ts';
import type { CustomValue } from '../contacts/custom-fields.ts';
import type { ContactRow } from './row.ts';

/** A value of a field as it is stored; null if the contact has none. */
type FieldValue = CustomValue | null;

declare module '../../platform/events/watch.ts' {
  interface WatchedKinds {
    /** A field of a contact that is there got another value. */
    field_changed: {
      /** Name of a standard field, or id of a custom one. */
      field: string;
      is_customfield: boolean;
      /** The value before; null for none, absent for any. */
      from?: FieldValue;
      /** The value afterwards; null for none, absent for any. */
      to?: FieldValue;
    };
  }
}

type FieldRule = WatchRule<'field_changed'>;

/** Reports whether the change of the field from one value to another is what a rule watches for. */
export const isWatchedChange = (
  { from, to }: Pick<FieldRule, 'from' | 'to'>,
  before: FieldValue,
  after: FieldValue,
): boolean => before !== after && (from === undefined || from === before) && (to === undefined || to === after);

/** The value that a row gives the field of a rule; `undefined` if it leaves it as it is. */
const givenValue = ({ change }: ContactRow, { is_customfield, field }: FieldRule): FieldValue | undefined =>
  valueIn(is_customfield ? change.customFields : change.standardFields, field);

/** The value of a field by its own name: names that every object has are no fields. */
const valueIn = (values: Record<string, FieldValue>, field: string): FieldValue | undefined =>
  new Map(Object.entries(values)).get(field);

/** Notes which contacts are about to get values of fields that are watched for. They must be locked. */
export async function noteFieldChanges(db: Db, accountId: number, updates: readonly ContactRow[]): Promise<void> {
  if (updates.length === 0) return;
  const watches = await watchesFor(db, accountId, ['field_changed']);
  const concerned = updates.filter((row) => watches.some(({ rule }) => givenValue(row, rule) !== undefined));
  if (concerned.length === 0) return;
  const before = await readValues(
    db,
    accountId,
    watches,
    concerned.map(({ id }) => id!),
  );
  await noteWatched(db, accountId, watches, (rule) =>
    concerned.flatMap((row) => {
      const after = givenValue(row, rule);
      const isWatched = after !== undefined && isWatchedChange(rule, before(row.id!, rule), after);
      return isWatched ? row.id! : [];
    }),
  );
}

/** Reads the values that contacts have in the fields of rules. */
async function readValues(
  db: Db,
  accountId: number,
  watches: readonly Watch<'field_changed'>[],
  ids: readonly number[],
): Promise<(id: number, rule: FieldRule) => FieldValue> {
  const keys = (custom: boolean) => watches.flatMap(({ rule }) => (rule.is_customfield === custom ? rule.field : []));
  const { rows } = await sql<{ id: number; standard: Record<string, FieldValue>; custom: Record<string, FieldValue> }>`
    select id,
      (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(standard_fields)
        where key = any(${keys(false)}::text[])) as standard,
      (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(custom_fields)
        where key = any(${keys(true)}::text[])) as custom
    from contact where account_id = ${accountId} and id = any(${ids}::int8[])`.execute(db);
  const known = new Map(rows.map((row) => [row.id, row]));
  return (id, { is_customfield, field }) => {
    const values = known.get(id);
    return (values && valueIn(is_customfield ? values.custom : values.standard, field)) ?? null;
  };
}
