declare module 'pg/lib/utils.js' {
  /** What pg sends for a JavaScript value: text, bytes for a binary view, null for null and undefined. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
