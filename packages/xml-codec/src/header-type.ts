/** Documented type of a header, or of each item of a list header. */
export type HeaderType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'bigint'
  | 'decimal'
  | 'bytes'
  | 'date-time'
  | 'http-date'
  | 'epoch-seconds';
