import type { Handlers } from '@mailwright/server';
import type { Context } from '../context.ts';
import { readsSetting, writesSetting } from '../mailings/accessors.ts';

/** Whether permissions count. Kept for mailings of every type, as clients expect; only trigger mailings heed it. */
export const ignorePermissionHandlers = {
  getMailingIgnorePermission: readsSetting((mailing) => mailing.ignore_permission),
  setMailingIgnorePermission: writesSetting((ignore_permission: boolean) => ({ ignore_permission })),
} satisfies Partial<Handlers<Context>>;
