import { badRequest, conflict, type Handlers, notFound } from '@mailwright/server';
import { lockMailing, type Mailing, moveMailing } from '../../mailings/index.ts';
import type { MailingState } from '../../platform/database/schema.ts';
import type { Context } from '../context.ts';

/** Stopping mailings for a while, or taking them back (extensions). */
export const mailingActionHandlers = {
  async pauseMailing({ mailingid }, context) {
    const mailing = await lockedMailing(context, mailingid);
    await move(mailing, { from: ['sending', 'released'], to: 'paused', done: 'paused' }, context);
  },

  async resumeMailing({ mailingid }, context) {
    const mailing = await lockedMailing(context, mailingid);
    const to = mailing.type === 'regular' ? 'sending' : 'released';
    await move(mailing, { from: ['paused'], to, done: 'resumed' }, context);
  },

  async withdrawMailing({ mailingid }, context) {
    const mailing = await lockedMailing(context, mailingid);
    if (mailing.type !== 'doi') {
      throw badRequest(
        `Mailing with id ${mailing.id} is a ${mailing.type} mailing; only double-opt-in mailings are withdrawn.`,
      );
    }
    await move(mailing, { from: ['released'], to: 'draft', done: 'withdrawn' }, context);
  },
} satisfies Partial<Handlers<Context>>;

/** A mailing whose state nobody else changes until the end of the transaction, or 404. */
async function lockedMailing({ db, accountId }: Context, id: number): Promise<Mailing> {
  const mailing = await lockMailing(db, accountId, id);
  if (mailing === undefined) throw notFound('Mailing', id);
  return mailing;
}

interface Move {
  from: MailingState[];
  to: MailingState;
  /** The move in a word, for the message. */
  done: string;
}

/** Moves a mailing; one that is there already stays as it is, and one that is elsewhere is a 409. */
async function move(mailing: Mailing, { from, to, done }: Move, { db, wakeWorker }: Context): Promise<void> {
  if (mailing.state === to) return;
  if (!from.includes(mailing.state)) {
    throw conflict(
      `Mailing with id ${mailing.id} is ${mailing.state} and cannot be ${done}; that takes one that is ${from.join(' or ')}.`,
    );
  }
  await moveMailing(db, mailing, to, 'user', done);
  wakeWorker();
}
