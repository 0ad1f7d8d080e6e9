import { type Difference } from './difference.ts';
import type { OpenApiDocument } from './document.ts';
/** Whether clients send values of the schema or get them. */
export type Direction = 'sent' | 'received';
type Schema = OpenApiDocument;
/** Compares schemas of two descriptions; each named schema once in each direction. */
export declare class SchemaComparison {
    #private;
    readonly differences: Difference[];
    constructor(released: OpenApiDocument, present: OpenApiDocument);
    compare(old: Schema, now: Schema, pointer: string, direction: Direction): void;
}
export declare function resolve(document: OpenApiDocument, node: Schema): Schema;
export {};
