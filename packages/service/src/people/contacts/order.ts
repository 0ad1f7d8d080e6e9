import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { pieceSize } from './pieces.ts';
import { type Contact, type ContactCondition, columnNames, contactsMatching } from './store.ts';

/** Order of a list of contacts. */
export type ContactOrder = 'newest' | 'oldest' | 'changed' | 'address' | 'name';

/** A contact in an order: its value, null if it has none, and its id. */
export interface Position {
  key: string | null;
  id: number;
}

interface OrderRule {
  /** What contacts are sorted by before their ids, as an index has it. */
  key?: RawBuilder<unknown>;
  /** Writes the value of a contact as a text, from which `read` makes the same value again. */
  write?: RawBuilder<string>;
  read?: (text: string | null) => RawBuilder<unknown>;
  isDescending?: boolean;
  /** Whether contacts without a value stand at the end. */
  hasEmpty?: boolean;
}

const rules: Record<ContactOrder, OrderRule> = {
  newest: { isDescending: true },
  oldest: {},
  changed: {
    key: sql`contact.updated_at`,
    write: sql`(extract(epoch from contact.updated_at) * 1000)::int8::text`,
    read: (millis) => sql`(timestamptz 'epoch' + ${millis}::int8 * interval '1 millisecond')`,
    isDescending: true,
  },
  address: { key: sql`contact.email_folded`, hasEmpty: true },
  name: {
    // Decomposed, an umlaut follows its letter.
    key: sql`(nullif(normalize(lower(contact.standard_fields ->> 'LASTNAME'), nfkd), '') collate "C")`,
    hasEmpty: true,
  },
};

/** A part of the contacts that fulfill a condition. */
interface Part {
  order: ContactOrder;
  after: Position | undefined;
  limit: number;
  /** The condition names the ids of all contacts that may fulfill it. */
  isByIds: boolean;
}

/**
 * Finds the first contacts that fulfill a condition, in an order and behind a position. Looks at some contacts at a time,
 * because few may fulfill it, unless their ids are known.
 */
export async function findInOrder<Column extends keyof Contact>(
  db: Db,
  accountId: number,
  condition: ContactCondition,
  { order, after, limit, isByIds }: Part,
  columns: readonly Column[],
): Promise<{ contacts: Pick<Contact, Column | 'id'>[]; next: Position | undefined }> {
  const rule = rules[order];
  const names = columnNames(columns);
  const found: (Pick<Contact, Column | 'id'> & { position: string | null })[] = [];
  let from = after;
  for (let inEmpty = rule.hasEmpty === true && after?.key === null; ; ) {
    const piece = behind(db, accountId, rule, from, inEmpty);
    const until = isByIds ? undefined : await endOfPiece(piece, rule, inEmpty);
    const rows = await (until ? piece.where(isBefore(rule, until, inEmpty)) : piece)
      .where(condition)
      .select(names)
      .select(positionOf(rule, inEmpty))
      .limit(limit + 1 - found.length)
      .execute();
    found.push(...(rows as unknown as typeof found));
    if (found.length > limit) {
      const last = found[limit - 1]!;
      return { contacts: found.slice(0, limit), next: { key: last.position, id: last.id } };
    }
    if (until) from = until;
    else if (rule.hasEmpty && !inEmpty) {
      inEmpty = true;
      from = undefined;
    } else return { contacts: found, next: undefined };
  }
}

async function endOfPiece(
  piece: ReturnType<typeof behind>,
  rule: OrderRule,
  inEmpty: boolean,
): Promise<Position | undefined> {
  const end = await piece
    .select([positionOf(rule, inEmpty), 'contact.id'])
    .limit(1)
    .offset(pieceSize - 1)
    .executeTakeFirst();
  return end && { key: end.position, id: end.id };
}

const positionOf = ({ key, write = sql<string>`${key}` }: OrderRule, inEmpty: boolean) =>
  (key && !inEmpty ? write : sql<string>`null::text`).$castTo<string | null>().as('position');

/** The contacts of an order from a position on, or the part of it that has no values. */
function behind(db: Db, accountId: number, rule: OrderRule, from: Position | undefined, inEmpty: boolean) {
  const direction = rule.isDescending ? 'desc' : 'asc';
  const all = contactsMatching(db, accountId, (contact) => {
    const parts = [];
    if (rule.hasEmpty) parts.push(sql<SqlBool>`${rule.key!} is ${inEmpty ? sql`null` : sql`not null`}`);
    if (from) parts.push(compare(rule, from, inEmpty, rule.isDescending ? sql`<` : sql`>`));
    return contact.and(parts);
  });
  return (rule.key && !inEmpty ? all.orderBy(rule.key, direction) : all).orderBy('contact.id', direction);
}

const isBefore = (rule: OrderRule, until: Position, inEmpty: boolean) =>
  compare(rule, until, inEmpty, rule.isDescending ? sql`>=` : sql`<=`);

function compare(
  { key, read = (text) => sql`${text}::text` }: OrderRule,
  { key: value, id }: Position,
  inEmpty: boolean,
  operator: RawBuilder<unknown>,
) {
  return key === undefined || inEmpty
    ? sql<SqlBool>`contact.id ${operator} ${id}`
    : sql<SqlBool>`(${key}, contact.id) ${operator} (${read(value)}, ${id}::int8)`;
}
