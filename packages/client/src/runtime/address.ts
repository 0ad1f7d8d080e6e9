import type { Input, Operation, Place } from './operation.ts';

/** Where a call goes. Throws for what no URL carries. */
export function address(baseUrl: URL, { path, params = {}, wires = {} }: Operation, input: Input): string {
  const own = new Set(Object.keys(params).map((name) => wires[name] ?? name));
  const query = Object.entries(params).flatMap(([name, place]) => {
    if (place === 'map') return mapped(name, input[name], own);
    const values = encoded(name, input[name]);
    const given = place === 'query' ? values : place === 'joined' && values.length ? [values] : [];
    return given.map((value) => `${encodeURIComponent(wires[name] ?? name)}=${value}`);
  });
  return (
    baseUrl.href.replace(/\/$/, '') + filledPath(path, params, input) + (query.length ? `?${query.join('&')}` : '')
  );
}

/** The members of an object as parameters; those that the operation has by name win. */
function mapped(name: string, value: unknown, own: ReadonlySet<string>): string[] {
  return Object.entries(value ?? {}).flatMap(([key, each]) =>
    own.has(key) ? [] : encoded(`${name}.${key}`, each).map((text) => `${encodeURIComponent(key)}=${text}`),
  );
}

/**
 * Each value must be there, and none may leave an empty segment or one of only dots: a URL drops those (WHATWG URL,
 * "single-dot" and "double-dot" segments), even percent-encoded, and another resource is met.
 */
function filledPath(path: string, params: Record<string, Place>, input: Input): string {
  const segments = path.split('/').map((template) => {
    const segment = template.replace(/\{([^{}]+)\}/g, (_, name) => {
      const text = encoded(name, input[name]).join();
      if (text) return params[name] === 'greedy' ? text.replaceAll('%2F', '/') : text;
      throw new Error(`path parameter "${name}" is required and must not be empty`);
    });
    const dots = segment.split('/').find((each) => /^\.\.?$/.test(each));
    if (dots === undefined) return segment;
    throw new Error(`path parameter in ${template} must not be "${dots}": a URL cannot carry it`);
  });
  return segments.join('/');
}

/** The values of a parameter, one or several, fit for a URL. */
function encoded(name: string, value: unknown): string[] {
  return [value ?? []].flat().map((each) => {
    if (!['string', 'number', 'boolean'].includes(typeof each))
      throw new Error(`parameter "${name}" must be text, a number or a boolean`);
    return encodeURIComponent(each as string);
  });
}
