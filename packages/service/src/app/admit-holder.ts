import { forbidden } from '@mailwright/server';
import { isGoodFrom, type Privilege, type Right, type Role } from '../account/index.ts';

/**
 * Returns the holder of a valid key, or calls `refuse` if the key may not be used from the client's network.
 * @throws ApiError 403
 */
export function admitHolder<
  Holder extends {
    rights: readonly Right[];
    networks: string[];
    privileges?: readonly Privilege[];
    role?: Role | undefined;
  },
>(
  holder: Holder,
  remoteAddress: string | undefined,
  refuse: () => void,
): { holder: Holder; rights: ReadonlySet<string>; role?: Role | undefined } {
  if (!isGoodFrom(holder, remoteAddress)) {
    refuse();
    throw forbidden(`The API key is not valid from ${remoteAddress ?? 'an unknown address'}.`);
  }
  const rights = new Set<string>([...holder.rights, ...(holder.privileges ?? [])]);
  return { holder, rights, role: holder.role };
}
