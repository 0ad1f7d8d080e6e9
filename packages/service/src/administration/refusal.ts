/** An action that cannot be done, with the status that programs get. */
export class RefusalError extends Error {
  override name = 'RefusalError';
  readonly status: 403 | 404 | 409;

  constructor(status: 403 | 404 | 409, message: string) {
    super(message);
    this.status = status;
  }
}

/** The object of an action does not exist. */
export const unknown = (message: string): RefusalError => new RefusalError(404, message);

/** The action does not fit the present state. */
export const unfit = (message: string): RefusalError => new RefusalError(409, message);

/** The operator must not do it. */
export const refused = (message: string): RefusalError => new RefusalError(403, message);
