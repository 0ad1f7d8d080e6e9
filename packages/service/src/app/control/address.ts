import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Unix socket addresses have room for about a hundred bytes. */
const maxLength = 100;

/** Where a running service listens for commands of its operator: a Unix socket in its data directory. */
export function controlAddress(dataDir: string): string {
  const inside = join(resolve(dataDir), 'control.sock');
  if (Buffer.byteLength(inside) <= maxLength) return inside;
  const digest = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 24);
  return join(tmpdir(), `mailwright-${digest}.sock`);
}
