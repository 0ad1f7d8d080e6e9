import { badRequest, notFound } from '@mailwright/server';
import { findMailing, type Mailing } from '../../mailings/index.ts';
import type { Context } from '../context.ts';

/** The mailing with this id, or 404 with the id in its message. */
export async function requireMailing(context: Context, id: number): Promise<Mailing> {
  if (context.mailing?.id === id) return context.mailing;
  const mailing = await findMailing(context.db, context.accountId, id);
  if (mailing === undefined) throw notFound('Mailing', id);
  return mailing;
}

/** As `requireMailing`; 400 when the mailing is of another type than the one that the operation is for, if it is for one. */
export async function requireMailingOfType(context: Context, id: number, type?: Mailing['type']): Promise<Mailing> {
  const mailing = await requireMailing(context, id);
  if (type !== undefined && mailing.type !== type) {
    throw badRequest(`Mailing with id ${id} is a ${mailing.type} mailing; this operation is for ${type} mailings.`);
  }
  return mailing;
}
