import type { Updateable } from 'kysely';
import { changeMailing, type Mailing } from '../../mailings/index.ts';
import type { MailingTable } from '../../platform/database/schema.ts';
import type { Context } from '../context.ts';
import { requireMailing } from './require.ts';

/** Handler that reads one thing of a mailing. */
export function reads<Value>(pick: (mailing: Mailing) => Value) {
  return async (input: { mailingid: number }, context: Context): Promise<Value> =>
    pick(await requireMailing(context, input.mailingid));
}

/** Handler that sets columns of a mailing from the body. */
export function writes<Body>(change: (body: Body) => Updateable<MailingTable>) {
  return async (input: { mailingid: number; body: Body }, context: Context): Promise<void> => {
    await changeMailing(context.db, await requireMailing(context, input.mailingid), change(input.body));
  };
}
