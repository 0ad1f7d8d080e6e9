import { conflict, type Handlers } from '@mailwright/server';
import {
  deleteContactFilter,
  deleteTargetGroup,
  filtersWithMailing,
  findContactFilter,
  findTargetGroup,
  hasTargetGroups,
} from '../../audiences/index.ts';
import { deleteMailing, type Mailing } from '../../mailings/index.ts';
import { deleteRecipients, experiments } from '../../sending/index.ts';
import type { Context } from '../context.ts';
import { requireUnusedByPrograms } from '../unused-by-programs.ts';
import { usesOfTargetGroup } from '../uses.ts';
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
    if (mailing.resend_of !== null) await deleteOwnAudience(context, mailing);
  },
} satisfies Partial<Handlers<Context>>;

/**
 * Deletes the target group and the filter that were made for a mailing that sends another one again, unless something else uses
 * them: the rules of the filter would keep the other mailing from being deleted.
 */
async function deleteOwnAudience(context: Context, { target_group_id }: Mailing): Promise<void> {
  const { db, accountId } = context;
  const group = target_group_id === null ? undefined : await findTargetGroup(db, accountId, target_group_id);
  if (group === undefined || (await usesOfTargetGroup(context, group)).length > 0) return;
  await deleteTargetGroup(db, group);
  const filter = await findContactFilter(db, accountId, group.contact_filter_id);
  if (filter === undefined || filter.locked_by !== null || (await hasTargetGroups(db, filter))) return;
  await deleteContactFilter(db, filter);
}
