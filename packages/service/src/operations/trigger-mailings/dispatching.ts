import { badRequest, type Handlers, notFound } from '@mailwright/server';
import { planRun } from '../../events/index.ts';
import {
  changeSettings,
  deleteDispatching,
  findContent,
  findDispatching,
  isReleased,
  lockMailing,
  type Mailing,
  putDispatching,
  readDispatching,
} from '../../mailings/index.ts';
import { feedPlaces } from '../../templates/index.ts';
import { requireContactFilter } from '../contact-filters/require.ts';
import type { Context } from '../context.ts';
import { releaseByUser, withdrawByUser } from '../mailings/move.ts';
import { requireMailingOfType } from '../mailings/require.ts';
import { requireTransactionType } from '../transactions/require.ts';
import { dispatchingDocument } from './dispatching-document.ts';

/** Trigger and target of trigger mailings. */
export const mailingDispatchingHandlers = {
  async createMailingDispatching({ mailingid, body }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'trigger');
    const dispatching = readDispatching(body);
    const { contact_filter_id, transaction_type_id } = dispatching;
    if (contact_filter_id !== null) await requireContactFilter(context, contact_filter_id);
    if (transaction_type_id !== null) await requireTransactionType(context, transaction_type_id);
    await putDispatching(context.db, mailing, dispatching);
    await changeSettings(context.db, mailing, {});
    if (body.start_trigger) await activate(context, mailing);
  },

  async getMailingDispatching({ mailingid }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'trigger');
    const dispatching = await findDispatching(context.db, mailing);
    if (dispatching === undefined) throw noDispatching(mailingid);
    return dispatchingDocument(dispatching, isReleased(mailing.state));
  },

  async deleteMailingDispatching({ mailingid }, context) {
    const locked = await lockMailing(context.db, context.accountId, mailingid);
    const mailing = await requireMailingOfType({ ...context, mailing: locked }, mailingid, 'trigger');
    if ((await findDispatching(context.db, mailing)) === undefined) throw noDispatching(mailingid);
    if (mailing.state !== 'draft') await withdrawByUser(context, mailing);
    await deleteDispatching(context.db, mailing);
  },

  async activateMailingDispatching({ mailingid }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'trigger');
    if ((await findDispatching(context.db, mailing)) === undefined) throw noDispatching(mailingid);
    await activate(context, mailing);
  },
} satisfies Partial<Handlers<Context>>;

const noDispatching = (id: number) => notFound(`Mailing with id ${id} has no dispatching.`);

async function activate(context: Context, mailing: Mailing): Promise<void> {
  const places = feedPlaces(await findContent(context.db, mailing));
  if ('fault' in places) throw badRequest(places.fault);
  await releaseByUser(context, mailing);
  await planRun(context.db, context.account, mailing);
}
