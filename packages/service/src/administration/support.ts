import { databaseFacts } from '../platform/database/facts.ts';
import { databaseSizes } from '../platform/database/sizes.ts';
import { countJobs } from '../platform/queue/store.ts';
import { countRecipients, relaying } from '../sending/index.ts';
import { type Actions, reads } from './action.ts';

/** For `mailwright support-bundle`: numbers, states and names of our own, never what people or operators have entered. */
export const supportActions = {
  supportFacts: reads(async ({ db }) => ({
    database: { ...(await databaseFacts(db)), ...(await databaseSizes(db)) },
    jobs: await countJobs(db),
    recipients: await countRecipients(db),
    relays: (await relaying.listRelays(db)).map(({ id, down_since, mails, failures }) => ({
      id,
      downSince: down_since?.toISOString() ?? null,
      mails,
      failures,
    })),
  })),
} satisfies Actions;
