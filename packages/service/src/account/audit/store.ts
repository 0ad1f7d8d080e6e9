import { type Selectable, sql } from 'kysely';
import { gathered } from '../../platform/database/gathered.ts';
import type { Db } from '../../platform/database/schema.ts';
import { truncatedAddress } from '../../platform/network/remote-address.ts';
import type { AuditEntryTable } from '../tables.ts';

export type AuditEntry = Selectable<AuditEntryTable>;

/** Days for which entries are kept. */
const keptDays = 400;

/** Something that was done; `key` is undefined on the operator's command line. */
export interface AuditedAct {
  /** Null where a key was refused that is nobody's. */
  accountId: number | null;
  action: string;
  object?: string | undefined;
  key?: { id: number | null; remoteAddress: string | undefined; userId?: number | undefined };
}

/** Records an action in the audit log, in its transaction. */
export async function noteAct(db: Db, { accountId, ...act }: AuditedAct): Promise<void> {
  if (accountId === null) await insertActs(db, null, [act]);
  else await noteOwnAct(db, accountId, act);
}

const noteOwnAct = gathered(insertActs);

async function insertActs(
  db: Db,
  accountId: number | null,
  acts: readonly Omit<AuditedAct, 'accountId'>[],
): Promise<undefined[]> {
  const given = acts.map(({ action, object, key }) => ({
    action,
    object,
    key_id: key?.id,
    user_id: key?.userId,
    network: key && truncatedAddress(key.remoteAddress),
  }));
  await sql`
    insert into audit_entry (account_id, action, object, key_id, user_id, network)
    select ${accountId}::int8, action, object, key_id, user_id, network
    from json_to_recordset(${JSON.stringify(given)}::json)
      as given (action text, object text, key_id int8, user_id int8, network text)`.execute(db);
  return acts.map(() => undefined);
}

export interface AuditFilter {
  since?: Date | undefined;
  until?: Date | undefined;
  keyId?: number | undefined;
  action?: string | undefined;
  /** Only entries with lower numbers. */
  before?: number | undefined;
}

/** Entries of an account, and those of nobody, the newest first. */
export async function listActs(db: Db, accountId: number, limit: number, filter: AuditFilter): Promise<AuditEntry[]> {
  const entries = [...(await actsOf(db, accountId, limit, filter)), ...(await actsOf(db, null, limit, filter))];
  return entries.sort((a, b) => b.id - a.id).slice(0, limit);
}

async function actsOf(db: Db, owner: number | null, limit: number, filter: AuditFilter): Promise<AuditEntry[]> {
  const { since, until, keyId, action, before } = filter;
  let query = db
    .selectFrom('audit_entry')
    .selectAll()
    .where('account_id', owner === null ? 'is' : '=', owner);
  if (since !== undefined) query = query.where('at', '>=', since);
  if (until !== undefined) query = query.where('at', '<', until);
  if (keyId !== undefined) query = query.where('key_id', '=', keyId);
  if (action !== undefined) query = query.where('action', '=', action);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Forgets entries that were kept long enough, some of each account at a time; tells whether there were any. */
export async function purgeActs(db: Db, atOnce: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from audit_entry using account cross join lateral (
      select id from audit_entry as old
      where old.account_id = account.id and old.at < now() - make_interval(days => ${keptDays})
      order by old.at limit ${atOnce}
    ) as old
    where audit_entry.account_id = account.id and audit_entry.id = old.id`.execute(db);
  const nobodys = await sql`
    delete from audit_entry where account_id is null and id in (
      select id from audit_entry
      where account_id is null and at < now() - make_interval(days => ${keptDays})
      order by at limit ${atOnce}
    )`.execute(db);
  return (numAffectedRows ?? 0n) + (nobodys.numAffectedRows ?? 0n) > 0n;
}
