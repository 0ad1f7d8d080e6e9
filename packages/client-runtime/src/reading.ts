import type { AnswerFacts } from './errors/status-error.ts';

/** How the items of a streamed response are decoded. */
export interface Reading {
  facts: AnswerFacts;
  signal: AbortSignal | undefined;
  /** Bytes of one item. */
  maxItem: number;
}
