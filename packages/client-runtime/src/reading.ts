import type { AnswerFacts } from './errors/status-error.ts';

/** What the items of an answer are read with. */
export interface Reading {
  facts: AnswerFacts;
  signal: AbortSignal | undefined;
  /** Bytes of one item. */
  maxItem: number;
}
