import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

type Call = (...args: unknown[]) => unknown;

/** Why nothing can be written any more: the disk is full, or it was mounted again without writing, as after a fault. */
export type DiskFault = 'ENOSPC' | 'EROFS';

const messages = { ENOSPC: 'no space left on device', EROFS: 'read-only file system' };
/** What takes room, and what any change is. */
const growing = ['writeFile', 'appendFile', 'copyFile', 'mkdir', 'mkdtemp', 'link'];
const changing = [...growing, 'rename', 'unlink', 'rmdir', 'rm', 'truncate'];

/** A directory on a disk that fails after so many calls of this thread that change it, until it is repaired. */
export class FailingDisk {
  /** Calls that changed the directory or failed to. */
  calls = 0;
  #directory: string;
  #after: number;
  #fault: DiskFault;
  #open = new Set<number>();
  #restores: (() => void)[] = [];

  constructor(directory: string, after: number, fault: DiskFault) {
    this.#directory = resolve(directory);
    this.#after = after;
    this.#fault = fault;
    const names = fault === 'ENOSPC' ? growing : changing;
    for (const name of names) {
      const touches = (args: unknown[]) => args.slice(0, 2).some((each) => this.#isBelow(each));
      this.#patch(fs, `${name}Sync`, touches);
      this.#patch(fs.promises, name, touches);
    }
    const opensNew = ([path, flags = 'r']: unknown[]) => {
      const writes = typeof flags === 'number' ? (flags & 3) !== 0 : flags !== 'r';
      return writes && this.#isBelow(path) && (fault === 'EROFS' || !fs.existsSync(path as string));
    };
    this.#patch(fs, 'openSync', opensNew, (args, opened) => {
      if (this.#isBelow(args[0])) this.#open.add(opened as number);
    });
    this.#patch(fs.promises, 'open', opensNew);
    const isOpen = ([descriptor]: unknown[]) => this.#open.has(descriptor as number);
    for (const name of ['writeSync', 'ftruncateSync']) this.#patch(fs, name, isOpen);
    this.#patch(
      fs,
      'closeSync',
      () => false,
      ([descriptor]) => this.#open.delete(descriptor as number),
    );
    syncBuiltinESMExports();
  }

  /** Whether calls fail. */
  get hasFailed(): boolean {
    return this.calls > this.#after;
  }

  /** From now on everything works. */
  repair(): void {
    for (const restore of this.#restores.splice(0)) restore();
    syncBuiltinESMExports();
  }

  /** Closes what is open, as the system does for a process that is killed; nobody may use it any more. */
  closeAll(): void {
    for (const descriptor of this.#open) fs.closeSync(descriptor);
    this.#open.clear();
  }

  #patch(
    object: object,
    name: string,
    touches: (args: unknown[]) => boolean,
    after?: (args: unknown[], result: unknown) => void,
  ) {
    const calls = object as Record<string, Call>;
    const original = calls[name]!;
    this.#restores.push(() => {
      calls[name] = original;
    });
    calls[name] = (...args) => {
      if (touches(args) && ++this.calls > this.#after) {
        const error = Object.assign(new Error(`${this.#fault}: ${messages[this.#fault]}, ${name}`), {
          code: this.#fault,
        });
        if (object === fs.promises) return Promise.reject(error);
        throw error;
      }
      const result = original.apply(object, args);
      after?.(args, result);
      return result;
    };
  }

  #isBelow(path: unknown): boolean {
    if (typeof path !== 'string' && !(path instanceof URL)) return false;
    const place = resolve(path instanceof URL ? fileURLToPath(path) : path);
    return place === this.#directory || place.startsWith(`${this.#directory}/`);
  }
}
