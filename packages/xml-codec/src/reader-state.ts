import type { XmlErrorCode } from './error.ts';
import type { DecodeLimits } from './limits.ts';

/** A declaration of an open element. The empty prefix stands for the default namespace. */
export interface Binding {
  readonly prefix: string;
  readonly uri: string;
  /** Depth of the element that declares the prefix; the root element has depth 1. */
  readonly depth: number;
  readonly outer: Binding | undefined;
}

/** Position of a reader in its document, shared by the functions of the reader. */
export interface ReaderState {
  readonly xml: string;
  readonly limits: DecodeLimits;
  pos: number;
  /** Number of open elements. */
  depth: number;
  /** Elements, comments and instructions so far. */
  nodes: number;
  /** Behind the name of the start tag read last; for messages. */
  nameAt: number;
  /** Qualified names of the open elements; only the first `depth` count. */
  readonly names: string[];
  /** Qualified name of the start tag read last. */
  tag: string;
  /** The namespace declarations in force, the innermost first. */
  bindings: Binding | undefined;
  /** The start tag read last has no prefix and declares no namespace for names without one. */
  isPlain: boolean;
  fail(code: XmlErrorCode, expected: string | undefined, found?: string, at?: number): never;
}
