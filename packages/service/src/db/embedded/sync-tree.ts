import fs from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from './durable-fs.ts';

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
