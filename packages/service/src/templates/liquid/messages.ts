/** An output or a tag of Liquid in a template. */
export interface Markup {
  kind: 'output' | 'tag';
  start: number;
  /** Behind the last character. */
  end: number;
  /** Behind its expression, before white space control and the closing braces. */
  contentEnd: number;
  /** Its value is to stand in the text as it is: the last filter is `raw`. */
  raw: boolean;
  /** How many `if`, `unless` and `case` are open behind it. */
  depth: number;
}

/** A value that a template asks for and does not set itself. */
export interface Variable {
  /** Such as `['contact', 'FIRSTNAME']`; ends before the first part that only rendering tells. */
  path: string[];
  /** The path is all that is asked for. */
  complete: boolean;
  /** It stands in an output, not in a tag such as `if`. */
  shown: boolean;
  /** It stands between `if`, `unless` or `case` and its end. */
  conditional: boolean;
  /** Of the filter `default`, when that is a text. */
  fallback?: string;
}

/** Sources that belong together, such as the contents of a mailing. */
export interface CompileRequest {
  /** Differs from that of all others. */
  key: string;
  sources: string[];
}

export interface RenderRequest {
  key: string;
  /** Needed by a thread that has not compiled them yet. */
  sources?: string[];
  values: object;
}

/** One result for each template, or what is wrong with the template of an index. */
export type Answer<Result> = { results: Result[] } | { fault: string; index: number };
