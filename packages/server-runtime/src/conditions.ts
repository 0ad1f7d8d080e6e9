import type { Condition } from './api.ts';
import type { RawRequest } from './raw.ts';

/** Where conditions stand in a request. */
export type RequestParts = Pick<RawRequest, 'query' | 'headers'>;

/** What tells requests for a route from those for others of its method and path. */
export interface Conditional {
  /** What a request must carry. */
  conditions: readonly Condition[];
  /** What it must not carry. */
  excludes: readonly Pick<Condition, 'in' | 'name'>[];
}

/** The first of some routes of one method and path whose conditions a request carries, and nothing that means another. */
export function matchingRoute<Route extends Conditional>(
  routes: readonly Route[],
  request: RequestParts,
): Route | undefined {
  const [only] = routes;
  if (routes.length === 1 && only?.conditions.length === 0 && only.excludes.length === 0) return only;
  const query = new URLSearchParams(request.query);
  return routes.find(
    ({ conditions, excludes }) =>
      conditions.every((condition) => carries(request, query, condition)) &&
      !excludes.some((condition) => carries(request, query, condition)),
  );
}

function carries(request: RequestParts, query: URLSearchParams, { in: place, name, value, empty }: Condition): boolean {
  const sent = place === 'query' ? query.getAll(name) : [request.headers[name.toLowerCase()] ?? []].flat();
  return value === undefined ? sent.length > 0 : sent.includes(value) || (empty === true && sent.includes(''));
}

/** `Action=CreateQueue`, for a message. */
export function showConditions(conditions: readonly Condition[]): string {
  return (
    conditions.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)).join(' and ') ||
    'none of them'
  );
}
