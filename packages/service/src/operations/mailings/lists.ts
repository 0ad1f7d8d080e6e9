import type { Handlers } from '@mailwright/server';
import {
  hasKeywords,
  inStates,
  listMailings,
  ofTypes,
  scheduledAround,
  withCreator,
  withSubject,
} from '../../mailings/index.ts';
import { requireTime } from '../../platform/time/require.ts';
import type { Context } from '../context.ts';

/** Lists of mailings. */
export const mailingListHandlers = {
  async listMailingsByStates(input, { db, accountId }) {
    return listMailings(db, accountId, input, inStates(input.states));
  },

  async listMailingsByTypes(input, { db, accountId }) {
    return listMailings(db, accountId, input, ofTypes(input.types));
  },

  async listMailingsBySubject({ subject, subjectOp = 'contains', ...input }, { db, accountId }) {
    return listMailings(db, accountId, input, withSubject(subjectOp, subject));
  },

  async listMailingsByCreatorName({ creatorName, creatorNameOp = 'contains', ...input }, { db, accountId }) {
    return listMailings(db, accountId, input, withCreator(creatorNameOp, creatorName));
  },

  async listMailingsByKeywords({ keywords, keywordsOp, ...input }, { db, accountId }) {
    return listMailings(db, accountId, input, hasKeywords(keywordsOp, keywords));
  },

  async listMailingsByScheduleTime({ scheduleTime, beforeSchedulingTime, ...input }, { db, accountId }) {
    const time = requireTime('scheduleTime', scheduleTime);
    return listMailings(db, accountId, input, scheduledAround(time, beforeSchedulingTime));
  },
} satisfies Partial<Handlers<Context>>;
