import { ApiError, type TransactionalMailDraft } from '@mailwright/server';
import { findMailing, isSealed, type Mailing, readDispatching } from '../mailings/index.ts';
import { experiments } from '../sending/index.ts';
import type { PrecheckContext } from './context.ts';
import { checkCompilable } from './mailing-checks/require.ts';
import { checkReady } from './mailings/ready.ts';
import { checkDraft } from './transactional-mails/check-liquid.ts';

/** @throws ApiError */
type Precheck = (context: PrecheckContext, mailing: Mailing, input: Record<string, unknown>) => Promise<void>;

interface MailingPrecheck {
  of: readonly Mailing['type'][];
  check: Precheck;
}

const checkTried: Precheck = (context, mailing) => checkCompilable(context, mailing);

const checkStored: Precheck = (context, mailing) => checkReady(context, mailing);

/** What can change until the time of the schedule is looked at then. */
const checkScheduled: Precheck = (context, mailing) => checkReady(context, mailing, { time: 'later' });

/** A dispatching that is about to be stored decides which tags can be filled. */
const checkDispatched: Precheck = async (context, mailing, { body }) => {
  const dispatching = body as Parameters<typeof readDispatching>[0] & { start_trigger?: boolean };
  if (dispatching.start_trigger) await checkReady(context, mailing, { dispatching: readDispatching(dispatching) });
};

/**
 * Checks of contents in worker threads, which changes do before their transaction: in it, everybody would wait for the threads
 * on the embedded database, which has one connection.
 */
const prechecks: Readonly<Record<string, MailingPrecheck>> = {
  sendMailingNow: { of: ['regular', 'doi'], check: checkStored },
  createMailingSchedule: { of: ['regular'], check: checkScheduled },
  updateMailingSchedule: { of: ['regular'], check: checkScheduled },
  createMailingDispatching: { of: ['trigger'], check: checkDispatched },
  activateMailingDispatching: { of: ['trigger'], check: checkStored },
  startMailingApproval: { of: ['regular'], check: checkTried },
  startMailingTestSendout: { of: ['regular', 'trigger', 'doi'], check: checkTried },
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
  if (operationId === 'startExperiment') return precheckVariants(context, input.experimentId as number);
  const wanted = Object.hasOwn(prechecks, operationId) ? prechecks[operationId] : undefined;
  if (wanted === undefined) return undefined;
  return precheckMailing(context, wanted, input.mailingid as number, input);
}

/** The fault of the first variant of an experiment that cannot be sent. */
async function precheckVariants(context: PrecheckContext, experimentId: number): Promise<ApiError | undefined> {
  const variants = await experiments.variantsOf(context.db, context.accountId, [experimentId]);
  for (const { mailing_id } of variants.get(experimentId) ?? []) {
    const fault = await precheckMailing(context, { of: ['regular'], check: checkStored }, mailing_id, {});
    if (fault !== undefined) return fault;
  }
  return undefined;
}

async function precheckMailing(
  context: PrecheckContext,
  wanted: MailingPrecheck,
  mailingId: number,
  input: Record<string, unknown>,
): Promise<ApiError | undefined> {
  const mailing = await findMailing(context.db, context.accountId, mailingId);
  if (mailing === undefined || isSealed(mailing.state) || !wanted.of.includes(mailing.type)) return undefined;
  return faultOf(() => wanted.check(context, mailing, input)).catch(async (error: Error) => {
    // Somebody may have deleted it meanwhile: the operation finds that out by itself.
    if ((await findMailing(context.db, mailing.account_id, mailing.id)) === undefined) return undefined;
    throw error;
  });
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
