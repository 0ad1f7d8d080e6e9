import { forbidden } from '@mailwright/server';
import { isGoodFrom, type Right } from '../account/index.ts';

/**
 * Returns the holder of a valid key, or calls `refuse` if the key may not be used from the client's network.
 * @throws ApiError 403
 */
export function admitHolder<Holder extends { rights: Right[]; networks: string[] }>(
  holder: Holder,
  remoteAddress: string | undefined,
  refuse: () => void,
): { holder: Holder; rights: ReadonlySet<Right> } {
  if (!isGoodFrom(holder, remoteAddress)) {
    refuse();
    throw forbidden(`The API key is not valid from ${remoteAddress ?? 'an unknown address'}.`);
  }
  return { holder, rights: new Set(holder.rights) };
}
