import { notFound } from '@mailwright/server';
import { findTypes } from '../../events/index.ts';
import type { Context } from '../context.ts';

/** @throws ApiError 404 when there is no transaction type with the id */
export async function requireTransactionType({ db, accountId }: Context, id: number): Promise<void> {
  const [type] = await findTypes(db, accountId, { ids: [id] });
  if (type === undefined) throw notFound('Transaction type', id);
}
