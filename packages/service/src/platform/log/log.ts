/** Structured data of a log line, for programs. */
export interface LogFacts {
  /** Lines without one tell of trouble that the service copes with: `warn`. */
  level?: 'info' | 'warn' | 'error';
  [name: string]: string | number | undefined;
}

/** Writes a line for the operator. Lines must not contain personal data. */
export type Log = (line: string, facts?: LogFacts) => void;
