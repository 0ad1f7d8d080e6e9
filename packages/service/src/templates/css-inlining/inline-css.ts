import { DeadlineError, MemoryLimitError } from '../../platform/workers/limit-errors.ts';
import { workerFunctions } from '../../platform/workers/worker-pool.ts';
import { TemplateError } from '../personalization/template-error.ts';

const call = workerFunctions<typeof import('./worker.ts')>(import.meta.url, './worker');
const limits = { deadlineMillis: 10_000 };

/** Writes the rules of `<style>` elements into `style` attributes. @throws TemplateError if that takes too much */
export async function inlineCss(html: string): Promise<string> {
  const inlined = await call('inlineCss', html, limits).catch((error: unknown) => {
    if (!(error instanceof DeadlineError) && !(error instanceof MemoryLimitError)) throw error;
  });
  if (typeof inlined === 'string') return inlined;
  throw new TemplateError(
    'The HTML has too many elements and rules, or is nested too deeply, to write its CSS into it.',
  );
}
