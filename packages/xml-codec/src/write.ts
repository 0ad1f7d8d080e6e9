/** Functions that generated encoders call. */
export { any, putMembers as members } from './any.ts';
export { fixed, put, putText } from './output.ts';
export { raw } from './raw.ts';
export {
  base64,
  bigint,
  date,
  decimal,
  entries,
  epoch,
  epochInstant,
  float,
  httpDate,
  httpInstant,
  instant,
  literal,
  plain,
  scalar,
  xsdFloat,
} from './write-values.ts';
export * from './writers.ts';
