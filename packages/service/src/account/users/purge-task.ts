import type { Task } from '../../platform/tasks/worker.ts';
import { purgeSessionKeys, purgeSessions } from '../sessions/store.ts';
import { deleteUnusedSignInAllowances } from './attempts.ts';
import { purgeChallenges } from './challenges.ts';
import { purgeUserTokens } from './tokens.ts';

const atOnce = 1000;

/** Deletes sessions of the console that have expired, with their keys, and what was left of signing in. */
export const purgeSessionsTask: Task = {
  name: 'deletion of expired sessions',
  async run(db) {
    await purgeUserTokens(db);
    await purgeChallenges(db);
    await deleteUnusedSignInAllowances(db);
    const [sessions, keys] = [await purgeSessions(db, atOnce), await purgeSessionKeys(db, atOnce)];
    return sessions || keys;
  },
};
