export * from './by-status.ts';
export { CallError } from './call-error.ts';
export type { ErrorRule } from './classify.ts';
export { DecodeError } from './decode-error.ts';
export { StatusError } from './status-error.ts';
export { AbortedError, ConnectionError, InputError, PagingError, TimeoutError } from './unanswered.ts';
export { xmlTexts } from './undescribed.ts';
