import type { AnswerSettings } from '@mailwright/server';
import type { Db } from '../platform/database/schema.ts';
import type { Account } from './account.ts';

/** Returns what becomes of answers; `undefined` if an account takes none. */
export const answerSettings = (
  account: Pick<Account, 'answers_to' | 'answers_unsubscribe' | 'answers_to_all'>,
): AnswerSettings | undefined =>
  account.answers_to === null
    ? undefined
    : {
        forward_to: account.answers_to,
        unsubscribe: account.answers_unsubscribe ? 'act' : 'ask',
        all_mailings: account.answers_to_all,
      };

/** Sets what becomes of answers; without an address nothing. */
export async function setAnswerSettings(
  db: Db,
  accountId: number,
  { forward_to, unsubscribe, all_mailings }: Omit<AnswerSettings, 'forward_to'> & { forward_to: string | null },
): Promise<void> {
  await db
    .updateTable('account')
    .set({ answers_to: forward_to, answers_unsubscribe: unsubscribe === 'act', answers_to_all: all_mailings })
    .where('id', '=', accountId)
    .execute();
}
