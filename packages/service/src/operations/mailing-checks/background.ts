import { ApiError, badRequest, type Handlers, notFound } from '@mailwright/server';
import type { Mailing } from '../../mailings/index.ts';
import { formatIsoDateTime } from '../../platform/time/format.ts';
import { type BackgroundKind, currentCheck, onlyRegular, queueCheck, startCheck } from '../../quality/index.ts';
import type { Context } from '../context.ts';
import { requireMailing, requireMailingOfType } from '../mailings/require.ts';

type Input = { mailingid: number };

const require = (context: Context, id: number, kind: BackgroundKind): Promise<Mailing> =>
  onlyRegular.has(kind) ? requireMailingOfType(context, id, 'regular') : requireMailing(context, id);

/** Starts a check in the background. */
const start =
  (kind: BackgroundKind) =>
  async ({ mailingid }: Input, context: Context): Promise<void> => {
    const mailing = await require(context, mailingid, kind);
    if (context.withoutChecks.has(kind)) {
      throw new ApiError(412, `The ${kind} check is disabled by the operator of the service.`);
    }
    const run = await startCheck(context.db, mailing, kind);
    if (run === undefined) throw badRequest(`The ${kind} check of mailing ${mailingid} is already running.`);
    await queueCheck(context.db, run);
    context.wakeWorker();
  };

/** The result for the contents as they are now: its head, and what the check wrote down. */
async function read(kind: BackgroundKind, { mailingid }: Input, context: Context) {
  const mailing = await require(context, mailingid, kind);
  const check = await currentCheck(context.db, mailing, kind);
  if (check === undefined) throw notFound(`The ${kind} check of mailing with id ${mailingid} is not available.`);
  const { finished_at, state, result } = check;
  return { mailingid, timestamp: formatIsoDateTime(finished_at), state, ...(result as object) };
}

/** Response of a handler. */
type Answer<Operation extends keyof Handlers<Context>> = Awaited<ReturnType<Handlers<Context>[Operation]>>;

/** The checks that are made in the background. */
export const backgroundCheckHandlers = {
  startMailingAttentionCheck: start('attention'),
  startMailingBounceCheck: start('bounce'),
  startMailingDisplayCheck: start('display'),
  startMailingImageCheck: start('image'),
  startMailingLinkCheck: start('link'),
  startMailingMessageSizeCheck: start('messagesize'),
  startMailingPersonalizationCheck: start('personalization'),
  startMailingSpamCheck: start('spam'),
  getMailingAttentionCheck: async (input, context) =>
    (await read('attention', input, context)) as Answer<'getMailingAttentionCheck'>,
  getMailingBounceCheck: async (input, context) =>
    (await read('bounce', input, context)) as unknown as Answer<'getMailingBounceCheck'>,
  getMailingDisplayCheck: async (input, context) =>
    (await read('display', input, context)) as Answer<'getMailingDisplayCheck'>,
  getMailingImageCheck: async (input, context) =>
    (await read('image', input, context)) as unknown as Answer<'getMailingImageCheck'>,
  getMailingLinkCheck: async (input, context) =>
    (await read('link', input, context)) as unknown as Answer<'getMailingLinkCheck'>,
  getMailingMessageSizeCheck: async (input, context) =>
    (await read('messagesize', input, context)) as unknown as Answer<'getMailingMessageSizeCheck'>,
  getMailingPersonalizationCheck: async (input, context) =>
    (await read('personalization', input, context)) as unknown as Answer<'getMailingPersonalizationCheck'>,
  getMailingSpamCheck: async (input, context) =>
    (await read('spam', input, context)) as unknown as Answer<'getMailingSpamCheck'>,
} satisfies Partial<Handlers<Context>>;
