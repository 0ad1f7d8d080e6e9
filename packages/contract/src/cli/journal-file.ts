import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Journal, openJournal, type RunHeader } from '../ownership/journal.ts';

/**
 * Opens a journal and says where, for nobody can say it any more when the run is killed.
 * @param given its file; by default one in the temporary directory
 */
export function journalAt(given: string | undefined, run: RunHeader): { file: string; journal: Journal } {
  const file = given ?? join(tmpdir(), `mailwright-contract-${run.seed.replaceAll(/[^\w-]/g, '_')}.jsonl`);
  const journal = openJournal(file, { ...run, description: locationOf(run.description) });
  console.error(`If the run is killed: mailwright-contract clean-up ${file}`);
  return { file, journal };
}

const locationOf = (description: string) => (/^https?:/.test(description) ? description : resolve(description));
