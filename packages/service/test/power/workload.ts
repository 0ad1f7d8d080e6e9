import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { insertAccount } from '../../src/account/store.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { forbiddenRows } from '../life/rules-of-rows.ts';
import { engineOf, runToEnd, startedSendout } from '../sending/harness.ts';
import { run } from './recorded-database.ts';

/** What somebody was told, and may count on from then on. */
export type Told =
  | { what: 'written'; write: number }
  | { what: 'changed'; write: number; label: string }
  | { what: 'handed over' | 'settled'; contactId: number }
  | { what: 'made'; table: string; rows: number };

const recipients = 12;

/** How many rows each write has. */
const sizeOf = (write: number) => [1, 2, 100][write % 3]!;

/** Writes, changes, sends and does upkeep, and tells what the database has acknowledged. */
export async function work(db: Db, tell: (told: Told) => void): Promise<void> {
  const accountId = await insertAccount(db, { name: 'One', domain: 'example.org' });
  const write = async (number: number) => {
    const rows = Array.from({ length: sizeOf(number) }, (_, part) => ({
      account_id: accountId,
      prefix: '12345678',
      hash: createHash('sha256').update(`${number}.${part}`).digest(),
      label: `write ${number}`,
      rights: ['get' as const],
      creator: 'nobody',
    }));
    if (rows.length === 2)
      await db.transaction().execute(async (transaction) => {
        for (const row of rows) await transaction.insertInto('api_key').values(row).execute();
      });
    else await db.insertInto('api_key').values(rows).execute();
    tell({ what: 'written', write: number });
  };
  const writes = async (from: number, to: number) => {
    for (let number = from; number < to; number++) await write(number);
  };
  await writes(0, 12);
  await run(db, 'checkpoint');
  await writes(12, 24);
  await send(db, tell);
  await run(db, 'checkpoint');
  for (const number of [3, 5, 8]) {
    await db
      .updateTable('api_key')
      .set({ creator: `changed ${number}` })
      .where('label', '=', `write ${number}`)
      .execute();
    tell({ what: 'changed', write: number, label: `changed ${number}` });
  }
  await run(db, 'vacuum (analyze) api_key');
  await run(db, 'create table made (id int primary key, text text)');
  await run(db, `insert into made select i, repeat('x', 100) from generate_series(1, 500) as i`);
  tell({ what: 'made', table: 'made', rows: 500 });
  await run(db, 'create index on made (text, id)');
  await run(db, 'select pg_switch_wal()');
  await writes(24, 30);
  await run(db, 'checkpoint');
  await run(db, 'reindex table api_key');
  await run(db, 'create table dropped (id int primary key)');
  await run(db, 'insert into dropped values (1)');
  await writes(30, 33);
  await run(db, 'drop table dropped');
  await run(db, 'checkpoint');
  await run(db, 'vacuum full api_key');
  await writes(33, 39);
  await run(db, 'select pg_switch_wal()');
  await writes(39, 42);
}

async function send(db: Db, tell: (told: Told) => void): Promise<void> {
  const { mailingId } = await startedSendout(db, recipients);
  const handed: number[] = [];
  const engine = engineOf(async ({ contactId }) => {
    tell({ what: 'handed over', contactId });
    handed.push(contactId);
    return undefined;
  });
  await runToEnd(db, engine);
  const { rows } = await sql`select from recipient where mailing_id = ${mailingId} and state = 'sent'`.execute(db);
  if (handed.length !== recipients || rows.length !== recipients) throw new Error('Not all mails were sent.');
  for (const contactId of handed) tell({ what: 'settled', contactId });
}

type Run = <Row>(statement: string) => Promise<Row[]>;

/** Returns what somebody was told and is not so, and what must not be there. */
export async function faultsIn(query: Run, told: readonly Told[]): Promise<string[]> {
  const faults: string[] = [];
  const writes = await query<{ label: string; rows: number; creators: string[] }>(
    `select label, count(*)::int as rows, array_agg(distinct creator) as creators from api_key where label like 'write %' group by 1`,
  );
  const found = new Map(writes.map((write) => [write.label, write]));
  const recipients = await query<{ id: number; state: string }>('select contact_id as id, state from recipient');
  const states = new Map(recipients.map(({ id, state }) => [Number(id), state]));
  for (const each of told) {
    if (each.what === 'written') {
      if (!found.has(`write ${each.write}`)) faults.push(`write ${each.write} is lost`);
    } else if (each.what === 'changed') {
      const creators = found.get(`write ${each.write}`)?.creators;
      if (String(creators) !== each.label) faults.push(`the change of ${each.write} is lost: ${creators}`);
    } else if (each.what === 'made') {
      const [made] = await query<{ rows: number }>(`select count(*)::int as rows from ${each.table}`);
      if (made!.rows !== each.rows) faults.push(`${each.table} has ${made!.rows} rows`);
    } else {
      const state = states.get(each.contactId) ?? 'none';
      const wanted = each.what === 'settled' ? ['sent'] : ['in_flight', 'sent'];
      if (!wanted.includes(state)) faults.push(`the mail to ${each.contactId} was ${each.what} and is ${state}`);
    }
  }
  for (const { label, rows } of writes) {
    const wanted = sizeOf(Number(label.slice('write '.length)));
    if (rows !== wanted) faults.push(`${label} has ${rows} of ${wanted} rows`);
  }
  for (const [rule, statement] of Object.entries(forbiddenRows)) {
    const rows = await query(statement);
    if (rows.length > 0) faults.push(`${rule}: ${JSON.stringify(rows)}`);
  }
  const torn = await query<{ fault: string }>(`
    select relname || ': ' || msg as fault
    from pg_class, verify_heapam(pg_class.oid) where relkind = 'r' and relpersistence = 'p'`);
  return [...faults, ...torn.map(({ fault }) => fault)];
}

/** Reads all indexes beside their tables; the first that does not fit throws. */
export const checkIndexes = `
  select bt_index_check(indexrelid, true) from pg_index join pg_class on pg_class.oid = indexrelid
  join pg_am on pg_am.oid = relam where amname = 'btree' and indisvalid`;
