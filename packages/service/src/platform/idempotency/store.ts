import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { gathered } from '../database/gathered.ts';
import type { Db } from '../database/schema.ts';
import { unseenList } from '../database/unseen-list.ts';
import type { KeptAnswer } from './answer.ts';
import type { IdempotencyKeyTable } from './tables.ts';

/** A change under its key: of this API key, known by the hash of what was sent. */
export interface NamedChange {
  accountId: number;
  keyId: number;
  /** As the client gave it; only its hash is stored. */
  key: string;
  requestHash: Uint8Array;
}

/** An earlier request with the same key. */
export interface Earlier {
  sameRequest: boolean;
  running: boolean;
  /** Null when it was not kept. */
  answer: Selectable<IdempotencyKeyTable>['answer'];
}

const maxAge = sql<Date>`now() - interval '24 hours'`;
/** Long-running work says so often that it still runs; silent for so long, it was cut off. */
const lease = sql<Date>`now() + interval '1 minute'`;

/**
 * Takes the key for this change; what is known of an earlier one when it is taken already. Waits for a transaction of
 * another process that is about to take it.
 */
export async function claimKey(db: Db, change: NamedChange, longRunning: boolean): Promise<Earlier | undefined> {
  const isClaimed = await claim(db, change.accountId, { change, longRunning });
  return isClaimed ? undefined : findEarlier(db, change);
}

/** Reports for each change whether its key is taken now: of several with the same key, for the first. */
const claim = gathered(async (db, accountId, claims: readonly { change: NamedChange; longRunning: boolean }[]) => {
  const all = claims.map(({ change, longRunning }) => ({
    ...columnsOf(change),
    request_hash: byteaText(change.requestHash),
    long_running: longRunning,
  }));
  const names = all.map(nameOf);
  const isFirst = (name: string, at: number) => names.indexOf(name) === at;
  const given = all.filter((_, at) => isFirst(names[at]!, at));
  // In the order in which all processes take them, so that no two wait for each other.
  const { rows } = await sql<{ api_key_id: number; key_hash: Uint8Array }>`
    insert into idempotency_key (account_id, api_key_id, key_hash, request_hash, running_until)
    select ${accountId}::int8, api_key_id, key_hash, request_hash, case when long_running then ${lease} end
    from json_to_recordset(${JSON.stringify(given)}::json)
      as given (api_key_id int8, key_hash bytea, request_hash bytea, long_running boolean)
    order by api_key_id, key_hash
    on conflict (account_id, api_key_id, key_hash) do update set
      request_hash = excluded.request_hash, running_until = excluded.running_until, answer = null, created_at = now()
      where idempotency_key.created_at < ${maxAge}
        or (idempotency_key.running_until < now() and idempotency_key.request_hash = excluded.request_hash)
    returning api_key_id, key_hash`.execute(db);
  const taken = new Set(rows.map(({ api_key_id, key_hash }) => nameOf({ api_key_id, key_hash: byteaText(key_hash) })));
  return names.map((name, at) => isFirst(name, at) && taken.has(name));
});

async function findEarlier(db: Db, change: NamedChange): Promise<Earlier> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'running_until', 'answer'])
    .where(named(change))
    .executeTakeFirstOrThrow();
  return {
    sameRequest: Buffer.compare(row.request_hash, change.requestHash) === 0,
    running: row.running_until !== null,
    answer: row.answer,
  };
}

/** The change is made, and this is its answer; null when that cannot be kept. */
export const keepAnswer = (db: Db, change: NamedChange, answer: KeptAnswer | null): Promise<void> =>
  keepAnswers(db, change.accountId, { change, answer });

const keepAnswers = gathered(
  async (db, accountId, answered: readonly { change: NamedChange; answer: KeptAnswer | null }[]) => {
    const given = answered.map(({ change, answer }) => ({ ...columnsOf(change), answer }));
    await sql`
      update idempotency_key set running_until = null, answer = given.answer
      from json_to_recordset(${JSON.stringify(given)}::json) as given (api_key_id int8, key_hash bytea, answer jsonb)
      where account_id = ${accountId} and idempotency_key.api_key_id = given.api_key_id
        and idempotency_key.key_hash = given.key_hash
        and idempotency_key.key_hash = any(${unseenList(
          given.map(({ key_hash }) => key_hash),
          'bytea',
        )})`.execute(db);
    return answered.map(() => undefined);
  },
);

/** The long-running change still runs. */
export async function renewClaim(db: Db, change: NamedChange): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ running_until: lease })
    .where(named(change))
    .where('running_until', 'is not', null)
    .execute();
}

/** The change was not made: the next request may try again. */
export async function releaseKey(db: Db, change: NamedChange): Promise<void> {
  await db.deleteFrom('idempotency_key').where(named(change)).execute();
}

/**
 * Contacts of the account are being erased: whatever answer may tell of people is forgotten, that is all but ids and
 * empty ones. That the changes were made is not forgotten.
 */
export async function deleteAnswers(db: Db, accountId: number): Promise<void> {
  await sql`
    update idempotency_key set answer = null
    where account_id = ${accountId} and (api_key_id, key_hash) in (
      select api_key_id, key_hash from idempotency_key
      where account_id = ${accountId} and jsonb_typeof(answer -> 'body') in ('object', 'array', 'string')
      order by api_key_id, key_hash
      for update)`.execute(db);
}

/** Forgets the oldest changes of more than 24 hours ago, so many at once. True when there were so many. */
export async function purgeChanges(db: Db, atOnce: number): Promise<boolean> {
  const { rows } = await sql`
    delete from idempotency_key
    where (account_id, api_key_id, key_hash) in (
      select account_id, api_key_id, key_hash from idempotency_key
      where created_at < ${maxAge}
      order by created_at
      limit ${atOnce}
      for update skip locked)
    returning account_id`.execute(db);
  return rows.length === atOnce;
}

const named = ({ accountId, keyId, key }: NamedChange) =>
  sql<boolean>`account_id = ${accountId} and api_key_id = ${keyId} and key_hash = ${hashOf(key)}`;

/** Keys of long-running work whose process is known to have ended are free for the same request. */
export async function voidKeyLeases(db: Db): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ running_until: sql<Date>`now() - interval '1 second'` })
    .where('running_until', 'is not', null)
    .execute();
}

const columnsOf = ({ keyId, key }: NamedChange) => ({ api_key_id: keyId, key_hash: byteaText(hashOf(key)) });

const nameOf = ({ api_key_id, key_hash }: ReturnType<typeof columnsOf>) => `${api_key_id} ${key_hash}`;

const byteaText = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();
