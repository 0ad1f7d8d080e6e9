import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DiskEvent, Image } from './disk-model.ts';

type Call = (...args: never[]) => unknown;
/** Of a call: of whatever types it takes. */
type Arguments = [never, never, never, never, never];

/**
 * Records what this thread does to the files below a directory, by the calls of `node:fs` and `node:fs/promises`. Calls that it
 * does not know would go unnoticed: compare the files at the end with those of the model.
 */
export class RecordedDisk {
  readonly events: DiskEvent[] = [];
  readonly root = 0;
  #directory: string;
  #ids = new Map<string, number>();
  #nextId = 1;
  #open = new Map<number, number>();
  #restores: (() => void)[] = [];
  /** One call of Node may call others of it. */
  #depth = 0;

  /** What is there at first is recorded as made; `begin` is the number of these events. */
  readonly begin: number;

  constructor(directory: string) {
    this.#directory = resolve(directory);
    this.#ids.set(this.#directory, this.root);
    this.#adopt(this.#directory);
    this.begin = this.events.length;
    this.#patch();
  }

  mark(value: unknown): void {
    this.events.push({ op: 'mark', value });
  }

  /** Gives the calls back as they were. */
  stop(): void {
    for (const restore of this.#restores.splice(0)) restore();
    syncBuiltinESMExports();
  }

  #patch(): void {
    const around = (object: object, name: string, note: (args: Arguments) => (result: unknown) => void) => {
      const calls = object as Record<string, Call>;
      const original = calls[name]!;
      this.#restores.push(() => {
        calls[name] = original;
      });
      calls[name] = (...args) => {
        if (this.#depth > 0) return original.apply(object, args);
        const noteResult = note(args as unknown as Arguments);
        this.#depth++;
        let result: unknown;
        try {
          result = original.apply(object, args);
        } finally {
          this.#depth--;
        }
        if (result instanceof Promise)
          return result.then((value) => {
            noteResult(value);
            return value;
          });
        noteResult(result);
        return result;
      };
    };
    for (const [api, end] of [
      [fs, 'Sync'],
      [fs.promises, ''],
    ] as const) {
      around(api, `open${end}`, ([path, flags]) => {
        const isNew = this.#isNew(path);
        return (opened) => this.#opened(path, flags, isNew, opened);
      });
      around(api, `writeFile${end}`, ([target, data, options]) => this.#written(target, data, options, 'w'));
      around(api, `appendFile${end}`, ([target, data, options]) => this.#written(target, data, options, 'a'));
      around(api, `copyFile${end}`, ([, target]) => this.#written(target, undefined as never, undefined as never, 'w'));
      around(
        api,
        `rename${end}`,
        ([from, to]) =>
          () =>
            this.#renamed(from, to),
      );
      for (const remove of ['unlink', 'rmdir', 'rm'])
        around(
          api,
          `${remove}${end}`,
          ([path]) =>
            () =>
              this.#removed(path),
        );
      around(
        api,
        `mkdir${end}`,
        ([path]) =>
          () =>
            this.#madeWithParents(path),
      );
      around(api, `mkdtemp${end}`, () => (made) => this.#madeWithParents(made as never));
      around(
        api,
        `link${end}`,
        ([from, to]) =>
          () =>
            this.#linked(from, to),
      );
      around(api, `truncate${end}`, ([path, size]) => () => {
        const id = this.#idOf(path);
        if (id !== undefined) this.events.push({ op: 'resize', id, size: size ?? 0 });
      });
    }
    around(
      fs,
      'closeSync',
      ([descriptor]) =>
        () =>
          void this.#open.delete(descriptor),
    );
    const sync =
      ([descriptor]: Arguments) =>
      () =>
        this.#synced(this.#open.get(descriptor));
    around(fs, 'fsyncSync', sync);
    around(fs, 'fdatasyncSync', sync);
    around(fs, 'ftruncateSync', ([descriptor, size]) => () => {
      const id = this.#open.get(descriptor);
      if (id !== undefined) this.events.push({ op: 'resize', id, size: size ?? 0 });
    });
    around(fs, 'writeSync', ([descriptor, buffer, offset, , position]) => (count) => {
      const id = this.#open.get(descriptor);
      if (id === undefined) return;
      if (typeof position !== 'number') throw new Error('Only writes with a position are recorded.');
      this.#write(id, position, bytesOf(buffer, offset ?? 0, count as number));
    });
    syncBuiltinESMExports();
  }

  #opened(path: never, flags: never, isNew: boolean, opened: unknown): void {
    const place = this.#below(path);
    if (place === undefined) return;
    if (isNew) this.#make(place, 'file');
    const id = this.#ids.get(place)!;
    const truncates = typeof flags === 'number' ? (flags & fs.constants.O_TRUNC) !== 0 : String(flags).startsWith('w');
    if (!isNew && truncates) this.events.push({ op: 'resize', id, size: 0 });
    if (typeof opened === 'number') this.#open.set(opened, id);
    else this.#watchHandle(id, opened as fs.promises.FileHandle);
  }

  /** A handle of `node:fs/promises` has methods of its own. */
  #watchHandle(id: number, handle: fs.promises.FileHandle): void {
    const { writeFile, sync, datasync } = handle;
    let end = 0;
    handle.writeFile = async (data, options) => {
      await writeFile.call(handle, data, options);
      const bytes = Buffer.from(data as string);
      this.#write(id, end, bytes);
      end += bytes.length;
    };
    handle.sync = () => sync.call(handle).then(() => this.#synced(id));
    handle.datasync = () => datasync.call(handle).then(() => this.#synced(id));
    for (const name of ['write', 'writev', 'appendFile', 'truncate'] as const) {
      handle[name] = () => {
        throw new Error(`${name} of file handles is not recorded.`);
      };
    }
  }

  /** Whole files: what was written is read from the file. */
  #written(
    target: never,
    _data: never,
    options: { flag?: string; flush?: boolean } | undefined,
    usual: string,
  ): () => void {
    if (typeof target === 'number') throw new Error('Whole writes to descriptors are not recorded.');
    const place = this.#below(target);
    if (place === undefined) return () => {};
    const isNew = this.#isNew(target);
    const flag = options?.flag ?? usual;
    const at = isNew || flag.startsWith('w') ? 0 : fs.statSync(place).size;
    return () => {
      if (isNew) this.#make(place, 'file');
      const id = this.#ids.get(place)!;
      if (!isNew && at === 0) this.events.push({ op: 'resize', id, size: 0 });
      this.#write(id, at, fs.readFileSync(place).subarray(at));
      if (options?.flush) this.#synced(id);
    };
  }

  #write(id: number, at: number, bytes: Uint8Array): void {
    if (bytes.length > 0) this.events.push({ op: 'write', id, at, bytes });
  }

  #synced(id: number | undefined): void {
    if (id !== undefined) this.events.push({ op: 'sync', id });
  }

  #renamed(from: string, to: string): void {
    const [old, now] = [this.#below(from), this.#below(to)];
    if (old === undefined && now === undefined) return;
    if (old === undefined || now === undefined) throw new Error(`${from} was renamed across the border of the record.`);
    this.events.push({ op: 'rename', from: this.#nameOf(old), to: this.#nameOf(now), id: this.#ids.get(old)! });
    const moved = [...this.#ids].filter(([path]) => path === old || path.startsWith(`${old}/`));
    for (const [path] of moved) this.#ids.delete(path);
    for (const [path, id] of moved) this.#ids.set(now + path.slice(old.length), id);
  }

  /** Also with all below. */
  #removed(path: string): void {
    const place = this.#below(path);
    if (place === undefined || !this.#ids.has(place)) return;
    const below = [...this.#ids.keys()]
      .filter((each) => each.startsWith(`${place}/`))
      .sort((a, b) => b.length - a.length);
    for (const each of [...below, place]) {
      this.events.push({ op: 'remove', ...this.#nameOf(each) });
      this.#ids.delete(each);
    }
  }

  #madeWithParents(path: string): void {
    const place = this.#below(path);
    if (place === undefined || this.#ids.has(place)) return;
    this.#madeWithParents(dirname(place));
    this.#make(place, 'directory');
  }

  #linked(from: string, to: string): void {
    const place = this.#below(to);
    if (place === undefined) return;
    const id = this.#idOf(from)!;
    this.#ids.set(place, id);
    this.events.push({ op: 'make', ...this.#nameOf(place), id, kind: 'file' });
  }

  #make(place: string, kind: 'file' | 'directory'): void {
    const id = this.#nextId++;
    this.#ids.set(place, id);
    this.events.push({ op: 'make', ...this.#nameOf(place), id, kind });
  }

  #adopt(directory: string): void {
    for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
      const place = join(directory, entry.name);
      this.#make(place, entry.isDirectory() ? 'directory' : 'file');
      if (entry.isDirectory()) this.#adopt(place);
      else this.#write(this.#ids.get(place)!, 0, fs.readFileSync(place));
    }
  }

  #nameOf(place: string) {
    return { directory: this.#ids.get(dirname(place))!, name: basename(place) };
  }

  #idOf(path: string): number | undefined {
    const place = this.#below(path);
    return place === undefined ? undefined : this.#ids.get(place);
  }

  #isNew(path: string): boolean {
    const place = this.#below(path);
    return place !== undefined && !this.#ids.has(place);
  }

  #below(path: string): string | undefined {
    const place = resolve((path as unknown) instanceof URL ? fileURLToPath(path) : path);
    return place === this.#directory || place.startsWith(`${this.#directory}/`) ? place : undefined;
  }
}

const bytesOf = (buffer: ArrayBufferView, offset: number, count: number) =>
  new Uint8Array(buffer.buffer, buffer.byteOffset + offset, count).slice();

/** The files of a directory as an image. */
export function readImage(directory: string): Image {
  const entries = fs.readdirSync(directory, { recursive: true, withFileTypes: true });
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(directory, path), entry.isDirectory() ? undefined : fs.readFileSync(path)];
    }),
  );
}
