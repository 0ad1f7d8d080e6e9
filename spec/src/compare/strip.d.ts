import type { OpenApiDocument } from './document.ts';
/** The description without its words: what clients depend on. */
export declare function strip(document: OpenApiDocument): OpenApiDocument;
