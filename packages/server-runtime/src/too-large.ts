import { ApiError } from './api-error.ts';

/** 413: the body exceeds the limit. */
export const tooLarge = (limit: number): ApiError => new ApiError(413, `body must have at most ${limit} bytes`);
