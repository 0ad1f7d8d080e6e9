import { DeadlineError, MemoryLimitError } from '../../platform/workers/limit-errors.ts';
import { TemplateError } from '../../templates/index.ts';

/** Reading contents takes a second at most on any machine, unless they are made to take long. */
export const readingLimits = { deadlineMillis: 20_000 };

/** Awaits work of a worker thread on contents. @throws TemplateError that tells the author which limit was reached */
export async function withinLimits<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DeadlineError || error instanceof MemoryLimitError)) throw error;
    throw new TemplateError(`the contents are too complex to be checked, ${error.message}`);
  }
}
