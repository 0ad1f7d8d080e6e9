import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/schema.ts';
import { passTime } from '../../src/platform/queue/pass-time.ts';
import type { Settings } from './account.ts';
import { forbiddenRows } from './rules-of-rows.ts';
import type { World } from './world.ts';

/** What is known of a contact from the step before. */
export type Standings = Map<number, { permission: number; unsubscribed: boolean; blocked: string | null }>;

export async function standingsOf({ db }: World): Promise<Standings> {
  const rows = await db.selectFrom('contact').select(['id', 'permission', 'unsubscribed_at', 'block_reason']).execute();
  return new Map(
    rows.map(({ id, permission, unsubscribed_at, block_reason }) => [
      id,
      { permission, unsubscribed: unsubscribed_at !== null, blocked: block_reason },
    ]),
  );
}

/** All that is not as it must be after a step, in words. */
export async function faultsAfter(world: World, settings: Settings, before: Standings): Promise<string[]> {
  const faults = world.post.faults.splice(0);
  for (const [rule, statement] of Object.entries(forbiddenRows)) {
    const { rows } = await sql.raw(statement).execute(world.db);
    if (rows.length > 0) faults.push(`${rule}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
  faults.push(...changesNobodyAskedFor(world, before, await standingsOf(world)));
  faults.push(...mailsTooMany(world), ...(await mailsThatWereNeverSent(world)));
  faults.push(...(await ordersWithoutReceipt(world, settings)));
  for (const table of await tablesWith(world.db, [...world.erased]))
    faults.push(`the table ${table} still knows somebody who was erased`);
  faults.push(...world.log.filter((line) => line.includes('@')).map((line) => `an address is in the log: ${line}`));
  faults.push(...world.log.filter((line) => !expectedLine.test(line)).map((line) => `unexpected in the log: ${line}`));
  world.log.length = 0;
  return faults;
}

/** What has not come to an end although a worker worked on each of the days within which everything does. */
export async function restAfterDays(world: World): Promise<unknown[]> {
  for (let days = 0; days < 4; days++) {
    await passTime(world.db, 24 * 3600);
    await world.work();
  }
  const { rows } = await sql`
    select 'mailing' as what, id, state from mailing where state in ('queued', 'checks', 'blacklist', 'preparing', 'sending')
    union all
    select 'recipient', id, state from recipient
    where state in ('pending', 'in_flight') or state = 'deferred' and first_tried_at < now() - interval '49 hours'
`.execute(world.db);
  return rows;
}

/** What the transport's refusals, and the end of a process, make the queue say. */
const expectedLine = /The mail was temporarily not accepted\.$|The process has ended\.$/;

/** Permission, unsubscription and blocks change by the documented ways only. */
function changesNobodyAskedFor({ allows, post }: World, before: Standings, after: Standings): string[] {
  const faults: string[] = [];
  for (const [id, is] of after) {
    const was = before.get(id);
    if (was) {
      const leaves = !was.unsubscribed && is.unsubscribed;
      if (was.unsubscribed && !is.unsubscribed && !allows.turnBack.has(id))
        faults.push(`contact ${id} was subscribed again`);
      if (was.permission !== is.permission && !leaves && !allows.permission.has(id))
        faults.push(`the permission of contact ${id} became ${is.permission} from ${was.permission}`);
      if (was.blocked && !is.blocked && !(allows.unblock && was.blocked === 'blacklist'))
        faults.push(`contact ${id} was allowed again, blocked by ${was.blocked} before`);
    }
    const why = is.blocked ?? (is.unsubscribed ? 'unsubscribed' : undefined);
    if (why) post.closed.set(id, why);
    else post.closed.delete(id);
  }
  return faults;
}

/** Each mail comes once, and once more for each end of a process in which it was in flight. */
function mailsTooMany({ post }: World): string[] {
  const counts = Map.groupBy(post.taken, ({ recipientId }) => recipientId);
  return Array.from(counts, ([id, mails]) => ({ id, times: mails.length })).flatMap(({ id, times }) =>
    times > 1 + (post.uncertain.get(id) ?? 0) ? [`mail ${id} came ${times} times`] : [],
  );
}

/** What is written down as sent was taken by a mailbox. */
async function mailsThatWereNeverSent({ db, post }: World): Promise<string[]> {
  const taken = new Set(post.taken.map(({ recipientId }) => recipientId));
  const rows = await db.selectFrom('delivery').select('number').execute();
  const untrue = rows.filter(({ number }) => !taken.has(number!));
  const written = new Set(rows.map(({ number }) => number!));
  const lost = [...taken].filter((id) => !written.has(id) && !post.uncertain.has(id));
  return [
    ...untrue.map(({ number }) => `mail ${number} was never taken, but counts as sent`),
    ...lost.map((id) => `mail ${id} was taken, and does not count as sent`),
  ];
}

/** Each transaction that was taken brings its mail, whatever becomes of its contact. */
async function ordersWithoutReceipt({ db, orders }: World, { receipt }: Settings): Promise<string[]> {
  const rows = await db.selectFrom('recipient').select('occasion').where('mailing_id', '=', receipt).execute();
  const wanted = [...orders].sort();
  const found = rows.map(({ occasion }) => occasion).sort();
  return JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${orders.length} orders were taken, and ${found.length} receipts are there`];
}

/** Tables other than blacklists, whose entries the account keeps, in which a row holds one of the texts. */
async function tablesWith(db: Db, texts: readonly string[]): Promise<string[]> {
  if (texts.length === 0) return [];
  const tables = (await db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => name !== 'blacklist_entry');
  const pattern = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]).join('|');
  const searches = tables.map(
    (name) => sql`select ${name}::text as name where exists (
      select from ${sql.table(name)} as line where lower(line::text) ~ ${pattern})`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(searches, sql` union all `)}`.execute(db);
  return rows.map(({ name }) => name);
}
