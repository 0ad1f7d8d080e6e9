/** What generated encoders write with. */
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
