import { DeadlineError, MemoryLimitError } from '../../platform/workers/limit-errors.ts';
import { workerFunctions } from '../../platform/workers/worker-pool.ts';
import { TemplateError } from '../personalization/template-error.ts';

/** Usual sources take milliseconds. The library is loaded in half a second, on a busy machine in ten. */
const limits = { deadlineMillis: 20_000 };

const call = workerFunctions<typeof import('./worker.ts')>(import.meta.url, './worker');

/** Makes the HTML of a mail from MJML. @throws TemplateError that says what is wrong with the source */
export async function compileMjml(source: string): Promise<string> {
  const compiled = await call('compile', source, limits).catch((error: unknown) => {
    if (error instanceof DeadlineError) return { fault: `it takes more than ${error.millis} ms` };
    if (error instanceof MemoryLimitError) return { fault: 'it takes too much memory' };
    throw error;
  });
  if ('fault' in compiled) throw new TemplateError(`The MJML cannot be made into HTML: ${compiled.fault}.`);
  return compiled.html;
}
