import type { IHttpOperation } from '@stoplight/types';

/** An operation as Prism sees it. Not in its words, for declarations that are published do not know Prism. */
export type Resource = IHttpOperation<false>;
