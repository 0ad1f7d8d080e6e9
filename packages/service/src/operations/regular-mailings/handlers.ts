import { badRequest, type Handlers } from '@mailwright/server';
import { isForTests } from '../../audiences/index.ts';
import { changeSettings } from '../../mailings/index.ts';
import type { Context } from '../context.ts';
import { requireMailingOfType } from '../mailings/require.ts';
import { requireTargetGroup } from '../target-groups/require.ts';

/** What only regular mailings have (service description 4.5). */
export const regularMailingHandlers = {
  async getMailingTargetGroup({ mailingid }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    return mailing.target_group_id;
  },

  async setMailingTargetGroup({ mailingid, body }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    if (body !== null) {
      const group = await requireTargetGroup(context, body);
      if (isForTests(group))
        throw badRequest(`Target group ${body} is for tests and cannot be a mailing's target group.`);
    }
    await changeSettings(context.db, mailing, { target_group_id: body });
  },
} satisfies Partial<Handlers<Context>>;
