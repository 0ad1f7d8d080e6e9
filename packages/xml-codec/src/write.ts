/** Functions that generated encoders call. */
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
  xsdFloat,
} from './write-values.ts';
export * from './writers.ts';
