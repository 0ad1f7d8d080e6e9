/**
 * Runtime of the generated codecs: a strict reader and the errors it throws. The writers of scalars are in
 * `@mailwright/xml-codec/write`, so that a bundle holds only those it uses.
 */
export { anyValue, members } from './any.ts';
export { defineByteEncoder, defineDecoder, defineEncoder, type XmlCodec } from './codec.ts';
export { XmlError, type XmlErrorCode, type XmlErrorPlace } from './error.ts';
export type { HeaderType } from './header-type.ts';
export { toEpochInstant, toHttpInstant, toInstant } from './instants.ts';
export { DEFAULT_LIMITS, type DecodeOptions, type Limits, type UnknownElement } from './limits.ts';
export { defineListDecoder } from './list.ts';
export type { Output } from './output.ts';
export { rawText } from './raw.ts';
export { Reader } from './reader.ts';
export { attributeAs, lookAhead, textOr } from './reading.ts';
export { missing, noSuchKind, tooMany } from './refuse.ts';
export { defineRootsDecoder, defineRootsEncoder } from './roots.ts';
export { toBoolean, toInteger, toLiteral, toNumber, toWord } from './scalars.ts';
export { toBase64, toBigint, toDate, toDecimal, toEpoch, toFloat, toHttpDate, toRecord } from './values.ts';
export { xsiType } from './xsi-type.ts';
