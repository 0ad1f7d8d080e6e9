import type { Handlers } from '@mailwright/server';
import type { Mailing } from '../../mailings/index.ts';
import { defaultLocale } from '../../templates/index.ts';
import type { TrackingStrategy } from '../../tracking/index.ts';
import type { Context } from '../context.ts';
import { readsSetting, writesSetting } from './accessors.ts';
import { joinLabels, labelsChange, splitLabels } from './labels.ts';
import { requireMailing } from './require.ts';

/** How mailings of all types are sent. */
export const mailingSettingHandlers = {
  getMailingTrackingStrategy: readsSetting((mailing) => mailing.tracking_strategy),
  setMailingTrackingStrategy: writesSetting((tracking_strategy: TrackingStrategy) => ({ tracking_strategy })),

  getMailingSpeedLevel: readsSetting((mailing) => mailing.speed_level),
  setMailingSpeedLevel: writesSetting((speed_level: Mailing['speed_level']) => ({ speed_level })),

  getMailingLocale: readsSetting((mailing) => mailing.locale ?? defaultLocale),
  setMailingLocale: writesSetting((locale: string) => ({ locale })),

  getMailingTags: readsSetting((mailing) => joinLabels(mailing.tags)),
  setMailingTags: writesSetting((text: string) => labelsChange(splitLabels(text))),

  async disableMailingQosChecks(input, context) {
    await writesSetting(() => ({ qos_checks: false }))({ ...input, body: undefined }, context);
  },

  async getMailingDomain({ mailingid }, context) {
    await requireMailing(context, mailingid);
    return context.account.domain;
  },
} satisfies Partial<Handlers<Context>>;
