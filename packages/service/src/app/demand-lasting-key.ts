import { type Call, forbidden } from '@mailwright/server';
import type { HolderPrincipal } from './principal.ts';

/**
 * Refuses changes of users, keys and rules of the account by a key that expires or is bound to networks: what it made could
 * do more, and outlive it. Sessions may: their users stay. @throws ApiError 403
 */
export function demandLastingKey({ operation, principal }: Call<HolderPrincipal>): void {
  if (operation.privilege !== 'administer' || operation.method === 'GET') return;
  const { userId, expires, networks } = principal!.holder;
  if (userId !== undefined || (expires === null && networks.length === 0)) return;
  throw forbidden(
    'The API key expires or is bound to networks, so it changes no users, keys and rules of the account, which could outlive it.',
  );
}
