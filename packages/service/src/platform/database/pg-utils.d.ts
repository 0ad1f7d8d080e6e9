declare module 'pg/lib/utils.js' {
  /** Returns the form in which pg sends a value: text, bytes for a binary view, null for null and undefined. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
