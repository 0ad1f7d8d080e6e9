import { isIdempotencyKey, type Operation, type Parameter } from '@mailwright/codegen';
import type { Example } from './examples.ts';

/** What a snippet sends: parameters with their examples, and the body. */
export interface SampleRequest {
  operation: Operation;
  parameters: { parameter: Parameter; value: unknown }[];
  mediaType?: string;
  /** Absent for a body of bytes. */
  body?: Pick<Example, 'value' | 'text'> | undefined;
  /** Path of the file whose bytes are the body, if a snippet needs a certain one. */
  file?: string | undefined;
  /** Requests that must have been made before. */
  after?: SampleRequest[];
}

const optional = 2;

/**
 * The required parameters, and those that are given. Reads that require none have the first few optional ones. The client
 * gives an Idempotency-Key by itself.
 */
export function chooseParameters(
  { method, parameters }: Operation,
  examples: ReadonlyMap<string, unknown>,
  given?: Record<string, unknown>,
): SampleRequest['parameters'] {
  const chosen = parameters.filter((parameter) => parameter.required || given?.[parameter.name] !== undefined);
  const isBare = method === 'GET' && given === undefined && !chosen.some((parameter) => parameter.in === 'query');
  const more = parameters.filter((parameter) => !parameter.required && !isUnremarkable(parameter));
  return [...chosen, ...(isBare ? more.slice(0, optional) : [])].map((parameter) => ({
    parameter,
    value: given?.[parameter.name] ?? examples.get(parameter.name),
  }));
}

const isUnremarkable = (parameter: Parameter) => isIdempotencyKey(parameter) || /^page_|^order/.test(parameter.name);

/** Reports whether a success of the operation has a body. */
export function answers({ paging, responses }: Operation): boolean {
  const success = responses.find(({ status }) => status !== 'default' && status < 300);
  return paging !== undefined || (success?.contents.length ?? 0) > 0;
}
