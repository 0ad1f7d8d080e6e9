import { type BigintPlaces, parseBigints, writeBigints } from '@mailwright/xml-codec/json';
import { type BinaryBody, type Decode, decodeText } from './body-codec.ts';

/** JSON with bigints. */
export const encodeBigints = (value: unknown): BinaryBody => writeBigints(value);

/** Decodes JSON with the bigints of a schema; throws for other integers beyond 2^53. */
export function bigintDecoder(places: BigintPlaces, schema: string): Decode {
  return (body) => parseBigints(decodeText(body), places, schema);
}
