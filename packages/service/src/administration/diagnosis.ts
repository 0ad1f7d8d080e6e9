import { senderDomains } from '../mailings/index.ts';
import { databaseFacts } from '../platform/database/facts.ts';
import type { Db } from '../platform/database/schema.ts';
import { countJobs } from '../platform/queue/store.ts';
import { oldestEvent } from '../tracking/index.ts';

/** What `mailwright doctor` asks the database. */
export function diagnosisAdministration(db: Db) {
  return {
    async diagnosis() {
      const dead = (await countJobs(db)).filter(({ state }) => state === 'dead');
      return {
        ...(await databaseFacts(db)),
        deadJobs: dead.reduce((sum, { jobs }) => sum + jobs, 0),
        oldestEvent: (await oldestEvent(db))?.toISOString().slice(0, 10),
        senders: await senderDomains(db),
      };
    },
  };
}
