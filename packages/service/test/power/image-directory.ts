import { type BigIntStats, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Image } from './disk-model.ts';

/** A directory that gets one image after the other. Of hundreds of megabytes only what differs from before is written. */
export class ImageDirectory {
  readonly directory: string;
  #written = new Map<string, { content: Uint8Array; stats: BigIntStats }>();

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Makes the files those of the image, whatever became of them since the last one. */
  write(image: Image): void {
    const entries = readdirSync(this.directory, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const path = relative(this.directory, join(entry.parentPath, entry.name));
      if (!image.has(path)) rmSync(join(this.directory, path), { recursive: true, force: true });
    }
    for (const [path, content] of image) {
      const place = join(this.directory, path);
      if (content === undefined) mkdirSync(place, { recursive: true, mode: 0o700 });
      else if (!this.#isThere(path, content)) {
        writeFileSync(place, content, { mode: 0o600 });
        this.#written.set(path, { content: content.slice(), stats: statSync(place, { bigint: true }) });
      }
    }
  }

  #isThere(path: string, content: Uint8Array): boolean {
    const before = this.#written.get(path);
    const now = statSync(join(this.directory, path), { bigint: true, throwIfNoEntry: false });
    if (before === undefined || now === undefined) return false;
    const isUntouched = now.ino === before.stats.ino && now.ctimeNs === before.stats.ctimeNs;
    return isUntouched && Buffer.compare(before.content, content) === 0;
  }
}
