import { InputError } from './errors/unanswered.ts';
import type { Input, Operation } from './operation.ts';

/**
 * The values for the path template. Each must be there, and none may leave an empty segment or one of only dots: a URL
 * drops those (WHATWG URL, "single-dot" and "double-dot" segments), even percent-encoded, and another resource is met.
 */
export function pathParameters(operation: Operation, input: Input): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, place] of Object.entries(operation.params ?? {})) {
    if (place !== 'path') continue;
    const value = input[name];
    if (value === undefined || value === null || value === '') {
      throw new InputError(operation.id, `Path parameter "${name}" is required and must not be empty`);
    }
    values[name] = value;
  }
  for (const segment of operation.path.split('/')) {
    const filled = segment.replace(/\{([^{}]+)\}/g, (_, name) => String(values[name]));
    if (filled !== segment && /^\.\.?$/.test(filled)) {
      throw new InputError(operation.id, `Path parameter in ${segment} must not be "${filled}": a URL cannot carry it`);
    }
  }
  return values;
}
