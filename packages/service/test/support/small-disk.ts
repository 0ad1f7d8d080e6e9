import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  directory: string;
  /** Leaves room for so many MiB only, until the returned function is called. */
  fill(left: number): () => void;
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
  const ballast = join(directory, 'ballast');
  const fill = (left: number) => {
    const { bavail, bsize } = statfsSync(directory);
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left * 1024 * 1024), 1));
    return () => rmSync(ballast);
  };
  const remove = () => {
    execFileSync('umount', ['--lazy', directory]);
    rmdirSync(directory);
  };
  return { directory, fill, remove };
}
