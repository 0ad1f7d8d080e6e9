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

/** What the main thread asks for. */
export type LiquidRequest =
  | { kind: 'read'; templates: string[] }
  | { kind: 'compile'; key: string; sources: string[] }
  | { kind: 'forget'; key: string }
  | { kind: 'render'; key: string; values: object; millis: number };

/** Answers, one a request, by its kind. */
export interface Answers {
  read: Markup[][];
  compile: Variable[][];
  forget: null;
  render: string[];
}

/** What the thread says: that it is ready, an answer, or what is wrong with the template of an index. */
export type LiquidReply =
  | { ready: true }
  | { answer: Answers[LiquidRequest['kind']] }
  | { fault: string; index: number };
