import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from './sync.ts';

/**
 * Makes a directory with its parents durably, readable by the owner only. One that exists keeps its mode. Does not use
 * `recursive`, with which Node never ends where a file system refuses with ENOENT, such as below /proc.
 */
export function makeDirectory(directory: string): void {
  if (isDirectory(directory)) return;
  const parent = dirname(directory);
  if (parent !== directory) makeDirectory(parent);
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isDirectory(directory)) throw error;
  }
  syncDirectory(parent);
}

/** @throws Error if it is a file */
function isDirectory(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there !== undefined && !there.isDirectory()) throw new Error(`${path} is a file`);
  return there !== undefined;
}
