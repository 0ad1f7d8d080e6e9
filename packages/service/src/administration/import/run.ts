import { appendFileSync, chmodSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import type { SynchronizedContact } from '@mailwright/server';
import type { SourceRow } from '../../people/index.ts';
import type { Permission } from '../../platform/database/schema.ts';
import { csvLine } from '../../platform/text/csv.ts';
import type { ImportCounts } from './contacts.ts';
import { faultWords } from './describe-fault.ts';
import { fileMark, type ImportState, readState, removeState, writeState } from './state.ts';

/** Rows that are stored at once. */
const chunkSize = 10_000;

/** A row that is not stored: its line in the file, and the cells of the list of errors. */
export interface RowFault {
  line: number;
  /** email, external id, code, field, fault */
  cells: (string | number | null | undefined)[];
}

export interface ImportRun {
  path: string;
  errorFile: string;
  rows: AsyncIterable<SourceRow>;
  /** @param permission that the rows of the file have; undefined when it does not tell */
  store(contacts: SynchronizedContact[], permission: Permission | undefined): Promise<ImportCounts>;
  /** Told of rows with errors. */
  onFaults?(faults: RowFault[]): void;
  /** Goes on where an interrupted import of the file ended. */
  resume: boolean;
  /** Nothing is stored, so nothing can be resumed. */
  dryRun: boolean;
  onProgress(state: ImportState): void;
  /** Whether to stop after the present chunk. */
  stopped(): boolean;
}

/**
 * Stores the rows of a file in chunks, the next one being read while one is stored. Each chunk is written down when it is
 * stored; one that was stored and not written down is stored again after an interruption, which changes nothing.
 */
export async function runImport(run: ImportRun): Promise<ImportState & { complete: boolean }> {
  const { path, errorFile, dryRun } = run;
  const start = { rows: 0, errorBytes: 0, created: 0, existing: 0, unsubscribed: 0, asked: 0, invalid: 0 };
  const state: ImportState = run.resume ? readState(path) : { file: fileMark(path), ...start };
  if (run.resume) truncateSync(errorFile, state.errorBytes);
  else {
    writeFileSync(errorFile, errorHeader, { mode: 0o600 });
    if (statSync(errorFile).isFile()) chmodSync(errorFile, 0o600); // one that was there may be for everybody to read
  }
  const note = () => {
    state.errorBytes = statSync(errorFile).size;
    if (!dryRun) writeState(path, state);
  };
  note();

  const settle = async (chunk: SourceRow[]) => {
    const contacts = chunk.filter((row) => 'contact' in row);
    const errors: RowFault[] = chunk.flatMap((row) =>
      'fault' in row ? [{ line: row.line, cells: ['', '', '', '', row.fault] }] : [],
    );
    const valid = contacts.filter(({ unsubscribed }) => !unsubscribed);
    state.unsubscribed += contacts.length - valid.length;
    for (const [permission, rows] of Map.groupBy(valid, (row) => row.permission)) {
      const counts = await run.store(
        rows.map(({ contact }) => contact),
        permission,
      );
      for (const { index, code, field } of counts.invalid) {
        const { line, contact } = rows[index]!;
        errors.push({ line, cells: [contact.email, contact.external_id, code, field, faultWords(code)] });
      }
      state.created += counts.created;
      state.existing += counts.existing;
      state.unsubscribed += counts.unsubscribed;
      state.asked += counts.asked;
    }
    errors.sort((a, b) => a.line - b.line);
    if (errors.length > 0) {
      appendFileSync(errorFile, errors.map(({ line, cells }) => csvLine([line, ...cells])).join(''));
      run.onFaults?.(errors);
    }
    state.rows += chunk.length;
    state.invalid += errors.length;
    note();
    run.onProgress(state);
  };

  let storing: Promise<void> = Promise.resolve();
  for await (const chunk of inChunks(run.rows, state.rows)) {
    await storing;
    if (run.stopped()) return { ...state, complete: false };
    storing = settle(chunk);
    storing.catch(() => {}); // it is awaited before the next chunk
  }
  await storing;
  if (!dryRun) removeState(path);
  return { ...state, complete: true };
}

const errorHeader = csvLine(['line', 'email', 'external_id', 'code', 'field', 'fault']);

async function* inChunks(rows: AsyncIterable<SourceRow>, skip: number): AsyncGenerator<SourceRow[]> {
  let chunk: SourceRow[] = [];
  let seen = 0;
  for await (const row of rows) {
    if (++seen <= skip) continue;
    chunk.push(row);
    if (chunk.length < chunkSize) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
