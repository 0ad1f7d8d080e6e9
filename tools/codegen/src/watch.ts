import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import { isUrl } from './load/files.ts';

/** Milliseconds in which changes are one: editors write a file in several steps. */
const TOGETHER = 100;

/** Files whose changes are waited for. Folders are watched rather than files, as editors replace these. */
export class WatchedFiles {
  readonly #files = new Set<string>();
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;
  #isChanged = false;
  #wake = (): void => {};

  /** Addresses of the network cannot be watched. */
  add(file: string): void {
    if (isUrl(file)) return;
    const { dir } = path.parse(path.resolve(file));
    this.#files.add(path.resolve(file));
    if (this.#watchers.has(dir)) return;
    try {
      const watcher = watch(dir, (_, name) => this.#notice(dir, name));
      watcher.on('error', () => this.#watchers.delete(dir));
      this.#watchers.set(dir, watcher);
    } catch {
      // There is no such folder; the file that refers to it is watched.
    }
  }

  get isEmpty(): boolean {
    return this.#watchers.size === 0;
  }

  /** Resolves when a file has changed since the last change that was waited for. */
  async nextChange(): Promise<void> {
    if (!this.#isChanged)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#isChanged = false;
  }

  /** Some systems do not tell which file of a folder it is. */
  #notice(folder: string, name: string | null): void {
    if (name !== null && !this.#files.has(path.join(folder, name))) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isChanged = true;
      this.#wake();
    }, TOGETHER);
  }
}
