import type { Updateable } from 'kysely';
import type { MailingTable } from '../db/schema.ts';
import type { Context } from '../http/context.ts';
import { requireMailing } from './require.ts';
import { changeMailing, type Mailing } from './store.ts';

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
