import { conflict, type Handlers } from '@mailwright/server';
import { filtersWithMailing } from '../../audiences/index.ts';
import { deleteMailing } from '../../mailings/index.ts';
import { deleteRecipients, experiments } from '../../sending/index.ts';
import type { Context } from '../context.ts';
import { requireUnusedByPrograms } from '../unused-by-programs.ts';
import { requireMailing } from './require.ts';

/** Deleting mailings. */
export const mailingDeleteHandlers = {
  async deleteMailing({ mailingId }, context) {
    const mailing = await requireMailing(context, mailingId);
    const [filter] = await filtersWithMailing(context.db, context.accountId, mailingId);
    if (filter !== undefined) {
      throw conflict(`Mailing with id ${mailingId} is used by a rule of the contact filter "${filter}".`);
    }
    const trying = await experiments.findTrying(context.db, mailing);
    if (trying && (trying.experiment.state === 'draft' || experiments.isUndecided(trying.experiment)))
      throw conflict(`Mailing with id ${mailingId} is a variant of experiment ${trying.experiment.id}.`);
    await requireUnusedByPrograms(context, { mailing: mailingId }, `Mailing with id ${mailingId}`);
    await deleteRecipients(context.db, mailing);
    await deleteMailing(context.db, mailing);
  },
} satisfies Partial<Handlers<Context>>;
