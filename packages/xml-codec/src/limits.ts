/** How much of a document is read before it is refused with code `limit`. */
export interface Limits {
  /** Elements inside each other; never more than 256. */
  depth: number;
  /** Elements, comments and processing instructions in all. */
  nodes: number;
  /** Attributes of one element. */
  attributes: number;
  /** UTF-16 code units in the text of one element or the value of one attribute. */
  text: number;
}

/** How a document is read. */
export interface DecodeOptions extends Partial<Limits> {
  /** `ignore`: a name alone counts, whatever its namespace; for documents that have none, or a wrong one. */
  namespaces?: 'ignore' | undefined;
  /**
   * Encoding of bytes, by a name that TextDecoder knows: the charset of Content-Type, for example, which counts more than
   * what the document says (RFC 7303, 3). `declared`: what its byte order mark or its declaration says. Default: UTF-8, and
   * a document that says otherwise is refused.
   */
  encoding?: string | undefined;
}

export type DecodeLimits = Limits & Pick<DecodeOptions, 'namespaces' | 'encoding'>;

export const DEFAULT_LIMITS: Limits = { depth: 32, nodes: 10_000_000, attributes: 64, text: 1_000_000 };

/** Reading and writing recurse once for each level, so a higher limit would only move the overflow into the stack. */
export const MAX_DEPTH = 256;

export function withDefaults(limits: DecodeOptions | undefined): DecodeLimits {
  const all = { ...DEFAULT_LIMITS, ...limits };
  if (!(all.depth <= MAX_DEPTH)) throw new RangeError(`limits.depth must be at most ${MAX_DEPTH}, not ${all.depth}`);
  return all;
}
