import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { readPresent } from '../../platform/database/present.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { clientNetwork } from '../../platform/network/remote-address.ts';
import { millisPerUse, takeFromLimits, type UsageLimit } from '../../platform/network/usage-limits.ts';

const perAddress = 10;
const guesses = [
  { uses: 10, hours: 1 },
  { uses: 30, hours: 24 },
] as const;

/** Limits of attempts with one name, by what is tried. */
const steps = {
  password: { of: 'network', limits: [{ uses: perAddress, hours: 1 }] },
  passkey: { of: 'network', limits: [{ uses: perAddress, hours: 1 }] },
  'first user': { of: 'network', limits: [{ uses: perAddress, hours: 1 }] },
  code: { of: 'person', limits: guesses },
  'present password': { of: 'person', limits: guesses },
  reset: { of: 'person', limits: [{ uses: 3, hours: 1 }] },
  'warning about codes': { of: 'person', limits: [{ uses: 1, hours: 24 }] },
  'test mail': { of: 'person', limits: [{ uses: 20, hours: 1 }] },
} satisfies Record<string, { of: LimitHolder; limits: readonly Omit<UsageLimit, 'key'>[] }>;

/**
 * Whose attempts a limit counts: those of a network where anybody may try, so that nobody elsewhere is locked out. Those of a
 * person where only somebody who knows the password or has a session gets, or where each attempt sends the person a mail:
 * more networks would only give an attacker more attempts.
 */
type LimitHolder = 'network' | 'person';

/** Attempts an hour from one network for all names, those of a whole office. */
const perNetwork = 200;

export interface SignInAttempt {
  step: keyof typeof steps;
  /** Address, user or passkey that is tried. */
  name: string;
  /** Absent if no request asks for it. */
  remoteAddress?: string;
}

/** An attempt that is refused because there were too many. */
export interface HeldBack {
  waitMillis: number;
  /** Whose limit is used up. */
  by: LimitHolder;
}

type AttemptLimit = UsageLimit & { of: LimitHolder };

const networkOf = ({ remoteAddress }: SignInAttempt) =>
  remoteAddress === undefined ? '' : clientNetwork(remoteAddress);

function ownLimits(attempt: SignInAttempt): AttemptLimit[] {
  const { of, limits } = steps[attempt.step];
  const place = of === 'network' ? ` ${networkOf(attempt)}` : '';
  return limits.map((limit) => ({
    ...limit,
    of,
    key: hashOf(`${attempt.step} ${limit.hours} ${attempt.name}${place}`),
  }));
}

function limitsOf(attempt: SignInAttempt): AttemptLimit[] {
  const network = networkOf(attempt);
  const all: AttemptLimit = { key: hashOf(network), uses: perNetwork, hours: 1, of: 'network' };
  return network === '' ? ownLimits(attempt) : [all, ...ownLimits(attempt)];
}

/** The table tells nobody who tried to sign in where. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Counts an attempt, in the database so that a restart forgets none. Returns `undefined` if it may be made. */
export async function takeAttempt(db: Db, attempt: SignInAttempt): Promise<HeldBack | undefined> {
  const limits = limitsOf(attempt);
  return retrying(() =>
    inTransaction(db, async (transaction) => {
      // Always in this order, so that two attempts never wait for each other.
      for (const { key } of limits)
        await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
      const rows = await transaction
        .selectFrom('sign_in_allowance')
        .select(['key', 'used_until'])
        .where(sql<boolean>`key = any(${limits.map(({ key }) => key)}::text[])`)
        .execute();
      const used = new Map(rows.map(({ key, used_until }) => [key, used_until.getTime()]));
      const taken = takeFromLimits(limits, used, (await readPresent(transaction)).getTime());
      if ('waitMillis' in taken) return { waitMillis: taken.waitMillis, by: taken.limit.of };
      await transaction
        .insertInto('sign_in_allowance')
        .values(Array.from(taken.granted, ([key, time]) => ({ key, used_until: new Date(time) })))
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ used_until: sql<Date>`excluded.used_until` }))
        .execute();
      return undefined;
    }),
  );
}

/** Gives back an attempt that was right. Only this one: wrong attempts before it may be those of somebody else. */
export async function giveBackAttempt(db: Db, attempt: SignInAttempt): Promise<void> {
  for (const limit of limitsOf(attempt))
    await db
      .updateTable('sign_in_allowance')
      .set({ used_until: sql<Date>`used_until - make_interval(secs => ${millisPerUse(limit) / 1000})` })
      .where('key', '=', limit.key)
      .execute();
}

/** Forgets the attempts with a name; those of its network for all names still count. */
export async function forgetAttempts(db: Db, attempt: SignInAttempt): Promise<void> {
  const keys = ownLimits(attempt).map(({ key }) => key);
  await db.deleteFrom('sign_in_allowance').where(sql<boolean>`key = any(${keys}::text[])`).execute();
}

/** Deletes limits of which nothing is used any more. */
export async function deleteUnusedSignInAllowances(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_allowance').where('used_until', '<', sql<Date>`now()`).execute();
}
