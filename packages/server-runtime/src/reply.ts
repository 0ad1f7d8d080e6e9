import type { HeaderTexts, HeaderValues } from './header-values.ts';

/** A response with a status, for operations with several, and with additional headers. Created by `reply`. */
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
 * `return reply(201, { id: 7 })`; headers are added to those of the stub; a `content-type` replaces that of the stub.
 * Documented headers can be values of their schemas; all headers can be strings.
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

/** The result of a paged operation: the items of this page, and the total number of items. */
export interface Paged<Items> {
  items: Items;
  total: number;
}
