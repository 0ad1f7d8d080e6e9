import type { Bases, Input, Operation } from './operation.ts';

/** The URL of a call. Throws for values that a URL cannot contain. */
export function address(bases: Bases, operation: Operation, input: Input): string {
  const { params = {}, wire, constants = [], fixed, forms } = operation;
  const query = Object.entries(params).flatMap(([name, place]) => {
    const given = input[name] ?? fixed?.[name];
    const formed = forms?.text(name, given);
    if (formed !== undefined) return place === 'query' && formed ? [formed] : [];
    if (wire) return wire(name, place, given, operation);
    const values = encoded(name, given);
    const texts = place === 'query' ? values : place === 'joined' && values.length ? [values] : [];
    return texts.map((value) => `${encodeURIComponent(name)}=${value}`);
  });
  query.push(...constants);
  return (
    (operation.base?.(bases) ?? bases.baseUrl).href.replace(/\/$/, '') +
    filledPath(operation, input) +
    (query.length ? `?${query.join('&')}` : '')
  );
}

/**
 * Each value must be there, and none may leave an empty segment or one of only dots: a URL drops those (WHATWG URL,
 * "single-dot" and "double-dot" segments), even percent-encoded, and another resource is met.
 */
function filledPath({ path, params = {}, forms }: Operation, input: Input): string {
  const segments = path.split('/').map((template) => {
    const segment = template.replace(/\{([^{}]+)\}/g, (_, name) => {
      const text = forms?.text(name, input[name]) ?? encoded(name, input[name]).join();
      if (text) return params[name] === 'greedy' ? text.replaceAll('%2F', '/') : text;
      throw new Error(`path parameter "${name}" is required and must not be empty`);
    });
    const dots = /(?<![^/])\.\.?(?![^/])/.exec(segment);
    if (!dots) return segment;
    throw new Error(`path parameter in ${template} must not be "${dots}": a URL cannot carry it`);
  });
  return segments.join('/');
}

/** The values of a parameter, encoded for a URL. */
export function encoded(name: string, value: unknown): string[] {
  return [value ?? []].flat().map((each) => {
    if (!['string', 'number', 'bigint', 'boolean'].includes(typeof each))
      throw new Error(`parameter "${name}" must be text, a number or a boolean`);
    // What RFC 3986 reserves and JavaScript does not encode: signatures are made of the encoded form.
    return encodeURIComponent(each as string).replace(
      /[!'()*]/g,
      (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  });
}
