import { badRequest, conflict, type Handlers, notFound } from '@mailwright/server';
import { allOf, insertContactFilter, insertTargetGroup } from '../../audiences/index.ts';
import {
  changeContent,
  copyMailing,
  findMailing,
  findMailingIdByName,
  lockMailing,
  type Mailing,
  renameMailing,
  resends,
} from '../../mailings/index.ts';
import type { Context } from '../context.ts';
import { nameTaken } from './name-taken.ts';
import { requireMailingOfType } from './require.ts';

/** Mailings that send another one again. */
export const mailingResendHandlers = {
  async resendMailing({ mailingid, body: { name, subject } }, context) {
    const { db, accountId, creator } = context;
    const origin = await requireResendable(context, mailingid);
    if (name !== undefined && (await findMailingIdByName(db, accountId, name)) !== undefined) throw nameTaken(name);
    const id = await copyMailing(db, origin, creator);
    const draft = (await findMailing(db, accountId, id))!;
    if (name !== undefined) await renameMailing(db, draft, name);
    if (subject !== undefined) await changeContent(db, draft, { subject });
    await resends.makeResend(db, accountId, id, origin, await insertAudience(context, origin, id, name ?? draft.name));
    return id;
  },
} satisfies Partial<Handlers<Context>>;

/** Returns the mailing, locked: two requests at the same time cannot both send it again. @throws ApiError 400, 404, 409 */
async function requireResendable(context: Context, id: number): Promise<Mailing> {
  const { db, accountId } = context;
  const mailing = await lockMailing(db, accountId, id);
  if (mailing === undefined) throw notFound('Mailing', id);
  await requireMailingOfType({ ...context, mailing }, id, 'regular');
  const { state, resend_of, tracking_strategy } = mailing;
  if (state !== 'done' && state !== 'canceled')
    throw conflict(`Mailing with id ${id} is ${state} and cannot be sent again; its state must be done or canceled.`);
  if (resend_of !== null)
    throw conflict(`Mailing with id ${id} sends mailing ${resend_of} again and cannot be sent again itself.`);
  const resend = await resends.findResend(db, mailing);
  if (resend !== undefined) throw conflict(`Mailing with id ${id} is sent again by mailing ${resend} already.`);
  if (tracking_strategy === 'none' || tracking_strategy === 'anonymous')
    throw badRequest(
      `Mailing with id ${id} has the tracking strategy ${tracking_strategy}, so nobody knows who has opened it; copy it instead.`,
    );
  return mailing;
}

/** Creates the target group of those who got the mailing and have not opened it, named as the one that sends it again. */
async function insertAudience(
  { db, accountId, creator, maySend }: Context,
  { id: mailing_id }: Mailing,
  resendId: number,
  name: string,
): Promise<number> {
  const rules = allOf({ operator: 'RECEIVED', mailing_id }, { operator: 'NOT_OPENED', mailing_id });
  const contact_filter_id = await insertContactFilter(db, accountId, { name, author: creator, rules });
  const group = { type: 'regular', contact_filter_id, author: creator, made_by_sender: maySend } as const;
  const plain = name.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
  for (const each of [plain, `${plain.slice(0, 40)} ${resendId}`]) {
    const groupId = await insertTargetGroup(db, accountId, { ...group, name: each });
    if (groupId !== undefined) return groupId;
  }
  throw conflict(`The names of other target groups leave none for that of mailing ${resendId}; give it another name.`);
}
