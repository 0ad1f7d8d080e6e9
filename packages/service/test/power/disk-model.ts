import type { Random } from '../support/random.ts';

/** What a program did to the files below one directory. Ids stand for files and directories, whatever their names are. */
export type DiskEvent =
  | { op: 'make'; directory: number; name: string; id: number; kind: 'file' | 'directory' }
  | { op: 'remove'; directory: number; name: string }
  | { op: 'rename'; from: Name; to: Name; id: number }
  | { op: 'write'; id: number; at: number; bytes: Uint8Array }
  | { op: 'resize'; id: number; size: number }
  | { op: 'sync'; id: number }
  | { op: 'mark'; value: unknown };

interface Name {
  directory: number;
  name: string;
}

/** Files by their paths below the directory; directories have no content. */
export type Image = Map<string, Uint8Array | undefined>;

type DataEvent = Extract<DiskEvent, { op: 'write' | 'resize' }>;
type NameEvent = Extract<DiskEvent, { op: 'make' | 'remove' | 'rename' }>;
type Names = Map<number, Map<string, number>>;

/** What a disk writes whole or not at all. */
export const sectorBytes = 512;

/**
 * A disk under a program, from the events of the program. A kill loses nothing. After a power failure, content is safe if its file
 * was synced, and a name if its directory or the file itself was synced since: POSIX does not promise the latter, but ext4, XFS and
 * Btrfs do, and PostgreSQL needs it for the files of new tables. Of later changes of content any sectors may be there or not;
 * changes of the names in one directory are done in order, as journals do.
 */
export class DiskModel {
  #root: number;
  #files = new Map<number, { durable: Content; pending: DataEvent[] }>();
  #names: Names = new Map();
  #pendingNames: NameEvent[] = [];

  /** @param root the directory, which is empty and there at first */
  constructor(root: number) {
    this.#root = root;
    this.#names.set(root, new Map());
  }

  apply(event: DiskEvent): void {
    switch (event.op) {
      case 'make':
        if (event.kind === 'directory') this.#names.set(event.id, new Map());
        else if (!this.#files.has(event.id)) this.#files.set(event.id, { durable: new Content(), pending: [] });
        this.#pendingNames.push(event);
        break;
      case 'remove':
      case 'rename':
        this.#pendingNames.push(event);
        break;
      case 'write':
      case 'resize':
        this.#files.get(event.id)!.pending.push(event);
        break;
      case 'sync':
        this.#sync(event.id);
    }
  }

  /** Everything is on the disk. */
  syncAll(): void {
    for (const id of [...this.#files.keys(), ...this.#names.keys()]) this.#sync(id);
  }

  /** The process was killed: the system writes all that it was told. */
  afterKill(): Image {
    return this.#image(this.#pendingNames, ({ durable, pending }) => durable.with(pending));
  }

  /** The power failed: of what was not synced, something may have been written. */
  afterPowerLoss(random: Random): Image {
    const upTo = new Map<number, number>();
    const done = this.#pendingNames.filter((event) => {
      const isDone = directoriesOf(event).every((directory) => {
        const count = this.#pendingNames.filter((each) => directoriesOf(each).includes(directory)).length;
        if (!upTo.has(directory)) upTo.set(directory, random(count + 1));
        return upTo.get(directory)! > 0;
      });
      for (const directory of directoriesOf(event)) upTo.set(directory, isDone ? upTo.get(directory)! - 1 : 0);
      return isDone;
    });
    return this.#image(done, ({ durable, pending }) => durable.with(survivors(pending, random)));
  }

  #sync(id: number): void {
    const file = this.#files.get(id);
    if (file) {
      for (const event of file.pending) file.durable.apply(event);
      file.pending = [];
      const named = this.#pendingNames.findLastIndex((event) => event.op !== 'remove' && event.id === id);
      if (named !== -1) this.#finish(directoriesOf(this.#pendingNames[named]!), named);
    } else this.#finish([id], this.#pendingNames.length - 1);
  }

  /** Writes the changes of names in some directories, up to one of them. */
  #finish(directories: readonly number[], last: number): void {
    const isDone = (event: NameEvent, index: number) =>
      index <= last && directoriesOf(event).some((directory) => directories.includes(directory));
    for (const event of this.#pendingNames.filter(isDone)) applyName(this.#names, event);
    this.#pendingNames = this.#pendingNames.filter((event, index) => !isDone(event, index));
  }

  #image(
    changes: readonly NameEvent[],
    contentOf: (file: { durable: Content; pending: DataEvent[] }) => Uint8Array,
  ): Image {
    const names: Names = new Map(Array.from(this.#names, ([id, entries]) => [id, new Map(entries)]));
    for (const event of changes) applyName(names, event);
    const image: Image = new Map();
    const walk = (directory: number, path: string) => {
      for (const [name, id] of names.get(directory)!) {
        const file = this.#files.get(id);
        image.set(path + name, file && contentOf(file));
        if (file === undefined) walk(id, `${path}${name}/`);
      }
    };
    walk(this.#root, '');
    return image;
  }
}

/** Paths whose files are not the same. */
export function differences(model: Image, real: Image): string[] {
  const paths = new Set([...model.keys(), ...real.keys()]);
  return [...paths].filter((path) => {
    const [one, other] = [model.get(path), real.get(path)];
    if (one === undefined || other === undefined) return one !== other || model.has(path) !== real.has(path);
    return Buffer.compare(one, other) !== 0;
  });
}

/** A change of two directories is one change. */
const directoriesOf = (event: NameEvent) =>
  event.op === 'rename' ? [...new Set([event.from.directory, event.to.directory])] : [event.directory];

function applyName(names: Names, event: NameEvent): void {
  if (event.op === 'make') names.get(event.directory)!.set(event.name, event.id);
  else if (event.op === 'remove') names.get(event.directory)!.delete(event.name);
  else {
    const from = names.get(event.from.directory)!;
    const id = from.get(event.from.name);
    from.delete(event.from.name);
    if (id !== undefined) names.get(event.to.directory)!.set(event.to.name, id);
  }
}

/** Some of the changes of a file: none, all, the first ones with the last of them torn, or any sectors of them. */
function survivors(pending: readonly DataEvent[], random: Random): DataEvent[] {
  const inSectors = pending.flatMap((event) => (event.op === 'write' ? sectorsOf(event) : [event]));
  switch (random(4)) {
    case 0:
      return [];
    case 1:
      return inSectors;
    case 2:
      return inSectors.slice(0, random(inSectors.length + 1));
    default:
      return inSectors.filter(() => random(2) === 0);
  }
}

function sectorsOf({ id, at, bytes }: Extract<DataEvent, { op: 'write' }>): DataEvent[] {
  const parts: DataEvent[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = Math.min(bytes.length, start + sectorBytes - ((at + start) % sectorBytes));
    parts.push({ op: 'write', id, at: at + start, bytes: bytes.subarray(start, end) });
    start = end;
  }
  return parts;
}

/** Bytes of a file that may grow. */
class Content {
  #bytes: Uint8Array;
  #size: number;

  constructor(bytes = new Uint8Array(0)) {
    this.#bytes = bytes;
    this.#size = bytes.length;
  }

  apply(event: DataEvent): void {
    const size = event.op === 'write' ? Math.max(this.#size, event.at + event.bytes.length) : event.size;
    if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(size, Math.min(2 * this.#bytes.length, size + 1_048_576)));
      larger.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = larger;
    }
    if (event.op === 'write') this.#bytes.set(event.bytes, event.at);
    else this.#bytes.fill(0, size, Math.max(size, this.#size));
    this.#size = size;
  }

  /** The bytes after some more changes, which this content does not get. */
  with(changes: readonly DataEvent[]): Uint8Array {
    if (changes.length === 0) return this.#bytes.subarray(0, this.#size);
    const changed = new Content(this.#bytes.slice(0, this.#size));
    for (const change of changes) changed.apply(change);
    return changed.#bytes.subarray(0, changed.#size);
  }
}
