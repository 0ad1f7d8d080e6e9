import type { AnswerFacts } from './errors/status-error.ts';

/** Settings for decoding the items of a streamed response. */
export interface Reading {
  facts: AnswerFacts;
  signal: AbortSignal | undefined;
  /** Bytes of one item. */
  maxItem: number;
  /** The service has said that no item follows. */
  isOver: boolean;
}
