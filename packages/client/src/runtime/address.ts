import { serializeArrayParam } from 'openapi-fetch';
import type { Input, Operation } from './operation.ts';

/** Where a call goes. The seam to openapi-fetch, which serializes the values. Throws for what no URL carries. */
export function address(baseUrl: URL, { path, params = {} }: Operation, input: Input): string {
  const query: string[] = [];
  for (const [name, place] of Object.entries(params)) {
    const values = listed(input[name]);
    const style = { style: 'form', explode: place === 'query' } as const;
    if (values.length === 0 || (place !== 'query' && place !== 'joined')) continue;
    query.push(serializeArrayParam(encodeURIComponent(name), values, style));
  }
  return baseUrl.href.replace(/\/$/, '') + filledPath(path, input) + (query.length ? `?${query.join('&')}` : '');
}

/**
 * Each value must be there, and none may leave an empty segment or one of only dots: a URL drops those (WHATWG URL,
 * "single-dot" and "double-dot" segments), even percent-encoded, and another resource is met.
 */
function filledPath(path: string, input: Input): string {
  const segments = path.split('/').map((template) => {
    const segment = template.replace(/\{([^{}]+)\}/g, (_, name) => {
      const text = serializeArrayParam(name, listed(input[name]), { style: 'simple', explode: false });
      if (text) return text;
      throw new Error(`path parameter "${name}" is required and must not be empty`);
    });
    if (!/^\.\.?$/.test(segment)) return segment;
    throw new Error(`path parameter in ${template} must not be "${segment}": a URL cannot carry it`);
  });
  return segments.join('/');
}

function listed(value: unknown): unknown[] {
  return [value ?? []].flat();
}
