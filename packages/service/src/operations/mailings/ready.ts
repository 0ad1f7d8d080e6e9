import { badRequest } from '@mailwright/server';
import type { Mailing } from '../../mailings/index.ts';
import { findUnreadiness } from '../../quality/index.ts';
import type { Context } from '../context.ts';

/** @throws ApiError 400 if a mailing cannot be sent */
export async function requireReady({ db, account }: Context, mailing: Mailing): Promise<void> {
  const unready = await findUnreadiness(db, account, mailing);
  if (unready !== undefined) throw badRequest(`Mailing with id ${mailing.id} ${unready}`);
}
