import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { SuppressedState } from '../../imports/index.ts';
import { replaceFile } from '../../platform/files/replace-file.ts';

/** How far an import came, so that it can go on after an interruption. */
export interface ImportState {
  /** Digest of the rows that are done; a file may be changed behind them, such as to repair it. */
  mark?: string;
  /** Size and time of the file, in states of older versions, which have no digest. */
  file?: string;
  /** Rows of the file that are done, the invalid ones included. */
  rows: number;
  /** List of rows with errors, once there is one. */
  errorFile?: string;
  /** Length of the list in bytes. */
  errorBytes: number;
  created: number;
  existing: number;
  unsubscribed: number;
  /** Mails that ask for a confirmation. */
  asked: number;
  /** Taken over as contacts or addresses to which no mailings may go. */
  suppressed: Record<SuppressedState, number>;
  /** Left out because an earlier row has the same key. */
  duplicates: number;
  invalid: number;
  /** Stored without values that their fields do not take. */
  incomplete: number;
}

const stateFile = (path: string) => `${path}.import`;

function fileMark(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${Math.floor(mtimeMs)}`;
}

/** Reads the state of an interrupted import. @throws Error if there is none */
export function readState(path: string): ImportState {
  if (!existsSync(stateFile(path)))
    throw new Error(`there is no interrupted import of ${path}; run the command without --resume`);
  const state = JSON.parse(readFileSync(stateFile(path), 'utf8')) as ImportState;
  if (state.file !== undefined && state.file !== fileMark(path)) throw fileChanged(path);
  const {
    asked = 0,
    suppressed = { unsubscribed: 0, blocked: 0 },
    duplicates = 0,
    incomplete = 0,
    errorFile = `${path}.errors.csv`,
  } = state; // older versions had none of these
  return { ...state, asked, suppressed, duplicates, incomplete, ...(state.errorBytes > 0 && { errorFile }) };
}

export const fileChanged = (path: string) =>
  new Error(
    `rows of ${path} that are imported already were changed since; run the command without --resume to start again`,
  );

/** Saves the progress; after a power failure, the file has the previous state or this one. */
export function writeState(path: string, state: ImportState): void {
  replaceFile(stateFile(path), JSON.stringify(state));
}

export function removeState(path: string): void {
  rmSync(stateFile(path), { force: true });
}
