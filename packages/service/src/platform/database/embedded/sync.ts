import fs from 'node:fs';
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

/** Makes the names in a directory durable. Windows can neither open nor sync a directory; its journal does the work. */
export function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const descriptor = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
