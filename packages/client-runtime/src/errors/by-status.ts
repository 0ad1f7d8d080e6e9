import { StatusError } from './status-error.ts';

/** 400: a parameter or the body is invalid; the message names it and states what is allowed. */
export class BadRequestError<Document = unknown> extends StatusError<Document> {
  override name = 'BadRequestError';

  /** Errors of a body that does not match its schema, with their positions; empty if the document lists none. */
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

/** 401: the credentials are missing, malformed or invalid. */
export class UnauthorizedError<Document = unknown> extends StatusError<Document> {
  override name = 'UnauthorizedError';
}

/** 403: the caller is not allowed to do this. */
export class ForbiddenError<Document = unknown> extends StatusError<Document> {
  override name = 'ForbiddenError';
}

/** 404: the resource in the path, or one that a parameter refers to, does not exist. */
export class NotFoundError<Document = unknown> extends StatusError<Document> {
  override name = 'NotFoundError';
}

/** 405: the resource does not support this method, or no longer supports it. */
export class MethodNotAllowedError<Document = unknown> extends StatusError<Document> {
  override name = 'MethodNotAllowedError';
}

/** 406: the service cannot respond in any of the media types that the request accepts. */
export class NotAcceptableError<Document = unknown> extends StatusError<Document> {
  override name = 'NotAcceptableError';
}

/** 409: the change conflicts with existing data. Permanent: never retried. */
export class ConflictError<Document = unknown> extends StatusError<Document> {
  override name = 'ConflictError';
}

/** 412: a prerequisite of the operation is not configured. */
export class PreconditionFailedError<Document = unknown> extends StatusError<Document> {
  override name = 'PreconditionFailedError';
}

/** 413: the body exceeds the limit stated in the message. */
export class PayloadTooLargeError<Document = unknown> extends StatusError<Document> {
  override name = 'PayloadTooLargeError';
}

/** 415: the operation does not support this media type of the body. */
export class UnsupportedMediaTypeError<Document = unknown> extends StatusError<Document> {
  override name = 'UnsupportedMediaTypeError';
}

/** 423: the resource is locked by work in progress. */
export class LockedError<Document = unknown> extends StatusError<Document> {
  override name = 'LockedError';
}

/** 429: too many requests in too short a time. */
export class TooManyRequestsError<Document = unknown> extends StatusError<Document> {
  override name = 'TooManyRequestsError';
}

/** 5xx: the service failed; the request may or may not have taken effect. */
export class ServerError<Document = unknown> extends StatusError<Document> {
  override name = 'ServerError';
}

/** 501: the service does not implement the operation. */
export class NotImplementedError<Document = unknown> extends ServerError<Document> {
  override name = 'NotImplementedError';
}
