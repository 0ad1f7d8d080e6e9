import { forbidden } from '@mailwright/server';
import { isGoodFrom, type KeyHolder } from '../account/index.ts';
import type { HolderPrincipal } from './principal.ts';

/**
 * Returns the holder of a valid key, or calls `refuse` if the key may not be used from the client's network.
 * @throws ApiError 403
 */
export function admitted(holder: KeyHolder, remoteAddress: string | undefined, refuse: () => void): HolderPrincipal {
  if (!isGoodFrom(holder, remoteAddress)) {
    refuse();
    throw forbidden(`The API key is not valid from ${remoteAddress ?? 'an unknown address'}.`);
  }
  return { holder, rights: new Set(holder.rights) };
}
