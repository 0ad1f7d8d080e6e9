import type { Condition } from './api.ts';
import { valuesByName } from './query-string.ts';
import type { RawRequest } from './raw.ts';

/** Location of conditions in a request. */
export type RequestParts = Pick<RawRequest, 'query' | 'headers'>;

/** Conditions that distinguish a route from others with the same method and path. */
export interface Conditional {
  /** Parameters that must be present. */
  conditions: readonly Condition[];
  /** Parameters that must not be present. */
  excludes: readonly Pick<Condition, 'in' | 'name'>[];
}

/** The first route of a method and path whose conditions the request satisfies. */
export function matchingRoute<Route extends Conditional>(
  routes: readonly Route[],
  request: RequestParts,
): Route | undefined {
  const [only] = routes;
  if (routes.length === 1 && only?.conditions.length === 0 && only.excludes.length === 0) return only;
  const query = valuesByName(request.query);
  return routes.find(
    ({ conditions, excludes }) =>
      conditions.every((condition) => carries(request, query, condition)) &&
      !excludes.some((condition) => carries(request, query, condition)),
  );
}

type Values = ReadonlyMap<string, string[]>;

function carries(request: RequestParts, query: Values, { in: place, name, value, empty }: Condition): boolean {
  const sent = place === 'query' ? (query.get(name) ?? []) : [request.headers[name.toLowerCase()] ?? []].flat();
  return value === undefined ? sent.length > 0 : sent.includes(value) || (empty === true && sent.includes(''));
}

/** `Action=CreateQueue`, for a message. */
export function showConditions(conditions: readonly Condition[]): string {
  return (
    conditions.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)).join(' and ') ||
    'none of them'
  );
}
