import { findAccount } from '../account/index.ts';
import type { MailingState } from '../mailings/index.ts';
import { findMailing, isSealed, latestMailings } from '../mailings/index.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import type { Db } from '../platform/database/schema.ts';
import { sendSignal } from '../platform/database/signals.ts';
import type { CheckResult } from '../quality/index.ts';
import {
  type BackgroundKind,
  backgroundChecks,
  brokenCheck,
  findUnreadiness,
  finishCheck,
  onlyRegular,
  performCheck,
  startWhenFree,
} from '../quality/index.ts';
import { queueSendout, signOffs } from '../sending/index.ts';
import { type Actions, reads, writes } from './action.ts';
import { chooseAccount } from './choose-account.ts';
import { mailingDetails } from './mailing-details.ts';

export const mailingActions = {
  /** The newest mailings, and how many there are. */
  latestMailings: reads(
    async ({ db }, wanted: { account?: number | undefined; states: MailingState[]; limit: number }) => {
      const { account, states, limit } = wanted;
      return latestMailings(db, await chooseAccount(db, account), states, limit);
    },
  ),

  /** All that there is to know of a mailing but its texts. */
  showMailing: reads(async ({ db }, { account, id }: { account?: number | undefined; id: number }) => {
    return mailingDetails(db, await requireMailing(db, await chooseAccount(db, account), id));
  }),

  /** Name of a mailing, and the checks that can be made of it. */
  checkableMailing: reads(async ({ db }, { account, id }: { account?: number | undefined; id: number }) => {
    const mailing = await requireChangeable(db, await chooseAccount(db, account), id);
    const kinds = (Object.keys(backgroundChecks) as BackgroundKind[]).filter(
      (kind) => mailing.type === 'regular' || !onlyRegular.has(kind),
    );
    return { name: mailing.name, kinds };
  }),

  /** Makes a check, and keeps its result as if it had been started through the API. */
  checkMailing: writes(
    async (
      { db, publicUrl, tools },
      { account, id, kind }: { account?: number | undefined; id: number; kind: BackgroundKind },
    ) => {
      const accountId = await chooseAccount(db, account);
      const run = await startWhenFree(db, () => requireChangeable(db, accountId, id), kind);
      const result = await performCheck(db, run, { publicUrl }, tools).catch(async (error) => {
        await finishCheck(db, run, 'failed', brokenCheck(kind));
        throw error;
      });
      if (result === undefined) throw new Error(`mailing ${id} was changed during its ${kind} check`);
      return { kind, ...(result as CheckResult & Record<string, unknown>) };
    },
    { transaction: false },
  ),

  /** Sends a regular mailing to its target group, by the same rules as the API. */
  sendMailing: writes(
    async ({ db }, { account, mailing: id }: { account?: number | undefined; mailing: number }): Promise<void> => {
      const accountId = await chooseAccount(db, account);
      const mailing = await requireMailing(db, accountId, id);
      if (mailing.type !== 'regular') throw new Error(`mailing ${id} is a ${mailing.type} mailing, not a regular one`);
      const owner = await findAccount(db, accountId);
      const unready = await findUnreadiness(db, owner, mailing);
      if (unready !== undefined) throw new Error(`mailing ${id} ${unready}`);
      const isQueued = await inTransaction(db, async (transaction) => {
        await signOffs.requireSignedOff(transaction, mailing, null);
        await sendSignal(transaction, 'work');
        return queueSendout(transaction, mailing, 'user', null);
      });
      if (!isQueued) throw new Error(`mailing ${id} is ${mailing.state} and cannot be sent`);
    },
    { transaction: false },
  ),
} satisfies Actions;

/** @throws Error if the account has no such mailing */
export async function requireMailing(db: Db, accountId: number, id: number) {
  const mailing = await findMailing(db, accountId, id);
  if (mailing === undefined)
    throw new Error(`there is no mailing ${id}; "mailwright mailings list" lists the mailings`);
  return mailing;
}

async function requireChangeable(db: Db, accountId: number, id: number) {
  const mailing = await requireMailing(db, accountId, id);
  if (isSealed(mailing.state))
    throw new Error(`mailing ${id} is ${mailing.state}; only mailings that can still be changed can be checked`);
  return mailing;
}
