import { notFound } from '@mailwright/server';
import { findForm, type SignUpForm } from '../../sign-up/index.ts';
import type { Context } from '../context.ts';

/** @throws ApiError 404 */
export async function requireForm(
  { db, accountId }: Pick<Context, 'db' | 'accountId'>,
  id: number,
): Promise<SignUpForm> {
  const form = await findForm(db, accountId, id);
  if (form === undefined) throw notFound('Sign-up form', id);
  return form;
}
