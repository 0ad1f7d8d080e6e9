import { encoded } from './address.ts';
import type { Operation } from './operation.ts';

/**
 * How a field of the input stands in the query, for operations with fields that have another name in the request, or that
 * are objects whose members are parameters.
 */
export const wire: NonNullable<Operation['wire']> = (name, place, value, { params = {}, wires = {} }) => {
  const nameOf = (field: string) => wires[field] ?? field;
  const pairs = (key: string, values: string[]) => values.map((text) => `${encodeURIComponent(key)}=${text}`);
  if (place === 'map') {
    // Properties with a parameter of their own are sent by that parameter.
    const own = new Set(Object.keys(params).map(nameOf));
    return Object.entries(value ?? {}).flatMap(([key, each]) =>
      own.has(key) ? [] : pairs(key, encoded(`${name}.${key}`, each)),
    );
  }
  const values = encoded(name, value);
  if (place === 'joined') return values.length > 0 ? pairs(nameOf(name), [values.join()]) : [];
  return place === 'query' ? pairs(nameOf(name), values) : [];
};
