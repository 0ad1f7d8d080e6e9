import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { readPresent } from '../../platform/database/present.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { type HourlyLimit, takeFromLimits } from '../../platform/network/hourly-limits.ts';
import { clientNetwork } from '../../platform/network/remote-address.ts';

/** Attempts an hour for an address from one network; nobody elsewhere is locked out by them. */
const perAddress = 10;
/** Attempts an hour from one network for all addresses, those of a whole office. */
const perNetwork = 200;

/** Limits of attempts with an address, or with the id of somebody whose password was right. */
function limitsOf(name: string, remoteAddress: string): HourlyLimit[] {
  const network = clientNetwork(remoteAddress);
  return [
    { key: hashOf(`${name} ${network}`), perHour: perAddress },
    { key: hashOf(network), perHour: perNetwork },
  ];
}

/** The table tells nobody who tried to sign in where. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Counts an attempt, in the database so that a restart forgets none. Returns the milliseconds to wait if there were too many. */
export async function takeAttempt(db: Db, name: string, remoteAddress: string): Promise<number> {
  const limits = limitsOf(name, remoteAddress);
  return retrying(() =>
    db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${limits[1]!.key}, 0))`.execute(transaction);
      const rows = await transaction
        .selectFrom('sign_in_allowance')
        .select(['key', 'used_until'])
        .where(
          'key',
          'in',
          limits.map(({ key }) => key),
        )
        .execute();
      const used = new Map(rows.map(({ key, used_until }) => [key, used_until.getTime()]));
      const taken = takeFromLimits(limits, used, (await readPresent(transaction)).getTime());
      if ('waitMillis' in taken) return taken.waitMillis;
      await transaction
        .insertInto('sign_in_allowance')
        .values(Array.from(taken.granted, ([key, time]) => ({ key, used_until: new Date(time) })))
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ used_until: sql<Date>`excluded.used_until` }))
        .execute();
      return 0;
    }),
  );
}

/** Forgets the attempts of somebody who has signed in. */
export async function forgiveAttempts(db: Db, name: string, remoteAddress: string): Promise<void> {
  const [{ key }] = limitsOf(name, remoteAddress) as [HourlyLimit];
  await db.deleteFrom('sign_in_allowance').where('key', '=', key).execute();
}

/** Deletes limits of which nothing is used any more. */
export async function deleteUnusedSignInAllowances(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_allowance').where('used_until', '<', sql<Date>`now()`).execute();
}
