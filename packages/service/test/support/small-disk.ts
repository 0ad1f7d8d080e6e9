import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  directory: string;
  remove(): void;
}

/** A disk of so many MiB in memory; where that is not permitted, the reason. */
export function smallDisk(mebibytes: number): SmallDisk | string {
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', directory], { stdio: 'pipe' });
  } catch (error) {
    rmdirSync(directory);
    return `A small disk cannot be mounted here: ${(error as Error).message.trim()}`;
  }
  const remove = () => {
    execFileSync('umount', ['--lazy', directory]);
    rmdirSync(directory);
  };
  return { directory, remove };
}
