import type { SynchronizedContact } from '@mailwright/server';
import {
  isDuplicate,
  keyOf,
  type SourceRow,
  type SuppressedState,
  settleRows,
  type UnstoredRow,
  type ValidRow,
} from '../../imports/index.ts';
import type { KnownBy, Permission } from '../../people/index.ts';
import type { ImportCounts } from './contacts.ts';
import { newErrorFile, type RowFault, readFaults, resumedErrorFile } from './error-file.ts';
import { fileMark, type ImportState, readState, removeState, writeState } from './state.ts';

/** Rows that are stored at once. */
const chunkSize = 10_000;

export interface ImportRun {
  path: string;
  /** File for the list of rows with errors, if the user chose one. */
  errors?: string | undefined;
  rows: AsyncIterable<SourceRow>;
  /** Bytes of the file that are read so far. */
  bytesRead(): number;
  knownBy: KnownBy;
  /**
   * @param permission that the rows of the file have; undefined when it does not tell
   * @param suppression of all of them
   */
  store(
    contacts: SynchronizedContact[],
    permission: Permission | undefined,
    suppression: SuppressedState | undefined,
  ): Promise<ImportCounts>;
  /** Told of rows with errors, and of those of the interrupted import that is resumed. */
  onFaults?(faults: RowFault[]): void;
  /** Goes on where an interrupted import of the file ended. */
  resume: boolean;
  /** Nothing is stored, so nothing can be resumed. */
  dryRun: boolean;
  /** @param bytes of the file whose rows are stored */
  onProgress(state: ImportState, bytes: number): void;
  /** Whether to stop after the present chunk. */
  stopped(): boolean;
}

/**
 * Stores the rows of a file in chunks, the next one being read while one is stored. Each chunk is written down when it is
 * stored; one that was stored and not written down is stored again after an interruption, which changes nothing.
 */
export async function runImport(run: ImportRun): Promise<ImportState & { complete: boolean }> {
  const { path, dryRun, knownBy } = run;
  const state: ImportState = run.resume ? readState(path) : { file: fileMark(path), ...structuredClone(nothingDone) };
  const list = run.resume ? resumedErrorFile(path, state.errorFile, state.errorBytes) : newErrorFile(path, run.errors);
  const note = () => {
    if (list.path !== undefined) state.errorFile = list.path;
    state.errorBytes = list.bytes();
    if (!dryRun) writeState(path, state);
  };
  note();

  const stored = new Set<string>();
  const refusedBefore = new Set<number>();
  if (state.rows > 0 && list.path !== undefined && list.bytes() > 0)
    for await (const fault of readFaults(list.path)) {
      refusedBefore.add(fault.line);
      run.onFaults?.([fault]);
    }
  const noteStored = (row: SourceRow) => {
    if (!('fault' in row) && !row.unsubscribed && !refusedBefore.has(row.line)) stored.add(keyOf(row.contact, knownBy));
  };
  const settle = async ({ rows, bytes }: Chunk) => {
    state.unsubscribed += rows.filter((row) => 'unsubscribed' in row).length;
    const store = (contacts: SynchronizedContact[], { permission, suppression }: Consent) =>
      run.store(contacts, permission, suppression);
    const { unstored, keys } = await settleRows(rows, stored, knownBy, store, (counts, suppression, contacts) => {
      if (suppression !== undefined) state.suppressed[suppression] += contacts;
      state.created += counts.created;
      state.existing += counts.existing;
      state.unsubscribed += counts.unsubscribed;
      state.asked += counts.asked;
    });
    for (const key of keys) stored.add(key);
    const faults = unstored.map(toFault);
    if (faults.length > 0 && list.path === undefined) {
      list.choose();
      note();
    }
    list.append(faults.map(({ line, cells }) => [line, ...cells]));
    if (faults.length > 0) run.onFaults?.(faults);
    const duplicates = faults.filter(isDuplicate).length;
    state.rows += rows.length;
    state.duplicates += duplicates;
    state.invalid += faults.length - duplicates;
    note();
    run.onProgress(state, bytes);
  };

  let storing: Promise<void> = Promise.resolve();
  try {
    for await (const chunk of inChunks(run, state.rows, noteStored)) {
      await storing;
      if (run.stopped()) return { ...state, complete: false };
      storing = settle(chunk);
      storing.catch(() => {}); // it is awaited before the next chunk
    }
    await storing;
  } catch (error) {
    // A file that cannot be read leaves nothing to resume.
    if (state.rows === 0 && !dryRun) removeState(path);
    throw error;
  }
  if (!dryRun) removeState(path);
  return { ...state, complete: true };
}

const nothingDone = {
  rows: 0,
  errorBytes: 0,
  created: 0,
  existing: 0,
  unsubscribed: 0,
  asked: 0,
  suppressed: { unsubscribed: 0, blocked: 0 },
  duplicates: 0,
  invalid: 0,
};

type Consent = Pick<ValidRow, 'permission' | 'suppression'>;

/** Returns the line of the list of errors for a row. */
function toFault({ line, code, contact, field, fault }: UnstoredRow): RowFault {
  return {
    line,
    ...(code !== undefined && { code }),
    cells: [contact?.email, contact?.external_id, code, field, fault],
  };
}

/** Rows that are stored at once, and the bytes of the file up to them. */
interface Chunk {
  rows: SourceRow[];
  bytes: number;
}

/** @param onSkipped told of the first `skip` rows, which an interrupted import has stored or refused */
async function* inChunks(
  { rows, bytesRead }: ImportRun,
  skip: number,
  onSkipped: (row: SourceRow) => void,
): AsyncGenerator<Chunk> {
  let chunk: SourceRow[] = [];
  let seen = 0;
  for await (const row of rows) {
    if (++seen <= skip) {
      onSkipped(row);
      continue;
    }
    chunk.push(row);
    if (chunk.length < chunkSize) continue;
    yield { rows: chunk, bytes: bytesRead() };
    chunk = [];
  }
  if (chunk.length > 0) yield { rows: chunk, bytes: bytesRead() };
}
