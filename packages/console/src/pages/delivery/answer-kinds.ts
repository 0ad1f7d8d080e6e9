import type { AnswerKind } from '@mailwright/client';
import { type Words, words } from '../../words.ts';

/** What answers are, those first that people write. */
export const answerKinds: readonly (readonly [AnswerKind, Words])[] = [
  ['human', words('Written by people')],
  ['unsubscribe', words('Ask to unsubscribe')],
  ['out_of_office', words('Out of office')],
  ['challenge', words('Ask whether you are a person')],
  ['automatic', words('Other automatic mails')],
];
