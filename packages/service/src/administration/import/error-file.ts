import {
  appendFileSync,
  chmodSync,
  createReadStream,
  existsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { csvLine } from '@mailwright/server-runtime/web';
import { csvRows } from '../../imports/index.ts';
import { syncDirectory } from '../../platform/files/sync.ts';

/** A row that is not stored, or lacks values: its line in the file, and the cells of the list of errors. */
export interface RowFault {
  line: number;
  /** Of the service; rows that are no contacts have none. */
  code?: number;
  /** Whether the row is stored without the values that are wrong. */
  isStored?: true;
  /** email, external id, code, field, fault */
  cells: (string | number | null | undefined)[];
}

/** The list of rows that were not stored. It is made for the first of them, and no file is overwritten. */
export interface ErrorFile {
  /** `undefined` as long as none is chosen. */
  path: string | undefined;
  /** Chooses the path, before there is a file: an import that is interrupted from now on goes on with it. */
  choose(): void;
  append(rows: readonly (string | number | null | undefined)[][]): void;
  bytes(): number;
}

/** End of the fault of rows that are stored without their bad values. */
export const storedWithout = '; stored without it';

const header = csvLine(['line', 'email', 'external_id', 'code', 'field', 'fault']);

/**
 * Starts the list of an import.
 * @param wanted file of the user's choice; by default one beside the imported file, with a number if there are others
 * @throws Error if the wanted file has contents
 */
export function newErrorFile(imported: string, wanted: string | undefined): ErrorFile {
  if (wanted !== undefined && statSync(wanted, { throwIfNoEntry: false })?.size)
    throw new Error(`${wanted} already exists; choose another file with --errors`);
  return errorFile(undefined, () => wanted ?? freeName(imported));
}

/** Goes on with the list of an interrupted import, of which only the first `bytes` are noted. */
export function resumedErrorFile(imported: string, path: string | undefined, bytes: number): ErrorFile {
  if (path !== undefined && bytes > 0) truncateSync(path, bytes);
  return errorFile(path, () => freeName(imported), bytes > 0);
}

/** Reads the faults that a list has. */
export async function* readFaults(path: string): AsyncGenerator<RowFault> {
  for await (const { cells } of csvRows(createReadStream(path, 'utf8'))) {
    const [line, ...others] = cells;
    if (line === 'line') continue;
    const code = others[2] === '' ? undefined : Number(others[2]);
    const isStored = others[4]?.endsWith(storedWithout);
    yield {
      line: Number(line),
      ...(code !== undefined && { code }),
      ...(isStored && { isStored: true }),
      cells: others,
    };
  }
}

function errorFile(path: string | undefined, choose: () => string, begun = false): ErrorFile {
  let isBegun = begun;
  return {
    path,
    choose() {
      this.path ??= choose();
    },
    append(rows) {
      if (rows.length === 0) return;
      this.choose();
      const file = this.path!;
      if (!isBegun) writeFileSync(file, header, { mode: 0o600 });
      // Durable before the progress that counts its bytes; what is no file, such as a pipe, cannot be synced.
      const flush = statSync(file).isFile();
      if (!isBegun && flush) {
        chmodSync(file, 0o600); // an empty one may be for everybody to read
        syncDirectory(dirname(file));
      }
      isBegun = true;
      appendFileSync(file, rows.map((row) => csvLine(row)).join(''), { flush });
    },
    bytes() {
      return isBegun ? statSync(this.path!).size : 0;
    },
  };
}

function freeName(imported: string): string {
  for (let number = 1; ; number++) {
    const name = `${imported}.errors${number === 1 ? '' : `.${number}`}.csv`;
    if (!existsSync(name)) return name;
  }
}
