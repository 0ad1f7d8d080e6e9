import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  LockedError,
  MethodNotAllowedError,
  NotAcceptableError,
  NotFoundError,
  NotImplementedError,
  PayloadTooLargeError,
  PreconditionFailedError,
  ServerError,
  TooManyRequestsError,
  UnauthorizedError,
  UnsupportedMediaTypeError,
} from './by-status.ts';
import { StatusError, type StatusFacts } from './status-error.ts';

/**
 * Determines the error class in addition to the status: the scheme of the URL, and whether the operation declares `x-sealed`.
 */
export interface Circumstances {
  url: string;
  sealed: true | undefined;
}

/** An error class of the description and its condition. Generated from `x-errors`. */
export interface ErrorRule {
  readonly status: number;
  readonly error: new (facts: StatusFacts) => StatusError;
  readonly when?: (answer: StatusFacts, circumstances: Circumstances) => boolean;
}

/** The error for a response, in its most specific class. */
export function statusError(
  facts: StatusFacts,
  circumstances: Circumstances,
  rules: readonly ErrorRule[] = [],
): StatusError {
  const { status } = facts;
  const rule = rules.find((each) => each.status === status && (each.when?.(facts, circumstances) ?? true));
  const meaning = rule?.error ?? classes[status] ?? (status >= 500 ? ServerError : StatusError);
  return new meaning(facts);
}

const classes: Record<number, typeof StatusError> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  405: MethodNotAllowedError,
  406: NotAcceptableError,
  409: ConflictError,
  412: PreconditionFailedError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  423: LockedError,
  429: TooManyRequestsError,
  501: NotImplementedError,
};
