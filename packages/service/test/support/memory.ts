import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux's file system in memory, which each distribution and container has. */
const inMemory = '/dev/shm';
/** Number by which Linux names tmpfs (statfs(2)). */
const tmpfs = 0x01021994;
const leastBytes = 3 * 1024 ** 3;

/**
 * Returns a directory for files that are made and deleted all the time: in memory if there is plenty of it, else `tmpdir()`. A
 * database of a test has a thousand files, and ext4 looks through all that were deleted in the last five seconds for each new one.
 */
export function roomForShortLives(): string {
  if (process.platform !== 'linux') return tmpdir();
  try {
    const { type, bavail, bsize } = statfsSync(inMemory);
    return type === tmpfs && isPlenty(bavail * bsize, process.availableMemory()) ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Reports whether files of a test run may take memory. They take 0.4 GB, and some GB while tests open many databases at once.
 * @param room bytes that the file system in memory may still take
 * @param available bytes of memory that processes could get
 */
export function isPlenty(room: number, available: number): boolean {
  return Math.min(room, available / 3) >= leastBytes;
}
