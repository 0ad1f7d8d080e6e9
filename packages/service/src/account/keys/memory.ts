import { hashKey } from './key.ts';
import type { KeyHolder } from './store.ts';

/** Keys that are remembered at once; beyond that, all are forgotten. */
const most = 10_000;

export interface KeyMemory {
  holderOf(key: string): KeyHolder | Promise<KeyHolder | undefined>;
  /** Keys were revoked: each is looked up again. */
  forget(): void;
}

/**
 * Remembers for a moment who holds a key, so that a client that asks often is not looked up each time. What another
 * process revokes, and a change of an account, counts when the moment is over. Keys that nobody holds are not remembered.
 * @param now monotonic clock in milliseconds
 */
export function rememberKeyHolders(
  find: (key: string) => Promise<KeyHolder | undefined>,
  milliseconds: number,
  now: () => number = () => performance.now(),
): KeyMemory {
  let known = new Map<string, { holder: KeyHolder; until: number }>();
  return {
    holderOf(key) {
      const name = hashKey(key).toString('base64');
      const remembered = known.get(name);
      if (remembered && now() < remembered.until) return remembered.holder;
      const asked = now();
      // What is found for a memory that was forgotten meanwhile must not get into the new one.
      const memory = known;
      return find(key).then((holder) => {
        if (memory.size >= most) memory.clear();
        if (holder) memory.set(name, { holder, until: asked + milliseconds });
        else memory.delete(name);
        return holder;
      });
    },
    forget() {
      known = new Map();
    },
  };
}
