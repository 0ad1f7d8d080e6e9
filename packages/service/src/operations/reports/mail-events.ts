import { badRequest, type Handlers } from '@mailwright/server';
import {
  giveAllPositions,
  givePositionsIfPossible,
  type Place,
  type PlaceFault,
  placeFrom,
  readPlace,
  writePlace,
} from '../../journal/index.ts';
import { describeMailEvents, pageOfMailEvents } from '../../reports/index.ts';
import type { Context } from '../context.ts';

/** Events of mails, for programs that read everything once. */
export const mailEventHandlers = {
  async listMailEvents(input, context) {
    const { db, accountId } = context;
    if (input.after !== undefined && input.from_date !== undefined) {
      throw badRequest('after and from_date must not both be given: after says where an answer ended; send it alone');
    }
    const begin = await beginOf(context, input);
    const page = await pageOfMailEvents(db, accountId, begin, input.limit, input);
    if (typeof page === 'string') throw badRequest(input.from_date === undefined ? faults[page] : tooEarly);
    return {
      next: writePlace(accountId, page.end),
      more: page.more,
      events: await describeMailEvents(context, page.events, input),
    };
  },
} satisfies Partial<Handlers<Context>>;

const faults: Record<PlaceFault, string> = {
  unknown: 'after names an event that is not known here, as after a backup was restored; begin without it',
  'too-old': 'after is so old that events behind it are no longer kept; begin without it',
};

const tooEarly = 'from_date is so old that events since then are no longer kept; send a later time';

/** Returns the place behind which to read; undefined for the first event that is kept. */
async function beginOf(
  { db, accountId }: Context,
  { after, from_date }: { after?: string | undefined; from_date?: number | undefined },
): Promise<Place | undefined> {
  if (from_date === undefined) {
    const place = after === undefined ? undefined : requirePlace(accountId, after);
    await givePositionsIfPossible(db, accountId);
    return place;
  }
  await giveAllPositions(db, accountId);
  return placeFrom(db, accountId, new Date(from_date));
}

/** @throws ApiError 400 */
function requirePlace(accountId: number, text: string): Place {
  const place = readPlace(accountId, text);
  if (place === undefined) throw badRequest('after must be the "next" of an answer with events of this account');
  return place;
}
