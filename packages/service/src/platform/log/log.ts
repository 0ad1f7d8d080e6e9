/** What programs that read the log find beside a line. */
export interface LogFacts {
  /** Lines without one tell of trouble that the service copes with: `warn`. */
  level?: 'info' | 'warn' | 'error';
  [name: string]: string | number | undefined;
}

/** Where lines for the operator go. Nothing personal may be in them. */
export type Log = (line: string, facts?: LogFacts) => void;
