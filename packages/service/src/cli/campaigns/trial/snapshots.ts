import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readText } from '../files.ts';

/** Directory of the snapshots in that of the campaigns. */
const folder = 'snapshots';
const mostBytes = 16_777_216;
const longestLine = 120;

/** Renderings as they were when somebody has looked at them. */
export class Snapshots {
  readonly #root: string;
  readonly #updates: boolean;
  readonly #used = new Set<string>();
  #written = 0;

  /**
   * @param updates whether the files are written in place of being compared
   * @throws Error if the directory of the snapshots is a link: files are written and removed in it
   */
  constructor(root: string, updates: boolean) {
    if (lstatSync(join(root, folder), { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Error(`${folder} is a link; it must be a directory`);
    this.#root = root;
    this.#updates = updates;
  }

  /** Number of files that were written. */
  get written(): number {
    return this.#written;
  }

  /**
   * Compares a rendering with its file, or writes it.
   * @param name path below the directory of the snapshots
   * @returns what differs; undefined if nothing does
   */
  check(name: string, rendered: string): string | undefined {
    const path = `${folder}/${name}`;
    const full = join(this.#root, path);
    const text = rendered.replaceAll('\r\n', '\n');
    this.#used.add(path);
    const before = existsSync(full) ? readText(this.#root, path, mostBytes) : undefined;
    if (before === text) return undefined;
    if (this.#updates) {
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, text);
      this.#written += 1;
      return undefined;
    }
    if (before === undefined) return `there is no ${path}; look at the mail and write it with --update`;
    return describe(path, before, text);
  }

  /** Returns the files that belong to nothing any more; an update removes them. */
  findOld(): string[] {
    const root = join(this.#root, folder);
    if (!existsSync(root)) return [];
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    const paths = files.map(({ parentPath, name }) => join(parentPath, name));
    const old = paths.filter((path) => {
      const inside = path.slice(this.#root.length).replaceAll('\\', '/').replace(/^\//, '');
      return /\.(?:html|txt)$/.test(path) && !this.#used.has(inside);
    });
    if (this.#updates) for (const path of old) rmSync(path);
    return old.map((path) => path.slice(root.length + 1));
  }
}

/** Says where two texts begin to differ. */
function describe(path: string, before: string, after: string): string {
  const [had, has] = [before.split('\n'), after.split('\n')];
  const at = has.findIndex((line, index) => line !== had[index]);
  const line = at === -1 ? has.length : at;
  const shown = (text: string | undefined, other: string | undefined) => {
    if (text === undefined) return '(nothing)';
    const start = Math.max(0, Array.from(text).findIndex((letter, index) => letter !== other?.[index]) - 40);
    return `${start > 0 ? '…' : ''}${text.slice(start, start + longestLine)}`;
  };
  return [
    `it is rendered in another way than in ${path}:${line + 1}; --update takes it over`,
    `      - ${shown(had[line], has[line])}`,
    `      + ${shown(has[line], had[line])}`,
  ].join('\n');
}
