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
 *
 * `Output` is inferred from the place that the reply is returned to. The arguments are checked against the responses that it
 * permits, so that the compiler names a wrong argument instead of a handler. Elsewhere, as in a variable, the reply has the
 * types of its arguments.
 */
export function reply<Output, const Status extends Replies<Output>['status'], Rest extends AnyRest>(
  status: Status,
  ...rest: IsReplied<Output> extends true ? RestOf<Output, Status> : Rest
): Output & Reply<Status, Rest[0], Rest[1] extends HeaderValues ? Rest[1] : Record<never, never>>;
export function reply(
  status: number,
  body?: unknown,
  headers: HeaderValues = {},
): Reply<number, unknown, HeaderValues> {
  return new Reply(status, body, headers);
}

// biome-ignore lint/suspicious/noExplicitAny: matches replies with any body and headers
type AnyReply = Reply<any, any, any>;
type AnyRest = [body?: unknown, headers?: HeaderValues];

/** Whether one of the documented results of a handler is a reply. */
type IsReplied<Output> = [Extract<Output, AnyReply>] extends [never] ? false : true;
type Replies<Output> = IsReplied<Output> extends true ? Extract<Output, AnyReply> : AnyReply;

/** The reply documented for a status, or that for all other statuses. */
type ReplyWith<Output, Status> = First<
  OfStatus<Replies<Output>, Status>,
  First<OfAnyStatus<Replies<Output>>, Replies<Output>>
>;

type First<Replies, Others> = [Replies] extends [never] ? Others : Replies;
type OfAnyStatus<R extends AnyReply> = R extends unknown ? (number extends R['status'] ? R : never) : never;
type OfStatus<R extends AnyReply, Status> = R extends unknown
  ? number extends R['status']
    ? never
    : Status extends R['status']
      ? R
      : never
  : never;

/** Body and headers that every one of the statuses permits. */
type RestOf<Output, Status> = (
  Status extends unknown
    ? (rest: ToRest<ReplyWith<Output, Status>>) => void
    : never
) extends (rest: infer Rest extends AnyRest) => void
  ? Rest
  : never;

type ToRest<R extends AnyReply> =
  Record<never, never> extends R['headers']
    ? undefined extends R['body']
      ? [body?: R['body'], headers?: R['headers']]
      : [body: R['body'], headers?: R['headers']]
    : [body: R['body'], headers: R['headers']];

/** The result of a paged operation: the items of this page, and the total number of items. */
export interface Paged<Items> {
  items: Items;
  total: number;
}
