import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from './sync.ts';

/**
 * Makes a file or replaces its content, durably. After a crash or a power failure meanwhile it has the former content or the new
 * one.
 */
export function replaceFile(path: string, content: string, mode = 0o600): void {
  const part = `${path}.${process.pid}.part`;
  try {
    writeFileSync(part, content, { mode, flush: true });
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  syncDirectory(dirname(path));
}
