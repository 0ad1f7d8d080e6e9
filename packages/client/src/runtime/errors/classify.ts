import {
  BadRequestError,
  ConflictError,
  HttpsRequiredError,
  LockedError,
  MethodNotAllowedError,
  NotAcceptableError,
  NotFoundError,
  NotImplementedError,
  PayloadTooLargeError,
  PreconditionFailedError,
  RightMissingError,
  SealedError,
  ServerError,
  TooManyRequestsError,
  UnauthorizedError,
  UnsupportedMediaTypeError,
} from './by-status.ts';
import { StatusError, type StatusFacts } from './status-error.ts';

/** What the same status can mean depends on: the scheme of the address, and whether the operation declares `x-sealed`. */
export interface Circumstances {
  url: string;
  sealed: true | undefined;
}

/** The error of an answer, in the class of its meaning. */
export function statusError(facts: StatusFacts, circumstances: Circumstances): StatusError {
  const { status } = facts;
  if (status === 403) return new (needsHttps(facts, circumstances) ? HttpsRequiredError : RightMissingError)(facts);
  if (status === 409) return new (isSealed(facts, circumstances) ? SealedError : ConflictError)(facts);
  const meaning = classes[status] ?? (status >= 500 ? ServerError : StatusError);
  return new meaning(facts);
}

const classes: Record<number, typeof StatusError> = {
  400: BadRequestError,
  401: UnauthorizedError,
  404: NotFoundError,
  405: MethodNotAllowedError,
  406: NotAcceptableError,
  412: PreconditionFailedError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  423: LockedError,
  429: TooManyRequestsError,
  501: NotImplementedError,
};

// A proxy may end TLS, so that the service sees plain HTTP under an https: address; then only its message tells.
function needsHttps({ message }: StatusFacts, { url }: Circumstances): boolean {
  return url.startsWith('http:') || /\bhttps\b/i.test(message);
}

function isSealed({ message }: StatusFacts, { sealed }: Circumstances): boolean {
  return sealed === true && /\bsealed\b/i.test(message);
}
