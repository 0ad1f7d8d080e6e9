import { badRequest, type Handlers, notFound } from '@mailwright/server';
import { planRun } from '../../events/index.ts';
import { endOf, lockMailing, type Mailing, type Move } from '../../mailings/index.ts';
import { deleteOutcomes } from '../../outcomes/index.ts';
import { advanceLater, guard } from '../../sending/index.ts';
import type { Context } from '../context.ts';
import { moveByUser, withdrawByUser } from '../mailings/move.ts';

/** Stopping mailings for a while, or taking them back (extensions). */
export const mailingActionHandlers = {
  async pauseMailing({ mailingid }, context) {
    await moveUnlessThere(context, await lockedMailing(context, mailingid), 'pause', 'paused');
  },

  async resumeMailing({ mailingid }, context) {
    const mailing = await lockedMailing(context, mailingid);
    await guard.acceptTroubles(context.db, mailing);
    await moveUnlessThere(context, mailing, 'resume', 'resumed');
    // Nobody has to look at the pause any more.
    if (mailing.state === 'paused') await deleteOutcomes(context.db, context.accountId, ['sendout'], mailing.id);
    await advanceLater(context.db, mailing);
    if (mailing.type === 'trigger') await planRun(context.db, context.account, mailing);
  },

  async cancelMailing({ mailingid }, context) {
    const mailing = await lockedMailing(context, mailingid);
    await moveUnlessThere(context, mailing, 'cancel', 'canceled');
    await advanceLater(context.db, mailing);
  },

  async withdrawMailing({ mailingid }, context) {
    const mailing = await lockedMailing(context, mailingid);
    if (mailing.type !== 'doi') {
      throw badRequest(
        `Mailing with id ${mailing.id} is a ${mailing.type} mailing; only double-opt-in mailings can be withdrawn.`,
      );
    }
    if (mailing.state !== 'draft') await withdrawByUser(context, mailing);
  },
} satisfies Partial<Handlers<Context>>;

/** A mailing whose state nobody else changes until the end of the transaction, or 404. */
async function lockedMailing({ db, accountId }: Context, id: number): Promise<Mailing> {
  const mailing = await lockMailing(db, accountId, id);
  if (mailing === undefined) throw notFound('Mailing', id);
  return mailing;
}

/** Does nothing if the mailing already has the state. */
async function moveUnlessThere(context: Context, mailing: Mailing, move: Move, done: string): Promise<void> {
  if (mailing.state !== endOf(move, 'user', mailing.type)) await moveByUser(context, mailing, move, done);
}
