import { StatusError } from './status-error.ts';

/** 400: a parameter or the body is not acceptable; the message names it and what is allowed. */
export class BadRequestError extends StatusError {
  override name = 'BadRequestError';

  /** Faults of a body that breaks the schema, with their places; empty when the document lists none. */
  get validationErrors(): ValidationError[] {
    const listed = (this.document as { validation_error?: ValidationError[] } | undefined)?.validation_error;
    return Array.isArray(listed) ? listed : [];
  }
}

export interface ValidationError {
  message: string;
  line?: number;
  column?: number;
}

/** 401: the credentials are missing, malformed or not valid. */
export class UnauthorizedError extends StatusError {
  override name = 'UnauthorizedError';
}

/** 403: not allowed to whoever calls. */
export class ForbiddenError extends StatusError {
  override name = 'ForbiddenError';
}

/** 404: the resource of the path, or one that a parameter names, does not exist. */
export class NotFoundError extends StatusError {
  override name = 'NotFoundError';
}

/** 405: the resource does not offer this method, or not any more. */
export class MethodNotAllowedError extends StatusError {
  override name = 'MethodNotAllowedError';
}

/** 406: the service has none of the media types that the request accepts. */
export class NotAcceptableError extends StatusError {
  override name = 'NotAcceptableError';
}

/** 409: the change contradicts something that exists. Permanent: never retried. */
export class ConflictError extends StatusError {
  override name = 'ConflictError';
}

/** 412: something that the operation builds on is not set up. */
export class PreconditionFailedError extends StatusError {
  override name = 'PreconditionFailedError';
}

/** 413: the body is longer than the limit that the message names. */
export class PayloadTooLargeError extends StatusError {
  override name = 'PayloadTooLargeError';
}

/** 415: the operation takes no body of this media type. */
export class UnsupportedMediaTypeError extends StatusError {
  override name = 'UnsupportedMediaTypeError';
}

/** 423: the resource is locked by work in progress. */
export class LockedError extends StatusError {
  override name = 'LockedError';
}

/** 429: too many requests in too short a time. */
export class TooManyRequestsError extends StatusError {
  override name = 'TooManyRequestsError';
}

/** 5xx: the service failed; the request may or may not have had its effect. */
export class ServerError extends StatusError {
  override name = 'ServerError';
}

/** 501: the service does not implement the operation. */
export class NotImplementedError extends ServerError {
  override name = 'NotImplementedError';
}
