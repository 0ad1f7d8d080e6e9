import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** fsync of every file and every directory below a directory, and of itself. */
export function syncTree(directory: string): void {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncFile(path);
  }
  syncDirectory(directory);
}

function syncFile(path: string): void {
  const descriptor = fs.openSync(path, 'r+');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Makes the names in a directory durable. */
export function syncDirectory(path: string): void {
  if (!canSyncDirectories) return;
  const descriptor = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The same without blocking the thread. */
export async function flushDirectory(path: string): Promise<void> {
  if (!canSyncDirectories) return;
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
}

/** Windows can neither open nor sync a directory; its journal does the work. */
const canSyncDirectories = process.platform !== 'win32';
