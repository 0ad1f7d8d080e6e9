import { badRequest } from '@mailwright/server';
import { findContent, type Mailing, missingParts, parts } from '../../mailings/index.ts';
import { findUnreadiness } from '../../quality/index.ts';
import type { Context, PrecheckContext } from '../context.ts';

/** Reports whether a mailing can be sent, by all rules of its sendout. @throws ApiError 400 */
export async function checkReady(
  { db, account }: PrecheckContext,
  mailing: Mailing,
  options?: Parameters<typeof findUnreadiness>[3],
): Promise<void> {
  const unready = await findUnreadiness(db, account, mailing, options);
  if (unready !== undefined) throw badRequest(`Mailing with id ${mailing.id} ${unready}`);
}

/** In the transaction of a change: what was found before it, and parts that went missing since. @throws ApiError 400 */
export async function requireReady({ db, prechecked }: Context, mailing: Mailing): Promise<void> {
  if (prechecked) throw prechecked;
  const missing = missingParts(mailing, await findContent(db, mailing));
  if (missing.length > 0)
    throw badRequest(`Mailing with id ${mailing.id} is not ready to be sent; missing: ${parts.namesOf(missing)}.`);
}
