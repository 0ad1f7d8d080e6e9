/** An answer with its status, for operations with several, and for headers of its own. Made with `reply`. */
export class Reply<Status extends number = number, Body = unknown> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: Status, body: Body, headers: Readonly<Record<string, string>>) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** `return reply(201, { id: 7 })`; headers are added to those of the stub, a `content-type` replaces its own. */
export function reply<const Status extends number, Body = undefined>(
  status: Status,
  body?: Body,
  headers: Readonly<Record<string, string>> = {},
): Reply<Status, Body> {
  return new Reply(status, body as Body, headers);
}

/** What a paged operation returns: the items of this page, and how many there are on all pages. */
export interface Paged<Items> {
  items: Items;
  total: number;
}
