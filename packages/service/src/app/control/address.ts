import { createHash } from 'node:crypto';
import { constants, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Unix socket addresses have room for about a hundred bytes. */
const maxLength = 100;

/**
 * Where a running service listens for commands of its operator: a Unix socket in its data directory, which nobody else can
 * enter. One with a long path is reached through a handle of it, which stays open for that; only systems without such a
 * way have the socket in the user's directory for temporary files.
 */
export function controlAddress(dataDir: string): string {
  const inside = join(resolve(dataDir), 'control.sock');
  if (Buffer.byteLength(inside) <= maxLength) return inside;
  if (process.platform === 'linux') {
    const handle = openSync(dataDir, constants.O_RDONLY | constants.O_DIRECTORY);
    return `/proc/self/fd/${handle}/control.sock`;
  }
  const digest = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 24);
  return join(tmpdir(), `mailwright-${digest}.sock`);
}
