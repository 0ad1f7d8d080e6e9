import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { watchesFor } from '../../platform/events/watch.ts';
import { maxTags } from './name.ts';
import { noteTagChanges, tagKinds } from './watched.ts';

/** The form in which tags are compared. */
const folded = (tag: RawBuilder<unknown>) => sql`lower(normalize(${tag}, nfc))`;

/** The condition that a contact has one of the tags. Says again that it has any, because there is an index of those. */
export const hasTag = (tags: readonly string[]) =>
  sql<SqlBool>`(contact.tags <> '{}' and exists (
    select from unnest(contact.tags) as tag where ${folded(sql`tag`)} in (
      select ${folded(sql`wanted`)} from unnest(${tags}::text[]) as wanted)))`;

/** The tags of the account's contacts, and how many contacts have each. */
export async function listTags(db: Db, accountId: number): Promise<{ name: string; count_contacts: number }[]> {
  const { rows } = await sql<{ name: string; count_contacts: number }>`
    select min(tag collate "C") as name, count(*) as count_contacts
    from contact, unnest(tags) as tag
    where account_id = ${accountId} and tags <> '{}'
    group by ${folded(sql`tag`)} order by ${folded(sql`tag`)} collate "C"`.execute(db);
  return rows;
}

/** Returns the tags as contacts of the account have them already, which may differ in case. */
async function spell(db: Db, accountId: number, tags: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select coalesce((
      select known from contact, unnest(tags) as known
      where account_id = ${accountId} and tags <> '{}' and ${folded(sql`known`)} = ${folded(sql`wanted.tag`)} limit 1
    ), wanted.tag) as tag
    from unnest(${tags}::text[]) with ordinality as wanted (tag, place) order by place`.execute(db);
  return rows.map(({ tag }) => tag);
}

/** Gives contacts a tag, unless they are anonymous or have too many. To be called in a transaction. */
export async function addTag(db: Db, accountId: number, ids: readonly number[], tag: string): Promise<void> {
  const [name] = await spell(db, accountId, [tag]);
  await changeTags(
    db,
    accountId,
    ids,
    sql<string[]>`array_append(contact.tags, ${name}::text)`,
    sql<SqlBool>`not anonymous and cardinality(tags) < ${maxTags} and not ${hasTag([tag])}`,
  );
}

/** How the account spells tags, by their folded forms. */
export type Spellings = Map<string, string>;

/**
 * Gives each of several contacts tags of its own beside those that it has, up to the most that it may have. To be called in a
 * transaction.
 * @param wanted tags by the ids of contacts, in their stored form
 * @param spellings what earlier calls have found out
 */
export async function addTags(
  db: Db,
  accountId: number,
  wanted: ReadonlyMap<number, readonly string[]>,
  spellings: Spellings = new Map(),
): Promise<void> {
  if (wanted.size === 0) return;
  await learnSpellings(db, accountId, [...wanted.values()].flat(), spellings);
  const given = Array.from(wanted, ([id, tags]) => {
    const keys = new Set(tags.map((tag) => tag.toLowerCase()));
    return Array.from(keys, (key) => ({ id, tag: spellings.get(key)! }));
  });
  await sql`
    with given as materialized (
      select id, tag, place from rows from (json_to_recordset(${JSON.stringify(given.flat())}::json) as (id int8, tag text))
        with ordinality as given (id, tag, place)
    ), concerned as materialized (
      select id, tags from contact
      where account_id = ${accountId} and id in (select id from given) and not anonymous order by id for update
    ), added as (
      select id, array_agg(tag order by place) as tags from given join concerned using (id)
      where not exists (select from unnest(concerned.tags) as old where ${folded(sql`old`)} = ${folded(sql`given.tag`)})
      group by id
    )
    update contact set tags = (contact.tags || added.tags)[1:${sql.lit(maxTags)}], updated_at = now()
    from added
    where contact.account_id = ${accountId} and contact.id = added.id and cardinality(contact.tags) < ${maxTags}`.execute(
    db,
  );
}

/** Finds out how the account spells tags that are not known yet, in one pass over those that it has. */
async function learnSpellings(db: Db, accountId: number, tags: readonly string[], known: Spellings): Promise<void> {
  const open = new Map<string, string>();
  for (const tag of tags) {
    const key = tag.toLowerCase();
    if (!known.has(key) && !open.has(key)) open.set(key, tag);
  }
  if (open.size === 0) return;
  const { rows } = await sql<{ wanted: string; tag: string | null }>`
    select wanted, min(known.tag collate "C") as tag
    from unnest(${[...open.values()]}::text[]) as wanted
    left join (
      select distinct tag from contact, unnest(tags) as tag where account_id = ${accountId} and tags <> '{}'
    ) as known on ${folded(sql`known.tag`)} = ${folded(sql`wanted`)}
    group by wanted`.execute(db);
  for (const { wanted, tag } of rows) known.set(wanted.toLowerCase(), tag ?? wanted);
}

/** Takes a tag from contacts. To be called in a transaction. */
export async function removeTag(db: Db, accountId: number, ids: readonly number[], tag: string): Promise<void> {
  const rest = sql<string[]>`array(
    select old from unnest(contact.tags) with ordinality as kept (old, place)
    where ${folded(sql`old`)} <> ${folded(sql`${tag}::text`)} order by place)`;
  await changeTags(db, accountId, ids, rest, hasTag([tag]));
}

/** Gives a contact exactly these tags. To be called in a transaction. */
export async function setTags(db: Db, accountId: number, id: number, tags: readonly string[]): Promise<void> {
  const names = await spell(db, accountId, tags);
  const each = new Map(names.map((name) => [name.toLowerCase(), name]));
  const wanted = [...each.values()];
  await changeTags(db, accountId, [id], sql<string[]>`${wanted}::text[]`, sql<SqlBool>`tags <> ${wanted}::text[]`);
}

/** Writers of several contacts take them in the order of their ids, so that they cannot deadlock. */
async function changeTags(
  db: Db,
  accountId: number,
  ids: readonly number[],
  tags: RawBuilder<string[]>,
  who: RawBuilder<SqlBool>,
): Promise<void> {
  const change = db
    .with('concerned', (cte) =>
      cte
        .selectFrom('contact')
        .select(['id', 'tags'])
        .where('account_id', '=', accountId)
        .where(sql<SqlBool>`id = any(${ids}::int8[])`)
        .where(who)
        .orderBy('id')
        .forUpdate(),
    )
    .updateTable('contact')
    .from('concerned')
    .set({ tags, updated_at: sql<Date>`now()` })
    .where('contact.account_id', '=', accountId)
    .whereRef('contact.id', '=', 'concerned.id');
  const watches = await watchesFor(db, accountId, tagKinds);
  // Tags of many contacts are not read for nobody.
  if (watches.length === 0) await change.execute();
  else {
    const changed = change.returning(['contact.id', 'concerned.tags as before', 'contact.tags as after']);
    await noteTagChanges(db, accountId, watches, await changed.execute());
  }
}
