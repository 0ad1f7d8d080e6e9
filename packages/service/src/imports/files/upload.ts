import { DeadlineError, MemoryLimitError } from '../../platform/workers/limit-errors.ts';
import { workerFunctions } from '../../platform/workers/worker-pool.ts';
import { ImportFault } from '../import-fault.ts';
import type { GivenFile, ReadFile } from '../reading/worker.ts';

const call = workerFunctions<typeof import('../reading/worker.ts')>(import.meta.url, '../reading/worker');
const limits = { deadlineMillis: 30_000 };

/** Reads a file that was uploaded, in a worker thread. @throws ImportFault if it cannot be imported */
export async function readUpload(file: GivenFile): Promise<ReadFile> {
  const read = await call('readFile', file, limits).catch((error: unknown) => {
    if (error instanceof DeadlineError || error instanceof MemoryLimitError)
      throw new ImportFault(`${file.name} is too large to be read at once; save it as several CSV files`);
    throw error;
  });
  if ('fault' in read) throw new ImportFault(read.fault);
  return read;
}
