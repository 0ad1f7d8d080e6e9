import { badRequest, type Handlers, reply } from '@mailwright/server';
import type { Context } from '../http/context.ts';
import { synchronize } from './synchronize.ts';

/** Creating and changing many contacts in one call (service description 4.5). */
export const contactSyncHandlers = {
  async synchronizeContacts(input, { db, accountId }) {
    if (input.use_external_id && input.prefer_service_id) {
      throw badRequest('use_external_id and prefer_service_id must not both be true');
    }
    const report = await synchronize(db, accountId, input.body, {
      knownBy: input.use_external_id ? 'external id' : input.prefer_service_id ? 'service id' : 'email',
      permission: input.permission,
      overwrite: input.sync_mode === 1,
      overridePermission: input.override_permission,
      reimportUnsubscribed: input.reimport_unsubscribed_contacts,
      updateOnly: input.update_only,
      ignoreInvalid: input.ignore_invalid_contacts,
    });
    if (report.success) return report;
    const { count_invalid_contacts: invalid, count_contacts: all } = report;
    const message = `Nothing was stored, because ${invalid} of ${all} contacts are invalid: see the report, or set ignore_invalid_contacts to store the others.`;
    return reply(400, { message, report });
  },
} satisfies Partial<Handlers<Context>>;
