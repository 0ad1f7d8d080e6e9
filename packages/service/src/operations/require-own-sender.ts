import { badRequest } from '@mailwright/server';
import { senders } from '../account/index.ts';
import type { Context } from './context.ts';

/** @throws ApiError 400 if the domain of a sender belongs to another account */
export async function requireOwnSender(
  { db, accountId }: Pick<Context, 'db' | 'accountId'>,
  name: string,
  address: string,
): Promise<void> {
  const fault = senders.senderFault(address, await senders.senderStanding(db, accountId, address));
  if (fault !== undefined) throw badRequest(`${name}: ${fault}`);
}
