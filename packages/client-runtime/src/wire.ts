import { encoded } from './address.ts';
import type { Operation } from './operation.ts';

/** How a field of the input stands in the query, for operations with fields that have another name in the request. */
export const wire: NonNullable<Operation['wire']> = (name, place, value, { wires = {} }) => {
  const nameOf = (field: string) => wires[field] ?? field;
  const pairs = (key: string, values: string[]) => values.map((text) => `${encodeURIComponent(key)}=${text}`);
  const values = encoded(name, value);
  if (place === 'joined') return values.length > 0 ? pairs(nameOf(name), [values.join()]) : [];
  return place === 'query' ? pairs(nameOf(name), values) : [];
};
