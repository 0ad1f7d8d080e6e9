/**
 * Runtime of the generated codecs: a strict reader, writers of scalars, and the errors that both throw.
 * A generated module imports from here alone.
 */
export { defineDecoder, defineEncoder, type XmlCodec } from './codec.ts';
export { XmlError, type XmlErrorCode, type XmlErrorPlace } from './error.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export { Reader } from './reader.ts';
export { attributeAs, lookAhead, textAs } from './reading.ts';
export { missing, noSuchKind, tooMany } from './refuse.ts';
export { toBoolean, toInteger, toNumber } from './scalars.ts';
export * as w from './write.ts';
