import { optInMails } from '../events/index.ts';
import { trialMails } from '../quality/index.ts';
import type { MailEnvironment } from '../sending/index.ts';
import { transactionalMails } from '../transactional/index.ts';

/** Sources of mails whose purposes `sending` does not know. */
export function mailSources(environment: Pick<MailEnvironment, 'publicUrl'>) {
  const trials = trialMails(environment);
  return {
    'opt-in': optInMails(environment),
    test: trials,
    approval: trials,
    transactional: transactionalMails(environment),
  };
}
