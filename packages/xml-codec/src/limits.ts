import type { XmlErrorPlace } from './error.ts';

/** Limits of a document. One that exceeds them is rejected with code `limit`. */
export interface Limits {
  /** Elements inside each other; never more than 256. */
  depth: number;
  /** Elements, comments, CDATA sections and processing instructions: in all, or in a part of a list that is read in parts. */
  nodes: number;
  /** Attributes of one element. */
  attributes: number;
  /** UTF-16 code units in the text of one element or the value of one attribute. */
  text: number;
}

/** Options of decoding. */
export interface DecodeOptions extends Partial<Limits> {
  /** `ignore`: a name alone counts, whatever its namespace; for documents that have none, or a wrong one. */
  namespaces?: 'ignore' | undefined;
  /**
   * Encoding of bytes, by a name that TextDecoder knows: the charset of Content-Type, for example, which counts more than
   * what the document says (RFC 7303, 3). `declared`: what its byte order mark or its declaration says. Default: UTF-8, and
   * a document that says otherwise is refused.
   */
  encoding?: string | undefined;
  /** Told of each element that the schema does not describe, in the order of the document; it is passed over all the same. */
  onUnknown?: ((element: UnknownElement) => void) | undefined;
}

/** An element that the schema does not describe where it stands, or one of another namespace than described. */
export interface UnknownElement {
  /** Local name. */
  name: string;
  /** Local names from the root to the element, `/mailings/mailing/nam`. */
  path: string;
  /** Names of the elements that may stand there; none where these are all of other namespaces. */
  known: readonly string[];
  /** Line and column; the reference codec, which has none, returns the path with positions among siblings. */
  place(): XmlErrorPlace;
}

export type DecodeLimits = Limits & Pick<DecodeOptions, 'namespaces' | 'encoding' | 'onUnknown'>;

export const DEFAULT_LIMITS: Limits = { depth: 32, nodes: 10_000_000, attributes: 64, text: 1_000_000 };

/** Reading and writing recurse once for each level, so a higher limit would only move the overflow into the stack. */
export const MAX_DEPTH = 256;

export function withDefaults(limits: DecodeOptions | undefined): DecodeLimits {
  const all = { ...DEFAULT_LIMITS, ...limits };
  if (!(all.depth <= MAX_DEPTH)) throw new RangeError(`limits.depth must be at most ${MAX_DEPTH}, not ${all.depth}`);
  return all;
}
