import { hashKey } from './key.ts';
import type { KeyHolder } from './store.ts';

/** Keys that are remembered at once; beyond that, all are forgotten. */
const most = 10_000;

/**
 * Remembers for a moment who holds a key, so that a client that asks often is not looked up each time. A key that is
 * revoked, and a change of its account, counts when the moment is over. Keys that nobody holds are not remembered.
 * @param now milliseconds of a clock that nobody sets
 */
export function rememberKeyHolders(
  find: (key: string) => Promise<KeyHolder | undefined>,
  milliseconds: number,
  now: () => number = () => performance.now(),
): (key: string) => KeyHolder | Promise<KeyHolder | undefined> {
  const known = new Map<string, { holder: KeyHolder; until: number }>();
  return (key) => {
    const name = hashKey(key).toString('base64');
    const remembered = known.get(name);
    if (remembered && now() < remembered.until) return remembered.holder;
    const asked = now();
    return find(key).then((holder) => {
      if (known.size >= most) known.clear();
      if (holder) known.set(name, { holder, until: asked + milliseconds });
      else known.delete(name);
      return holder;
    });
  };
}
