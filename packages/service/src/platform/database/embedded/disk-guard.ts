import { statfsSync } from 'node:fs';

const mebibyte = 1024 * 1024;
/** With less than this, changes are refused: what runs, a checkpoint and two more files of the log must find room. */
const needed = 64 * mebibyte;
/** With as much as this, they are accepted again. */
const plenty = 80 * mebibyte;
const restMillis = 100;

export interface DiskSpaceChange {
  full: boolean;
  /** For the operator. */
  line: string;
}

/** Watches the room on the disk, so that PostgreSQL never meets the end of it in the middle of its log. */
export class DiskGuard {
  #free: () => number;
  #now: () => number;
  #full = false;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** @param now monotonic clock in milliseconds */
  constructor(free: () => number, now: () => number = () => performance.now()) {
    this.#free = free;
    this.#now = now;
  }

  /** Looks at the disk now and then; tells when it became nearly full, and when there is room again. */
  look(): DiskSpaceChange | undefined {
    const now = this.#now();
    if (now - this.#lookedAt < restMillis) return undefined;
    this.#lookedAt = now;
    const free = this.#free();
    const full = free < (this.#full ? plenty : needed);
    if (full === this.#full) return undefined;
    this.#full = full;
    const room = `${Math.floor(free / mebibyte)} MiB are free`;
    const line = full
      ? `The disk of the database is nearly full: ${room}. Changes are refused until there are ${plenty / mebibyte} MiB.`
      : `The disk of the database has room again: ${room}. Changes are accepted.`;
    return { full, line };
  }
}

/** Bytes that this user may still write to the disk of a directory. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
