import { isHeader } from './raw.ts';

/** One fault in a body with its place, as the error document shows it. */
export interface Fault {
  line?: number | undefined;
  column?: number | undefined;
  message: string;
}

/** An answer other than success: thrown anywhere in the pipeline, written as error document. Its headers must be fit for HTTP. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** For programs, where the error document has a place for it: `NoSuchKey`. */
  readonly code: string | undefined;
  readonly validationErrors: readonly Fault[];
  readonly headers: readonly [name: string, value: string][];

  constructor(
    status: number,
    message: string,
    more: {
      code?: string;
      validationErrors?: readonly Fault[];
      headers?: readonly [string, string][];
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.status = status;
    this.code = more.code;
    this.validationErrors = more.validationErrors ?? [];
    this.headers = more.headers ?? [];
    const broken = this.headers.find(([name, value]) => !isHeader(name, value));
    if (broken) throw new TypeError(`the header ${broken[0]} is not valid in HTTP`);
  }
}

/** 400: something in the request is not acceptable; the message names it and what is allowed. */
export const badRequest = (message: string): ApiError => new ApiError(400, message);

/** 403: allowed to others, not to this key. */
export const forbidden = (message: string): ApiError => new ApiError(403, message);

/** 404 of a thing with an id: `notFound('Mailing', 3108)` says `Mailing with id 3108 not found.` */
export const notFound = (thing: string, id?: number | string): ApiError =>
  new ApiError(404, id === undefined ? thing : `${thing} with id ${id} not found.`);

/** 409: contradicts something that exists; the message names it. */
export const conflict = (message: string): ApiError => new ApiError(409, message);
