import { type Difference } from './difference.ts';
import type { OpenApiDocument } from './document.ts';
/** What of the present description breaks clients of the released one. */
export declare function compare(released: OpenApiDocument, present: OpenApiDocument): Difference[];
