import { serializeArrayParam, serializePrimitiveParam } from 'openapi-fetch';
import { InputError } from './errors/unanswered.ts';
import type { Input, Operation } from './operation.ts';

/** Path and query of a call. The seam to openapi-fetch, which serializes their values. */
export function address(operation: Operation, input: Input): string {
  const query = Object.entries(operation.params ?? {})
    .filter(([, place]) => place === 'query' || place === 'joined')
    .map(([name, place]) => queryParameter(encodeURIComponent(name), input[name], place === 'query'))
    .filter(Boolean);
  return filledPath(operation, input) + (query.length ? `?${query.join('&')}` : '');
}

function queryParameter(name: string, value: unknown, explode: boolean): string {
  if (Array.isArray(value)) return value.length ? serializeArrayParam(name, value, { style: 'form', explode }) : '';
  return serializePrimitiveParam(name, value as string);
}

/**
 * Each value must be there, and none may leave an empty segment or one of only dots: a URL drops those (WHATWG URL,
 * "single-dot" and "double-dot" segments), even percent-encoded, and another resource is met.
 */
function filledPath({ id, path }: Operation, input: Input): string {
  const segments = path.split('/').map((template) => {
    const segment = template.replace(/\{([^{}]+)\}/g, (_, name) => {
      const text = pathParameter(name, input[name]);
      if (text) return text;
      throw new InputError(id, `Path parameter "${name}" is required and must not be empty`);
    });
    if (!/^\.\.?$/.test(segment)) return segment;
    throw new InputError(id, `Path parameter in ${template} must not be "${segment}": a URL cannot carry it`);
  });
  return segments.join('/');
}

function pathParameter(name: string, value: unknown): string {
  if (Array.isArray(value)) return serializeArrayParam(name, value, { style: 'simple', explode: false });
  return encodeURIComponent((value ?? '') as string);
}
