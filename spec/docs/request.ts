import { isIdempotencyKey, type Operation, type Parameter } from '@mailwright/codegen';
import type { Example } from './examples.ts';

/** What a snippet sends: parameters with their examples, and the body. */
export interface SampleRequest {
  operation: Operation;
  parameters: { parameter: Parameter; value: unknown }[];
  mediaType?: string;
  /** Absent for a body of bytes. */
  body?: Example;
}

const optional = 2;

/**
 * The required parameters, and the first few optional ones where nothing is required but the path. The client gives an
 * Idempotency-Key by itself.
 */
export function chooseParameters(parameters: Parameter[], examples: Map<string, unknown>): SampleRequest['parameters'] {
  const required = parameters.filter((parameter) => parameter.required);
  const more = parameters.filter((parameter) => !parameter.required && !isUnremarkable(parameter));
  const chosen = required.some((parameter) => parameter.in === 'query')
    ? required
    : [...required, ...more.slice(0, optional)];
  return chosen.map((parameter) => ({ parameter, value: examples.get(parameter.name) }));
}

const isUnremarkable = (parameter: Parameter) => isIdempotencyKey(parameter) || /^page_|^order/.test(parameter.name);
