import { ApiError } from './api-error.ts';

/** 413: a body is longer than it may be. */
export const tooLarge = (limit: number): ApiError => new ApiError(413, `body must have at most ${limit} bytes`);
