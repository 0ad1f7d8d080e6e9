import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../bench.ts';
import { csvOf, inChunks, people } from '../contacts/people.ts';
import { forgetPeak, peakMegabytes, watchPeak } from '../load/memory.ts';
import { startPostgres } from '../load/postgres.ts';
import { freshDirectory, runCommand, startService } from '../load/service.ts';

const count = 1_000_000;
const limit = 400;

/** Memory of the processes while `mailwright import` stores a million rows beside a running service (Linux). */
export async function contactsImportMemoryBench(): Promise<Figure[]> {
  const directory = freshDirectory();
  const file = join(directory, 'contacts.csv');
  let isFirst = true;
  for (const chunk of inChunks(people(count), 50_000)) {
    const text = csvOf(chunk);
    appendFileSync(file, isFirst ? text : text.slice(text.indexOf('\n') + 1));
    isFirst = false;
  }
  const postgres = await startPostgres();
  try {
    const place = ['--database', postgres.url];
    return [...(await measure('server', file, place, place)), ...(await measure('embedded', file, []))];
  } finally {
    await postgres.stop();
    rmSync(directory, { recursive: true });
  }
}

async function measure(name: string, file: string, options: string[], place?: string[]): Promise<Figure[]> {
  const service = await startService(options);
  try {
    forgetPeak(service.pid);
    let stopWatching = () => 0;
    await runCommand(['import', file, ...(place ?? ['--data', service.dataDir])], (pid) => {
      stopWatching = watchPeak(pid);
    });
    return [
      figure(`contacts-import-memory ${name} command`, stopWatching()),
      figure(`contacts-import-memory ${name} service`, peakMegabytes(service.pid)),
    ];
  } finally {
    await service.stop();
  }
}

function figure(name: string, megabytes: number): Figure {
  const detail = `at most ${megabytes.toFixed(0)} MB resident, of ${limit} MB, while ${count} rows are stored`;
  return { name, ratio: megabytes / limit, target: { bound: 'at most', value: 1 }, detail };
}
