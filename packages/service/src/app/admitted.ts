import { forbidden } from '@mailwright/server';
import { isGoodFrom, type KeyHolder } from '../account/index.ts';
import type { HolderPrincipal } from './intercept-handlers.ts';

/** Whoever holds a key, if it is good where the request comes from; `refuse` is told if not. @throws ApiError 403 */
export function admitted(holder: KeyHolder, remoteAddress: string | undefined, refuse: () => void): HolderPrincipal {
  if (!isGoodFrom(holder, remoteAddress)) {
    refuse();
    throw forbidden(`The API key is not valid from ${remoteAddress ?? 'an unknown address'}.`);
  }
  return { holder, rights: new Set(holder.rights) };
}
