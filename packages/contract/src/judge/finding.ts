/** The violated rule. */
export type Rule =
  /** A path that the description does not have was answered as if it did. */
  | 'path'
  /** A status that the operation does not document. */
  | 'status'
  /** A media type that is not documented, or not one that the request accepts. */
  | 'media-type'
  /** A body that is no well-formed XML or JSON, or not UTF-8. */
  | 'well-formed'
  /** Another root element than the schema names. */
  | 'root'
  /** A body that is not of its schema, is missing, or should not be there. */
  | 'body'
  /** A header that is missing or not of its schema. */
  | 'header'
  /** Numbers and links of a page that contradict each other. */
  | 'paging'
  /** A parameter of the request. */
  | 'parameter'
  /** A request that breaks the contract and was answered as if it did not. */
  | 'accepted'
  /** An answer that contradicts what was done before. */
  | 'state'
  /** Another status than the test wanted. */
  | 'expected'
  /** No answer came. */
  | 'connection';

/**
 * `doctype`: documents with a document type are refused; `element-order`: elements are taken in any order;
 * `www-authenticate`: 401 has this header (RFC 9110).
 */
export const UNSTATED_RULES = ['doctype', 'element-order', 'www-authenticate'] as const;
export type UnstatedRule = (typeof UNSTATED_RULES)[number];

export interface Finding {
  rule: Rule;
  about: 'request' | 'response';
  /**
   * A warning is a breach of a rule that most services break, and an error when the run is strict. A note tells something
   * without being a breach: a bad request that was refused, as it should be. What a baseline knows is accepted.
   */
  level: 'error' | 'warning' | 'note' | 'accepted';
  message: string;
  /** A rule of HTTP that the description does not state. */
  unstated?: UnstatedRule;
}

export const breach = (rule: Rule, message: string): Finding => ({ rule, about: 'response', level: 'error', message });

export const note = (rule: Rule, message: string): Finding => ({ rule, about: 'request', level: 'note', message });
