import { conflict } from '@mailwright/server';
import { type Mailing, type Move, moveMailing, originsOf } from '../../mailings/index.ts';
import { queueSendout, seals, signOffs } from '../../sending/index.ts';
import type { Context } from '../context.ts';
import { requireReady } from './ready.ts';

/**
 * Moves a mailing on behalf of a user and wakes the worker; 409 when it is in a state from which it cannot be moved so.
 * @param done the move in a word, for the message and the log of transitions
 */
export async function moveByUser(
  { db, wakeWorker }: Context,
  mailing: Mailing,
  move: Move,
  done: string,
): Promise<void> {
  if ((await moveMailing(db, mailing, move, 'user', done)) === undefined) throw notFrom(mailing, move, done);
  wakeWorker();
}

/** Queues a regular mailing on behalf of a user; 400 if it is not ready, 409 as above or if more users must sign it off. */
export async function sendByUser(context: Context, mailing: Mailing): Promise<void> {
  const { db, userId = null, wakeWorker } = context;
  await requireReady(context, mailing);
  await signOffs.requireSignedOff(db, mailing, userId);
  if (!(await queueSendout(db, mailing, 'user', userId))) throw notFrom(mailing, 'queue', 'sent');
  wakeWorker();
}

/** Releases the mails of a trigger or double-opt-in mailing on behalf of a user; 400 and 409 as above. */
export async function releaseByUser(context: Context, mailing: Mailing): Promise<void> {
  await requireReady(context, mailing);
  await moveByUser(context, mailing, 'release', 'released');
  await seals.sealMailing(context.db, mailing);
}

/** Turns such a mailing back into a draft; 409 as above. */
export async function withdrawByUser(context: Context, mailing: Mailing): Promise<void> {
  await moveByUser(context, mailing, 'withdraw', 'withdrawn');
  await seals.unsealMailing(context.db, mailing);
}

function notFrom({ id, state, type }: Mailing, move: Move, done: string) {
  const origins = originsOf(move, 'user', type);
  return conflict(
    `Mailing with id ${id} is ${state} and cannot be ${done}; its state must be ${origins.join(' or ')}.`,
  );
}
