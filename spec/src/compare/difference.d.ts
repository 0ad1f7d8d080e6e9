/** A change that breaks clients which were made for the released description. */
export interface Difference {
    /** JSON pointer into the bundled description, the released one for what is gone. */
    pointer: string;
    message: string;
}
/** `#/paths` and `/mailings` as `#/paths/~1mailings`. */
export declare function join(pointer: string, ...steps: string[]): string;
