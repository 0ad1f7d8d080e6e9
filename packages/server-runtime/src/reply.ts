import type { HeaderTexts, HeaderValues } from './header-values.ts';

/** An answer with its status, for operations with several, and for headers of its own. Made with `reply`. */
export class Reply<Status extends number = number, Body = unknown, Headers = HeaderTexts> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Headers;

  constructor(status: Status, body: Body, headers: Headers) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/**
 * `return reply(201, { id: 7 })`; headers are added to those of the stub, a `content-type` replaces its own. Documented ones are
 * given as what the description says they are, all as text.
 */
export function reply<const Status extends number, Body = undefined>(
  status: Status,
  body?: Body,
): Reply<Status, Body, Record<never, never>>;
export function reply<const Status extends number, Body, Headers extends HeaderValues>(
  status: Status,
  body: Body,
  headers: Headers,
): Reply<Status, Body, Headers>;
export function reply(
  status: number,
  body?: unknown,
  headers: HeaderValues = {},
): Reply<number, unknown, HeaderValues> {
  return new Reply(status, body, headers);
}

/** What a paged operation returns: the items of this page, and how many there are on all pages. */
export interface Paged<Items> {
  items: Items;
  total: number;
}
