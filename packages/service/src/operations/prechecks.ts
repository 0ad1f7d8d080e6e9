import { ApiError, type TransactionalMailDraft } from '@mailwright/server';
import { findMailing, isSealed, type Mailing, readDispatching } from '../mailings/index.ts';
import type { PrecheckContext } from './context.ts';
import { checkCompilable } from './mailing-checks/require.ts';
import { checkReady } from './mailings/ready.ts';
import { checkDraft } from './transactional-mails/check-liquid.ts';

/** @throws ApiError */
type Precheck = (context: PrecheckContext, mailing: Mailing, input: Record<string, unknown>) => Promise<void>;

const checkStored: Precheck = (context, mailing) => checkReady(context, mailing);

/** A dispatching that is about to be stored decides which tags can be filled. */
const checkDispatched: Precheck = async (context, mailing, { body }) => {
  const dispatching = body as Parameters<typeof readDispatching>[0] & { start_trigger?: boolean };
  if (dispatching.start_trigger) await checkReady(context, mailing, readDispatching(dispatching));
};

/**
 * Checks of contents in worker threads, which changes do before their transaction: in it, everybody would wait for the threads
 * on the embedded database, which has one connection.
 */
const prechecks: Readonly<Record<string, { of: readonly Mailing['type'][]; check: Precheck }>> = {
  sendMailingNow: { of: ['regular', 'doi'], check: checkStored },
  createMailingSchedule: { of: ['regular'], check: checkStored },
  updateMailingSchedule: { of: ['regular'], check: checkStored },
  createMailingDispatching: { of: ['trigger'], check: checkDispatched },
  activateMailingDispatching: { of: ['trigger'], check: checkStored },
  startMailingApproval: { of: ['regular'], check: checkCompilable },
  startMailingTestSendout: { of: ['regular', 'trigger', 'doi'], check: checkCompilable },
};

/** Resolves with the fault that the operation ends with, unless it ends with another one before. */
export async function precheck(
  context: PrecheckContext,
  operationId: string,
  input: Record<string, unknown>,
): Promise<ApiError | undefined> {
  if (operationId === 'sendTransactionalMail') {
    return faultOf(() => checkDraft(context.accountId, input.body as TransactionalMailDraft));
  }
  const wanted = Object.hasOwn(prechecks, operationId) ? prechecks[operationId] : undefined;
  if (wanted === undefined) return undefined;
  const mailing = await findMailing(context.db, context.accountId, input.mailingid as number);
  if (mailing === undefined || isSealed(mailing.state) || !wanted.of.includes(mailing.type)) return undefined;
  return faultOf(() => wanted.check(context, mailing, input));
}

async function faultOf(check: () => Promise<void>): Promise<ApiError | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
