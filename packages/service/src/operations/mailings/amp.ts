import { badRequest, type Handlers } from '@mailwright/server';
import { findAmpFault } from '../../templates/index.ts';
import type { Context } from '../context.ts';
import { readsContent, writesContent, writesTemplate } from './accessors.ts';

/** The part of a mailing in AMP for Email. */
export const mailingAmpHandlers = {
  getMailingAmp: readsContent(({ amp }) => amp ?? ''),
  setMailingAmp: writesTemplate((amp) => ({ amp: withRightFrame(amp) })),

  async deleteMailingAmp({ mailingid }, context) {
    await writesContent(() => ({ amp: null }))({ mailingid, body: undefined }, context);
  },
} satisfies Partial<Handlers<Context>>;

/** Returns a part that mail programs show. @throws ApiError 400 */
export function withRightFrame(amp: string): string {
  const fault = findAmpFault(amp);
  if (fault !== undefined) throw badRequest(`The AMP part cannot be shown by mail programs: ${fault}.`);
  return amp;
}
