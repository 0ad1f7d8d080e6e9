import { ApiError, notFound } from '@mailwright/server';
import { isValidKey } from '../../account/index.ts';
import { type ContactFilter, findContactFilter, lockContactFilter } from '../../audiences/index.ts';
import type { Context } from '../context.ts';

/** The contact filter with this id, or 404 with the id in its message. */
export async function requireContactFilter({ db, accountId }: Context, id: number): Promise<ContactFilter> {
  const filter = await findContactFilter(db, accountId, id);
  if (filter === undefined) throw notFound('Contact filter', id);
  return filter;
}

/** As `requireContactFilter` for a change of it; 423 when another key has locked it. */
export async function requireChangeableFilter(context: Context, id: number): Promise<ContactFilter> {
  const filter = await lockContactFilter(context.db, context.accountId, id);
  if (filter === undefined) throw notFound('Contact filter', id);
  await refuseLocked(context, filter);
  return filter;
}

/** 423 when another key has locked the filter. */
export async function refuseLocked(context: Context, filter: ContactFilter): Promise<void> {
  if (filter.locked_by !== context.keyId && (await isLocked(context, filter))) {
    throw new ApiError(423, `Contact filter with id ${filter.id} is locked by another key.`);
  }
}

/** A lock ends with its key: nobody could open it any more. */
export async function isLocked({ db, accountId }: Context, { locked_by }: ContactFilter): Promise<boolean> {
  return locked_by !== null && (await isValidKey(db, accountId, locked_by));
}
