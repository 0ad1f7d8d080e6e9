import { secrets } from '../account/index.ts';
import { senderDomains } from '../mailings/index.ts';
import { findOrder } from '../platform/acme/store.ts';
import { findVerifiedBackup } from '../platform/database/backups/verified.ts';
import { databaseFacts } from '../platform/database/facts.ts';
import { countJobs } from '../platform/queue/store.ts';
import { BounceSources } from '../sending/index.ts';
import { oldestEvent } from '../tracking/index.ts';
import { type Actions, reads } from './action.ts';

export const diagnosisActions = {
  diagnosis: reads(async ({ db }) => {
    const certificate = await findOrder(db);
    const dead = (await countJobs(db)).filter(({ state }) => state === 'dead');
    return {
      ...(await databaseFacts(db)),
      secrets: await secrets.countSecrets(db),
      deadJobs: dead.reduce((sum, { jobs }) => sum + jobs, 0),
      oldestEvent: (await oldestEvent(db))?.toISOString().slice(0, 10),
      verifiedBackup: (await findVerifiedBackup(db))?.finished.toISOString(),
      certificate: certificate && {
        names: certificate.names,
        reason: certificate.reason,
        dueAt: certificate.dueAt.toISOString(),
        pem: certificate.certificate,
      },
      senders: await senderDomains(db),
      bounceSources: (await new BounceSources(db).list()).map(({ readAt, failedAt, ...source }) => ({
        ...source,
        readAt: readAt?.toISOString() ?? null,
        failedAt: failedAt?.toISOString() ?? null,
      })),
    };
  }),
} satisfies Actions;
