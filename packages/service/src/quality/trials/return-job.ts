import type { JobHandler } from '../../platform/queue/job.ts';
import { type TrialReturn, trialReturnKind } from '../../sending/index.ts';
import { changeResult, isRunning } from '../checks/store.ts';
import { checkKindOf } from './mail-source.ts';
import { addFailure, judgeSendout, type SendoutResult } from './outcome.ts';

/** Records on a check that one of its mails came back after its server had taken it; once, however often that is told. */
export const recordTrialReturnJob: JobHandler<TrialReturn> = {
  ...trialReturnKind,
  async run(db, { mailingId, purpose, run, contactId, message }, { accountId }) {
    const kind = checkKindOf(purpose);
    await db.transaction().execute((transaction) =>
      changeResult<SendoutResult>(transaction, { accountId, mailingId, kind, run }, (result) => {
        const changed = addFailure(result, contactId, message);
        return { state: judgeSendout(kind, changed), result: changed };
      }),
    );
    if (await isRunning(db, { accountId, mailingId, run })) throw new Error('The check has not ended yet.');
  },
};
