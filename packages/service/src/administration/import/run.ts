import { createHash } from 'node:crypto';
import type { SynchronizedContact } from '@mailwright/server';
import {
  countUnstored,
  keyOf,
  type SharedOfRows,
  type SourceRow,
  settleRows,
  type UnstoredRow,
} from '../../imports/index.ts';
import type { KnownBy } from '../../people/index.ts';
import type { ImportCounts } from './contacts.ts';
import { newErrorFile, type RowFault, readFaults, resumedErrorFile, storedWithout } from './error-file.ts';
import { fileChanged, type ImportState, readState, removeState, writeState } from './state.ts';

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
  /** @param shared what the file tells of these contacts beside their fields */
  store(contacts: SynchronizedContact[], shared: SharedOfRows): Promise<ImportCounts>;
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

/** Counts of an import, and whether the file was read to its end. */
export type ImportEnd = ImportState & {
  complete: boolean;
  /** Why the rest of the file could not be read. */
  fault?: Error;
};

/**
 * Stores the rows of a file in chunks, the next one being read while one is stored. Each chunk is written down when it is
 * stored; one that was stored and not written down is stored again after an interruption, which changes nothing.
 * A file that cannot be read to its end is imported up to the chunk before. @throws Error if there is no such chunk
 */
export async function runImport(run: ImportRun): Promise<ImportEnd> {
  const { path, dryRun, knownBy } = run;
  const state: ImportState = run.resume ? readState(path) : structuredClone(nothingDone);
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
      if (!fault.isStored) refusedBefore.add(fault.line);
      run.onFaults?.([fault]);
    }
  const mark = createHash('sha256');
  const { rows: done, mark: wanted } = state;
  let skipped = 0;
  const noteStored = (row: SourceRow) => {
    mark.update(JSON.stringify(row));
    if (++skipped === done && wanted !== undefined && mark.copy().digest('hex') !== wanted) throw fileChanged(path);
    if (!('fault' in row) && !row.unsubscribed && !refusedBefore.has(row.line)) stored.add(keyOf(row.contact, knownBy));
  };
  const settle = async ({ rows, bytes }: Chunk) => {
    for (const row of rows) mark.update(JSON.stringify(row));
    state.unsubscribed += rows.filter((row) => 'unsubscribed' in row).length;
    const { unstored, keys } = await settleRows(rows, stored, knownBy, run.store, (counts, suppression, contacts) => {
      if (suppression !== undefined) state.suppressed[suppression] += contacts;
      state.created += counts.created;
      state.existing += counts.existing;
      state.unsubscribed += counts.unsubscribed;
      state.asked += counts.asked;
    });
    for (const key of keys) stored.add(key);
    const faults = unstored.map(toFault);
    const { duplicates, incomplete, invalid } = countUnstored(unstored);
    if (faults.length > 0 && list.path === undefined) {
      list.choose();
      note();
    }
    list.append(faults.map(({ line, cells }) => [line, ...cells]));
    if (faults.length > 0) run.onFaults?.(faults);
    state.rows += rows.length;
    state.mark = mark.copy().digest('hex');
    state.duplicates += duplicates;
    state.invalid += invalid;
    state.incomplete += incomplete;
    note();
    run.onProgress(state, bytes);
  };

  let storing: Promise<void> = Promise.resolve();
  let fault: Error | undefined;
  const rows = untilFault(run.rows, (error) => {
    fault = error;
  });
  try {
    for await (const chunk of inChunks(rows, run.bytesRead, done, noteStored)) {
      // The last chunk is not whole, and would be stored by its half.
      if (fault !== undefined) break;
      await storing;
      if (run.stopped()) return { ...state, complete: false };
      storing = settle(chunk);
      storing.catch(() => {}); // it is awaited before the next chunk
    }
    await storing;
    if (fault !== undefined && state.rows > 0) return { ...state, complete: false, fault };
    if (fault !== undefined) throw fault;
    if (skipped < done) throw fileChanged(path);
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
  incomplete: 0,
};

/** Returns the line of the list of errors for a row. */
function toFault({ line, code, contact, field, fault, bad }: UnstoredRow): RowFault {
  const key = [contact?.email, contact?.external_id, code];
  if (bad === undefined) return { line, ...(code !== undefined && { code }), cells: [...key, field, fault] };
  const join = (texts: string[]) => texts.join(' | ');
  const faults = join(bad.map((each) => each.fault));
  const cells = [...key, join(bad.map((each) => each.field)), `${faults}${storedWithout}`];
  return { line, ...(code !== undefined && { code }), isStored: true, cells };
}

/** Yields rows up to the one at which the source fails. */
async function* untilFault(rows: AsyncIterable<SourceRow>, onFault: (error: Error) => void): AsyncGenerator<SourceRow> {
  try {
    yield* rows;
  } catch (error) {
    onFault(error as Error);
  }
}

/** Rows that are stored at once, and the bytes of the file up to them. */
interface Chunk {
  rows: SourceRow[];
  bytes: number;
}

/** @param onSkipped told of the first `skip` rows, which an interrupted import has stored or refused */
async function* inChunks(
  rows: AsyncIterable<SourceRow>,
  bytesRead: () => number,
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
