import { createHash } from 'node:crypto';
import { constants, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Unix socket addresses have room for about a hundred bytes. */
const maxLength = 100;

/**
 * Returns the Unix socket on which a running service accepts commands of its operator. It is in the data directory, which no
 * other user can enter. A long path is reached through a handle, which remains open for that. On systems without such handles
 * the socket is in the user's directory for temporary files.
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
