import { findKeysByHash, hashKey, noteAct } from '../account/index.ts';
import type { Db } from '../platform/database/schema.ts';
import type { Log } from '../platform/log/log.ts';
import { truncatedAddress } from '../platform/network/remote-address.ts';

/** Maximum numbers of networks and keys that are counted separately in an interval; the others are counted together. */
const most = { networks: 50, keysOfNetwork: 20 };
const others = '';

export interface RefusedKeys {
  /** A key was not taken, because nobody holds it any more, or not at this address. */
  note(key: string, remoteAddress: string | undefined): void;
  /** Writes the remaining counts and stops. */
  close(): Promise<void>;
}

/**
 * Counts keys that are refused by network, and by key as far as somebody holds or held it. After each interval the counts
 * are written to the audit log: a line for each key and network, and one for all unknown keys of a network. A process that
 * is killed loses those of its last interval.
 */
export function watchRefusedKeys(db: Db, log: Log, intervalMillis = 60_000): RefusedKeys {
  /** Counts by network, and by the hash of the key in hexadecimal. */
  let counts = new Map<string, Map<string, number>>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const noted = counts;
    counts = new Map();
    writing = writing
      .then(() => write(db, noted))
      .catch((error: Error) => log(`Rejected keys could not be written to the audit log: ${error.message}`));
    return writing;
  }

  return {
    note(key, remoteAddress) {
      const network = within(counts, truncatedAddress(remoteAddress) ?? others, most.networks);
      const keys = counts.get(network) ?? new Map<string, number>();
      counts.set(network, keys);
      const hash = within(keys, hashKey(key).toString('hex'), most.keysOfNetwork);
      keys.set(hash, (keys.get(hash) ?? 0) + 1);
      timer ??= setTimeout(flush, intervalMillis).unref();
    },
    close: flush,
  };
}

/** The name, or that of all others when there are many names already. */
const within = (map: ReadonlyMap<string, unknown>, name: string, limit: number): string =>
  map.has(name) || map.size < limit ? name : others;

async function write(db: Db, counts: ReadonlyMap<string, ReadonlyMap<string, number>>): Promise<void> {
  const hashes = new Set([...counts.values()].flatMap((keys) => [...keys.keys()]));
  hashes.delete(others);
  if (counts.size === 0) return;
  const known = await findKeysByHash(
    db,
    [...hashes].map((hash) => Buffer.from(hash, 'hex')),
  );
  for (const [network, keys] of counts) {
    let unknown = 0;
    for (const [hash, count] of keys) {
      const key = known.get(hash);
      if (key === undefined) unknown += count;
      else
        await noteAct(db, refusal(key.accountId, key.id, network, `reason=${key.ended ?? 'network'} count=${count}`));
    }
    if (unknown > 0) await noteAct(db, refusal(null, null, network, `reason=unknown count=${unknown}`));
  }
}

const refusal = (accountId: number | null, id: number | null, network: string, object: string) => ({
  accountId,
  action: 'refuseKey',
  object,
  key: { id, remoteAddress: network },
});
