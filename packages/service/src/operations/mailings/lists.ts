import type { Handlers } from '@mailwright/server';
import { listMailings } from '../../mailings/index.ts';
import { requireTime } from '../../platform/time/require.ts';
import type { Context } from '../context.ts';

/** Lists of mailings. */
export const mailingListHandlers = {
  async listMailingsByStates(input, { db, accountId }) {
    return listMailings(db, accountId, input, { states: input.states });
  },

  async listMailingsByTypes(input, { db, accountId }) {
    return listMailings(db, accountId, input, { types: input.types });
  },

  async listMailingsBySubject({ subject, subjectOp = 'contains', ...input }, { db, accountId }) {
    return listMailings(db, accountId, input, { subject: { operator: subjectOp, text: subject } });
  },

  async listMailingsByCreatorName({ creatorName, creatorNameOp = 'contains', ...input }, { db, accountId }) {
    return listMailings(db, accountId, input, { creator: { operator: creatorNameOp, text: creatorName } });
  },

  async listMailingsByKeywords({ keywords, keywordsOp, ...input }, { db, accountId }) {
    return listMailings(db, accountId, input, { keywords: { operator: keywordsOp, words: keywords } });
  },

  async listMailingsByScheduleTime({ scheduleTime, beforeSchedulingTime, ...input }, { db, accountId }) {
    const time = requireTime('scheduleTime', scheduleTime);
    return listMailings(db, accountId, input, { scheduled: { time, before: beforeSchedulingTime } });
  },
} satisfies Partial<Handlers<Context>>;
