import type { Right } from '../tables.ts';
import { areWithin } from './networks.ts';

/** What a key can do, where, and until when. */
export interface KeyBounds {
  rights: readonly Right[];
  /** In CIDR notation; none when the key is good everywhere. */
  networks: readonly string[];
  /** Null for a key that does not expire. */
  expires: Date | null;
}

/** Returns why somebody with one key must not make the other one, which could do more, or `undefined`. */
export function boundsFault(own: KeyBounds, made: KeyBounds): string | undefined {
  const more = made.rights.filter((right) => !own.rights.includes(right));
  if (more.length > 0) return `its key lacks the right "${more[0]}", so it makes no key with this right`;
  if (own.networks.length > 0 && (made.networks.length === 0 || !areWithin(made.networks, own.networks)))
    return `its key is bound to ${own.networks.join(', ')}, so give the new key networks within these`;
  if (own.expires !== null && (made.expires === null || made.expires > own.expires))
    return `its key expires at ${own.expires.toISOString()}, so give the new key a time before that`;
  return undefined;
}
