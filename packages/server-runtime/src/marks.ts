import type { Mark } from './api.ts';
import type { RawRequest } from './raw.ts';

/** Where marks stand in a request. */
export type Signs = Pick<RawRequest, 'query' | 'headers'>;

/** What tells requests for a route from those for others of its method and path. */
export interface Marked {
  /** What a request must carry. */
  marks: readonly Mark[];
  /** What it must not carry. */
  excludes: readonly Pick<Mark, 'in' | 'name'>[];
}

/** The first of some routes of one method and path whose marks a request carries, and nothing that means another. */
export function markedRoute<Route extends Marked>(routes: readonly Route[], request: Signs): Route | undefined {
  const [only] = routes;
  if (routes.length === 1 && only?.marks.length === 0 && only.excludes.length === 0) return only;
  const query = new URLSearchParams(request.query);
  return routes.find(
    ({ marks, excludes }) =>
      marks.every((mark) => carries(request, query, mark)) && !excludes.some((mark) => carries(request, query, mark)),
  );
}

function carries(request: Signs, query: URLSearchParams, { in: place, name, value, empty }: Mark): boolean {
  const sent = place === 'query' ? query.getAll(name) : [request.headers[name.toLowerCase()] ?? []].flat();
  return value === undefined ? sent.length > 0 : sent.includes(value) || (empty === true && sent.includes(''));
}

/** `Action=CreateQueue`, for a message. */
export function showMarks(marks: readonly Mark[]): string {
  return (
    marks.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)).join(' and ') || 'none of them'
  );
}
