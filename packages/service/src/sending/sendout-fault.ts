import type { OutcomeReason } from '../outcomes/index.ts';

/** Why a sendout does not begin: in words for the log of transitions, and for those who are told of it. */
export interface SendoutFault {
  words: string;
  reasons: readonly OutcomeReason[];
}

/** A fault without details. */
export const sendoutFault = (code: OutcomeReason['code'], words: string): SendoutFault => ({
  words,
  reasons: [{ code }],
});
