import type { Handlers } from '@mailwright/server';
import { changeSettings, type Mailing, type SettingsChange } from '../../mailings/index.ts';
import type { Context } from '../context.ts';
import { readsSetting, writesSetting } from '../mailings/accessors.ts';
import { requireMailingOfType } from '../mailings/require.ts';
import { requireUsableGroup } from '../target-groups/require.ts';

const readsRegular = <Value>(pick: (mailing: Mailing) => Value) => readsSetting(pick, 'regular');
const writesRegular = <Body>(change: (body: Body) => SettingsChange) => writesSetting(change, 'regular');

/** Settings of regular mailings. */
export const regularMailingHandlers = {
  async getMailingTargetGroup({ mailingid }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    return mailing.target_group_id;
  },

  async setMailingTargetGroup({ mailingid, body }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    if (body !== null) await requireUsableGroup(context, body);
    await changeSettings(context.db, mailing, { target_group_id: body });
  },

  getMailingContactsLimit: readsRegular((mailing) => mailing.contacts_limit),
  setMailingContactsLimit: writesRegular((contacts_limit: number) => ({ contacts_limit })),

  getMailingTargetGroupUpdate: readsRegular((mailing) => mailing.targetgroup_update),
  setMailingTargetGroupUpdate: writesRegular((targetgroup_update: boolean) => ({ targetgroup_update })),

  getMailingCleanup: readsRegular((mailing) => mailing.cleanup),
  setMailingCleanup: writesRegular((cleanup: boolean) => ({ cleanup })),
} satisfies Partial<Handlers<Context>>;
