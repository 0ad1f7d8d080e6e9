import { DeadlineError, MemoryLimitError } from '../../platform/workers/limit-errors.ts';
import { workerFunctions } from '../../platform/workers/worker-pool.ts';
import { TemplateError } from '../personalization/template-error.ts';

const call = workerFunctions<typeof import('./worker.ts')>(import.meta.url, './worker');

/** Makes the text of a mail from its HTML, with its tags and Liquid. @throws TemplateError if that takes too much */
export async function toPlainText(html: string, deadlineMillis = 5000): Promise<string> {
  const text = await call('toPlainText', html, { deadlineMillis }).catch((error: unknown) => {
    if (!(error instanceof DeadlineError) && !(error instanceof MemoryLimitError)) throw error;
  });
  if (typeof text === 'string') return text;
  throw new TemplateError('The HTML is too large or too deeply nested to make a text from it.');
}
