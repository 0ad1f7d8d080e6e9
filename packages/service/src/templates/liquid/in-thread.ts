import { DeadlineError, MemoryLimitError } from '../../platform/workers/limit-errors.ts';
import { workerFunctions } from '../../platform/workers/worker-pool.ts';
import { TemplateError } from '../personalization/template-error.ts';
import type { Answer, CompileRequest, Markup, Variable } from './messages.ts';

/** Deadlines in ms. LiquidJS has limits of its own, which have been bypassed. */
const compileLimits = { deadlineMillis: 5000 };
const renderLimits = { deadlineMillis: 2000 };

const call = workerFunctions<typeof import('./worker.ts')>(import.meta.url, './worker');

/** A template that LiquidJS rejects. */
export class TemplateFault extends Error {
  readonly index: number;

  constructor(message: string, index: number) {
    super(message);
    this.index = index;
  }
}

/** @throws TemplateFault for markup without an end */
export const readTemplates = async (templates: string[]): Promise<Markup[][]> =>
  resultsOf(await withinLimits(call('read', templates, compileLimits)));

/** @throws TemplateFault for what LiquidJS cannot parse */
export const compileTemplates = async (request: CompileRequest): Promise<Variable[][]> =>
  resultsOf(await withinLimits(call('compile', request, compileLimits)));

/** The sources filled with values. @throws TemplateFault, or TemplateError when they take too long */
export async function renderTemplates({ key, sources }: CompileRequest, values: object): Promise<string[]> {
  const answer = await withinLimits(call('render', { key, values }, renderLimits));
  if (answer !== 'missing') return resultsOf(answer);
  const filled = await withinLimits(call('render', { key, sources, values }, compileLimits));
  if (filled === 'missing') throw new Error('A compiled template was lost.');
  return resultsOf(filled);
}

function resultsOf<Result>(answer: Answer<Result>): Result[] {
  if ('results' in answer) return answer.results;
  throw new TemplateFault(answer.fault, answer.index);
}

/** @throws TemplateError that tells the author which limit was reached */
async function withinLimits<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DeadlineError) throw new TemplateError(`Rendering takes more than ${error.millis} ms.`);
    if (error instanceof MemoryLimitError) throw new TemplateError('Rendering takes too much memory.');
    throw error;
  }
}
