import { appendFileSync, chmodSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import type { SynchronizedContact } from '@mailwright/server';
import { csvLine } from '../../platform/text/csv.ts';
import type { ImportCounts } from './administration.ts';
import { faultWords } from './fault-words.ts';
import type { SourceRow } from './source.ts';
import { fileMark, type ImportState, readState, removeState, writeState } from './state.ts';

/** Rows that are stored at once. */
const chunkSize = 10_000;

export interface ImportRun {
  path: string;
  errorFile: string;
  rows: AsyncIterable<SourceRow>;
  store(contacts: SynchronizedContact[]): Promise<ImportCounts>;
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
  const start = { rows: 0, errorBytes: 0, created: 0, existing: 0, unsubscribed: 0, invalid: 0 };
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
    const valid = chunk.filter((row) => 'contact' in row);
    const counts = valid.length > 0 ? await run.store(valid.map(({ contact }) => contact)) : nothing;
    const errors = [
      ...chunk.flatMap((row) => ('fault' in row ? [{ line: row.line, cells: ['', '', '', '', row.fault] }] : [])),
      ...counts.invalid.map(({ index, code, field }) => {
        const { line, contact } = valid[index]!;
        return { line, cells: [contact.email, contact.external_id, code, field, faultWords(code)] };
      }),
    ].sort((a, b) => a.line - b.line);
    if (errors.length > 0)
      appendFileSync(errorFile, errors.map(({ line, cells }) => csvLine([line, ...cells])).join(''));
    state.rows += chunk.length;
    state.created += counts.created;
    state.existing += counts.existing;
    state.unsubscribed += counts.unsubscribed;
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
const nothing: ImportCounts = { created: 0, existing: 0, unsubscribed: 0, invalid: [] };

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
